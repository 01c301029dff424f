import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { assertNever } from '../../../shared/errors'
import { attachmentName, type Block, type ToolUseBlock } from '../../../shared/run/blocks'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import type { Message } from '../../../shared/run/state'
import { shortened, startOf } from '../../../shared/text/start-of'

/** The most that is told of one tool call's arguments and of its result (characters). */
const mostOfArguments = 500
const mostOfResult = 2000
/** The most changes that are told of; the list of changes holds all. */
export const mostDecisions = 50
/** The most that is kept of each message where no model sums it up (characters). */
const mostOfExcerpt = 400

/** How many times as long a text may be, for its white space, as what is kept of it. */
const longestBlanks = 3

/** A hundredth of a second's work also where each holds long results. */
const entriesPerStep = 500

/** What a run without a person is answered in place of a decision. */
const proposedStateSchema = z.looseObject({ status: z.literal('proposed') })

/**
 * What was said and done, as plain text; one entry a message. Thousands of messages are read in steps, between which
 * others have their turn.
 */
export async function transcriptOf(messages: readonly Message[]): Promise<readonly string[]> {
  const entries: string[] = []
  for (const message of messages) {
    entries.push(entryOf(message))
    if (entries.length % entriesPerStep === 0) await setImmediate()
  }
  return entries
}

function entryOf(message: Message): string {
  if (message.role === 'assistant') return message.blocks.map(blockText).filter(Boolean).join('\n')
  const attached = message.attachments.map((each) => ` [attached: ${attachmentName(each)}]`).join('')
  return `Person: ${message.text}${attached}`
}

/**
 * Entries that come to at most about so many tokens: where they come to more, the longest are cut, all at the same
 * length, and the short ones stay whole.
 */
export function entriesWithin(entries: readonly string[], tokens: number): readonly string[] {
  const total = entries.reduce((sum, entry) => sum + estimateTokens(entry), 0)
  if (total <= tokens) return entries
  const lengths = entries.map(({ length }) => length)
  const longest = lengthWithin(lengths, (lengths.reduce((sum, length) => sum + length, 0) * tokens) / total)
  return entries.map((entry) => shortened(entry, longest))
}

/** The length at which the longest are to be cut so that all together come to so many characters. */
function lengthWithin(lengths: readonly number[], characters: number): number {
  const ascending = lengths.toSorted((a, b) => a - b)
  let left = characters
  for (const [at, length] of ascending.entries()) {
    const share = left / (ascending.length - at)
    if (length > share) return Math.max(0, Math.floor(share) - 1)
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/**
 * Puts entries together to pieces of at most so many tokens, in their order; an entry that is longer than a piece is
 * cut in several.
 */
export function piecesOf(entries: readonly string[], tokens: number): readonly string[] {
  const pieces: string[][] = []
  let room = 0
  for (const part of entries.flatMap((entry) => cut(entry, tokens))) {
    const size = estimateTokens(`${part}\n\n`)
    if (size > room || pieces.length === 0) {
      pieces.push([])
      room = tokens
    }
    pieces.at(-1)?.push(part)
    room -= size
  }
  return pieces.map((piece) => piece.join('\n\n'))
}

/**
 * The latest changes that were proposed or made, as the record has them: what was decided must not hang on what a model
 * keeps of it in a summary. `now` gives a call with what became of it since.
 */
export function decisionsOf(
  messages: readonly Message[],
  now: (block: ToolUseBlock) => ToolUseBlock = (block) => block,
): readonly string[] {
  const changing = messages.flatMap((message) =>
    message.role === 'user'
      ? []
      : message.blocks.filter(
          (block): block is ToolUseBlock =>
            block?.type === 'tool_use' &&
            (block.proposalId !== undefined || block.result?.changeId !== undefined),
        ),
  )
  return changing.slice(-mostDecisions).map((block) => decisionText(now(block)))
}

/** The beginnings of what was said last, of at most so many tokens, for where no model can sum it up. */
export function excerptsOf(messages: readonly Message[], tokens: number): string {
  const lines = messages.flatMap((message) => {
    if (message.role === 'user') return [`- Person: ${clip(message.text, mostOfExcerpt)}`]
    const words = message.blocks.flatMap((block) => (block?.type === 'text' ? [block.text] : [])).join(' ')
    return words.trim() === '' ? [] : [`- Assistant: ${clip(words, mostOfExcerpt)}`]
  })
  return latestLines(lines, tokens).join('\n')
}

/** The last lines that come to at most so many tokens. */
export function latestLines(lines: readonly string[], tokens: number): readonly string[] {
  let from = lines.length
  for (let used = 0; from > 0; from--) {
    used += estimateTokens(lines[from - 1] ?? '')
    if (used > tokens) break
  }
  return lines.slice(from)
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
  const done = proposalId === undefined ? 'Done, as was approved before' : 'Approved and done'
  return `- ${status === 'done' ? done : 'Not done'}: ${what}. ${said}`
}

function clip(text: string, most: number): string {
  // Results may be long, and there may be thousands of them: what lies far behind the cut is not looked at.
  const near = text.slice(0, most * longestBlanks)
  const line = near.replace(/\s+/gu, ' ').trim()
  return line.length <= most && near.length === text.length ? line : `${startOf(line, most)}…`
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
