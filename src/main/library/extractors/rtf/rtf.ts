import { titleLine } from '../normalize'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { readRtf } from './read-rtf'

/** Reads a Rich Text file; its bytes are ASCII with escapes. */
export function extractRtf(bytes: Uint8Array): ExtractedDocument {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  const { title, blocks } = readRtf(source)
  const { text, headings } = writeBlocks(blocks)
  return {
    title: titleLine(title) ?? headings.find((heading) => heading.level === 1)?.title ?? null,
    mime: 'application/rtf',
    text,
    pages: [],
    headings,
    warnings: [],
  }
}
