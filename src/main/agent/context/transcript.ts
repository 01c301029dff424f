import { z } from 'zod'
import { assertNever } from '../../../shared/errors'
import { attachmentName, type Block, type ToolUseBlock } from '../../../shared/run/blocks'
import type { Message } from '../../../shared/run/state'
import { estimateTokens } from './estimate-tokens'

/** The most that is told of one tool call's arguments and of its result (characters). */
const mostOfArguments = 500
const mostOfResult = 2000
/** The most changes that are told of; the list of changes holds all. */
export const mostDecisions = 50
/** The most that is kept of each message where no model sums it up (characters). */
const mostOfExcerpt = 400

/** What a run without a person is answered in place of a decision. */
const proposedStateSchema = z.looseObject({ status: z.literal('proposed') })

/** What was said and done, as plain text; one entry a message. */
export function transcriptOf(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => {
    if (message.role === 'user') {
      const attached = message.attachments.map((each) => ` [attached: ${attachmentName(each)}]`).join('')
      return `Person: ${message.text}${attached}`
    }
    return message.blocks.map(blockText).filter(Boolean).join('\n')
  })
}

/**
 * Puts entries together to pieces of at most so many tokens, in their order; an entry that is longer than a piece is
 * cut in several.
 */
export function piecesOf(entries: readonly string[], tokens: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of entries.flatMap((entry) => cut(entry, tokens))) {
    const longer = piece === '' ? part : `${piece}\n\n${part}`
    if (piece !== '' && estimateTokens(longer) > tokens) {
      pieces.push(piece)
      piece = part
    } else {
      piece = longer
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/**
 * The latest changes that were proposed, as the record has them: what was decided must not hang on what a model keeps
 * of it in a summary.
 */
export function decisionsOf(messages: readonly Message[]): readonly string[] {
  const proposed = messages.flatMap((message) =>
    message.role === 'user'
      ? []
      : message.blocks.filter((block) => block?.type === 'tool_use' && block.proposalId !== undefined),
  )
  return proposed
    .slice(-mostDecisions)
    .flatMap((block) => (block.type === 'tool_use' ? [decisionText(block)] : []))
}

/** The beginnings of what was said last, of at most so many tokens, for where no model can sum it up. */
export function excerptsOf(messages: readonly Message[], tokens: number): string {
  const lines = messages.flatMap((message) => {
    if (message.role === 'user') return [`- Person: ${clip(message.text, mostOfExcerpt)}`]
    const words = message.blocks.flatMap((block) => (block?.type === 'text' ? [block.text] : [])).join(' ')
    return words.trim() === '' ? [] : [`- Assistant: ${clip(words, mostOfExcerpt)}`]
  })
  let from = lines.length
  for (let used = 0; from > 0; from--) {
    used += estimateTokens(lines[from - 1] ?? '')
    if (used > tokens) break
  }
  return lines.slice(from).join('\n')
}

function blockText(block: Block | undefined): string {
  if (block === undefined) return ''
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? '' : `Assistant: ${block.text}`
    case 'thinking':
      return ''
    case 'tool_use': {
      const call = `Assistant called ${block.name} ${clip(block.inputJson, mostOfArguments)}`
      return `${call}\n${block.status}: ${clip(block.result?.content ?? 'no result', mostOfResult)}`
    }
    default:
      return assertNever(block)
  }
}

function decisionText({ name, proposalId, status, result, inputJson }: ToolUseBlock): string {
  const what = `${name} ${clip(inputJson, mostOfArguments)}`
  const said = clip(result?.content ?? '', mostOfExcerpt)
  if (status === 'waiting' || proposedStateSchema.safeParse(result?.state).success) {
    return `- Waited for the person (proposal ${proposalId}): ${what}`
  }
  return `- ${status === 'done' ? 'Approved and done' : 'Not done'}: ${what}. ${said}`
}

function clip(text: string, most: number): string {
  const line = text.replace(/\s+/gu, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`
}

function cut(entry: string, tokens: number): readonly string[] {
  const total = estimateTokens(entry)
  if (total <= tokens) return [entry]
  const length = Math.max(1, Math.floor((entry.length * tokens) / total / 2))
  const parts: string[] = []
  for (let at = 0; at < entry.length; ) {
    const end = at + length
    // Between two characters, not within one of two halves.
    const next = isFirstHalf(entry.charCodeAt(end - 1)) ? end + 1 : end
    parts.push(entry.slice(at, next))
    at = next
  }
  return parts
}

function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
