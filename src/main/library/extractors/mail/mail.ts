import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument, OnExtractProgress } from '../types'
import { warn } from '../warnings'
import { readMessage } from './message'
import { warnOfAttached } from './message-text'

/** Reads one e-mail; its subject is the title. */
export async function extractMessage(bytes: Uint8Array): Promise<ExtractedDocument> {
  const { subject, blocks, attached } = await readMessage(bytes)
  const { text, headings } = writeBlocks(blocks)
  const warnings = warnOfAttached(attached)
  return { title: subject, mime: 'message/rfc822', text, pages: [], headings, warnings }
}

/** Reads a mailbox (RFC 4155): each message is a section under its subject; a single one is that message. */
export async function extractMailbox(
  bytes: Uint8Array,
  onProgress: OnExtractProgress,
): Promise<ExtractedDocument> {
  const messages = splitMailbox(bytes)
  const [only] = messages
  if (only !== undefined && messages.length === 1) return await extractMessage(only)
  const blocks: Block[] = []
  const attached: { name: string }[] = []
  let damaged = 0
  for (const [index, message] of messages.entries()) {
    try {
      const read = await readMessage(message)
      blocks.push({ kind: 'heading', level: 1, text: read.subject ?? `Message ${index + 1}` }, ...read.blocks)
      attached.push(...read.attached)
    } catch {
      // One damaged message is counted and told; the others are whole.
      damaged++
    }
    if (index % MESSAGES_PER_PROGRESS === 0)
      onProgress({ stage: 'extracting', done: index, total: messages.length })
  }
  const { text, headings } = writeBlocks(blocks)
  return {
    title: null,
    mime: 'application/mbox',
    text,
    pages: [],
    headings,
    warnings: [
      ...(damaged === 0
        ? []
        : [warn('extraction.damaged_messages', { count: damaged, total: messages.length })]),
      ...warnOfAttached(attached),
    ],
  }
}

const MESSAGES_PER_PROGRESS = 50
const NEWLINE = 0x0a

/** Bytes of an envelope line that are looked at. */
const MAX_ENVELOPE = 400

/** A sentence may begin with "From" too, but hardly with an address and a year (RFC 4155, appendix A). */
function isEnvelope(start: string): boolean {
  return /^From \S+[^\r\n]*\b(?:19|20)\d\d\b/.test(start)
}

/** A message begins with a line "From sender date" at the start or after an empty line. */
function splitMailbox(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const starts: number[] = []
  for (let at = buffer.indexOf('From '); at !== -1; at = buffer.indexOf('From ', at + 1)) {
    const afterEmptyLine =
      buffer[at - 1] === NEWLINE &&
      (buffer[at - 2] === NEWLINE || buffer.toString('latin1', at - 3, at) === '\n\r\n')
    if ((at === 0 || afterEmptyLine) && isEnvelope(buffer.toString('latin1', at, at + MAX_ENVELOPE)))
      starts.push(at)
  }
  return starts.map((start, index) => {
    const first = buffer.indexOf(NEWLINE, start)
    return buffer.subarray(first === -1 ? start : first + 1, starts[index + 1] ?? buffer.length)
  })
}
