import { assertNever } from '../../../shared/errors'
import { fenced } from '../../../shared/markdown/fenced'
import { attachmentName, type Block } from '../../../shared/run/blocks'
import type { Message } from '../../../shared/run/state'
import type { ExportedConversation } from './export'
import type { ExportTexts } from './export-texts'

/** The shown branch as Markdown: what was said as it is, tool calls as fenced JSON and text. */
export function markdownOf({ title, state }: ExportedConversation, texts: ExportTexts): string {
  const parts = state.messages.map((message) =>
    messageOf(message, state.runs[message.runId]?.assistant, texts),
  )
  return `${[`# ${inOneLine(title)}`, ...parts].join('\n\n')}\n`
}

function messageOf(message: Message, assistant: string | undefined, texts: ExportTexts): string {
  const when = texts.moment(message.at)
  if (message.role === 'user') {
    const attached = message.attachments.map(
      (attachment) => `- ${texts.attached}: ${inOneLine(attachmentName(attachment))}`,
    )
    return [
      `## ${texts.you} (${when})`,
      closed(message.text),
      ...(attached.length > 0 ? [attached.join('\n')] : []),
    ].join('\n\n')
  }
  const blocks = message.blocks.flatMap((block) => blockOf(block, texts))
  const broken = message.error === undefined ? [] : [`> ${inOneLine(message.error.message)}`]
  return [`## ${inOneLine(assistant ?? texts.assistant)} (${when})`, ...blocks, ...broken].join('\n\n')
}

function blockOf(block: Block, { statuses }: ExportTexts): string[] {
  switch (block.type) {
    case 'text':
      return [closed(block.text)]
    case 'thinking':
      return [block.text.replace(/^/gmu, '> ')]
    case 'tool_use':
      return [
        `### ${inOneLine(block.name)} (${statuses[block.status]})`,
        fenced(JSON.stringify(block.input ?? block.inputJson, null, 2), 'json'),
        ...(block.result === undefined ? [] : [fenced(block.result.content, '')]),
      ]
    default:
      return assertNever(block)
  }
}

/** HTML that goes on, over blank lines too, until its own end comes (CommonMark 0.31, 4.6, kinds 1 to 5). */
const htmlUntil: readonly (readonly [begin: RegExp, end: RegExp, written: string | null])[] = [
  [/^ {0,3}<(?<tag>pre|script|style|textarea)(?=[\s>]|$)/iu, /<\/(?:pre|script|style|textarea)>/iu, null],
  [/^ {0,3}<!--/u, /-->/u, '-->'],
  [/^ {0,3}<\?/u, /\?>/u, '?>'],
  [/^ {0,3}<!\[CDATA\[/u, /\]\]>/u, ']]>'],
  [/^ {0,3}<![a-z]/iu, />/u, '>'],
]

/** What swallows all that follows it in a text. */
interface Open {
  readonly end: string
  readonly isEnd: (line: string) => boolean
}

/** A text whose last fence, or whose last HTML, has its end: where it breaks off in one, what follows would be part of it. */
function closed(text: string): string {
  let open: Open | null = null
  for (const line of text.split('\n')) {
    if (open === null) open = openedBy(line)
    else if (open.isEnd(line)) open = null
  }
  return open === null ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${open.end}`
}

function openedBy(line: string): Open | null {
  const { fence, rest = '' } = fenceIn(line)
  if (fence !== undefined) {
    if (fence.startsWith('`') && rest.includes('`')) return null
    const isEnd = (other: string) => {
      const found = fenceIn(other)
      return found.fence?.startsWith(fence) === true && found.rest?.trim() === ''
    }
    return { end: fence, isEnd }
  }
  const [begin, end, written] = htmlUntil.find(([first]) => first.test(line)) ?? []
  // It may end on the line on which it begins.
  if (begin === undefined || end === undefined || end.test(line.replace(begin, ''))) return null
  const tag = begin.exec(line)?.groups?.tag ?? ''
  return { end: written ?? `</${tag}>`, isEnd: (other) => end.test(other) }
}

function fenceIn(line: string): { readonly fence?: string; readonly rest?: string } {
  // With `s`, so that it holds for every rest: where one did not, each shorter fence would be tried.
  return /^ {0,3}(?<fence>`{3,}|~{3,})(?<rest>.*)$/su.exec(line)?.groups ?? {}
}

function inOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
