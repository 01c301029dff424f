import { AppError } from '../../../../shared/errors'
import { pageEncoding } from '../declared-encoding'
import { type DecodedText, decodeText } from '../decode-text'
import { readPage } from '../html/read-page'
import { codePageEncoding } from '../rtf/code-pages'
import { readRtf } from '../rtf/read-rtf'
import type { Block } from '../structure/block'
import { unpackRtf } from './compressed-rtf'
import { refuseLargeText } from './message-text'
import { PROPERTY, type Properties } from './outlook-properties'

/** A body with layout: its encoding where it was guessed, and why a form of it could not be read. */
export type LaidOutBody = {
  readonly blocks: readonly Block[]
  readonly guessed: string | null
  readonly failure: AppError | null
}

/** The body in HTML, else in Rich Text, for a message whose plain form says nothing. */
export function readLaidOut(message: Properties): LaidOutBody {
  let failure: AppError | null = null
  for (const read of [readHtml, readPackedRtf]) {
    try {
      const { blocks, guessed } = read(message)
      if (blocks.length > 0) return { blocks, guessed, failure }
    } catch (error) {
      // Another form may be whole; where none is, this is what is told.
      if (!(error instanceof AppError)) throw error
      failure ??= error
    }
  }
  return { blocks: [], guessed: null, failure }
}

type ReadForm = Pick<LaidOutBody, 'blocks' | 'guessed'>

function readHtml(message: Properties): ReadForm {
  const { text, guessed } = htmlOf(message)
  return { blocks: readPage(text).blocks.map(({ block }) => block), guessed }
}

function htmlOf(message: Properties): DecodedText {
  const all = message.bytes(PROPERTY.html)
  if (all === null || all.length === 0) {
    const text = message.text(PROPERTY.html) ?? ''
    refuseLargeText(text.length)
    return { text, guessed: null }
  }
  refuseLargeText(all.length)
  // As in strings, some programs count the zero at the end.
  const bytes = withoutZerosAtEnd(all)
  const codePage = message.integer(PROPERTY.internetCodePage)
  const named = codePage === null ? undefined : codePageEncoding(codePage)
  return decodeText(bytes, named ?? pageEncoding(bytes))
}

/** Zeros among the others are letters of UTF-16, whose last one may end with one too. */
function withoutZerosAtEnd(bytes: Buffer): Buffer {
  const end = bytes.indexOf(0)
  return end !== -1 && bytes.subarray(end).every((byte) => byte === 0) ? bytes.subarray(0, end) : bytes
}

function readPackedRtf(message: Properties): ReadForm {
  const packed = message.bytes(PROPERTY.compressedRtf)
  const rtf = packed === null ? null : unpackRtf(packed)
  return { blocks: rtf === null ? [] : readRtf(rtf.toString('latin1')).blocks, guessed: null }
}
