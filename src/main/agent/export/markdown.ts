import { attachmentName, type Block } from '../../../shared/run/blocks'
import type { Message } from '../../../shared/run/state'
import type { ExportedConversation } from './export'
import type { ExportTexts } from './export-texts'

/** The shown branch as Markdown: what was said as it is, tool calls as fenced JSON and text. */
export function markdownOf({ title, state }: ExportedConversation, texts: ExportTexts): string {
  const parts = state.messages.map((message) =>
    messageOf(message, state.runs[message.runId]?.assistant, texts),
  )
  return `${[`# ${oneLine(title)}`, ...parts].join('\n\n')}\n`
}

function messageOf(message: Message, assistant: string | undefined, texts: ExportTexts): string {
  const when = texts.moment(message.at)
  if (message.role === 'user') {
    const attached = message.attachments.map(
      (attachment) => `- ${texts.attached}: ${oneLine(attachmentName(attachment))}`,
    )
    return [
      `## ${texts.you} (${when})`,
      closed(message.text),
      ...(attached.length > 0 ? [attached.join('\n')] : []),
    ].join('\n\n')
  }
  const blocks = message.blocks.flatMap((block) => blockOf(block, texts))
  const broken = message.error === undefined ? [] : [`> ${oneLine(message.error.message)}`]
  return [`## ${oneLine(assistant ?? texts.assistant)} (${when})`, ...blocks, ...broken].join('\n\n')
}

function blockOf(block: Block, { statuses }: ExportTexts): string[] {
  switch (block.type) {
    case 'text':
      return [closed(block.text)]
    case 'thinking':
      return [block.text.replace(/^/gmu, '> ')]
    case 'tool_use':
      return [
        `### ${oneLine(block.name)} (${statuses[block.status]})`,
        fenced(JSON.stringify(block.input ?? block.inputJson, null, 2), 'json'),
        ...(block.result === undefined ? [] : [fenced(block.result.content, '')]),
      ]
  }
}

/** A text whose last fence has its end: an answer may break off in code, and what follows would be code too. */
function closed(text: string): string {
  let open: string | null = null
  for (const line of text.split('\n')) {
    const { fence, rest = '' } = /^ {0,3}(?<fence>`{3,}|~{3,})(?<rest>.*)$/u.exec(line)?.groups ?? {}
    if (fence === undefined) continue
    if (open === null) open = fence.startsWith('`') && rest.includes('`') ? null : fence
    else if (fence.startsWith(open) && rest.trim() === '') open = null
  }
  return open === null ? text : `${text}${text.endsWith('\n') ? '' : '\n'}${open}`
}

/** A fence that is longer than any in the text. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
