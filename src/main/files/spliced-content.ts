import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { spliceText, type TextSplice } from '../../shared/text/text-splices'
import type { ContentPiece, FileContent } from '../../shared/tool/file-change'
import { digestOf } from '../changes/digest'
import { patchParts } from '../changes/patch'
import type { Excerpt } from './excerpt'
import { contentOf } from './new-content'
import type { TextFile } from './text-file'
import { encodeText, markOf } from './text-format'

/** Largest text in another encoding than UTF-8 that is edited (bytes): it is encoded whole, which holds the main thread up. */
const OTHER_ENCODING_BYTES = 4 * (1 << 20)
/** Contents up to this are kept whole in the plan (bytes): a plan that needs nothing beside it, and small all the same. */
const WHOLE_BYTES = 64 * 1024

/**
 * The content of a file, or of an excerpt of it, after splices, with its size in bytes; encoding, mark and everything
 * between the splices stay. What is long is kept as its difference. Throws `unsupported` where a character would be cut,
 * or the file can't be written again as it was read, and `too_large` for a long one that isn't UTF-8.
 */
export async function splicedContent(
  file: TextFile,
  splices: readonly TextSplice[],
  excerpt: Excerpt | null,
): Promise<{ content: FileContent; size: number }> {
  const { text, bytesBefore } = excerpt ?? { text: file.text, bytesBefore: markOf(file).length }
  refuseHalfCharacters(text, splices, file.path)
  if (file.encoding !== 'utf-8') {
    if (excerpt !== null) throw new AppError('internal', 'An excerpt is of UTF-8 only.')
    const bytes = inOtherEncoding(file, splices)
    return { content: contentOf(bytes, await digestOf(bytes)), size: bytes.length }
  }
  const pieces = utf8Pieces(text, splices, bytesBefore)
  const parts = patchParts(file.bytes, pieces)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  const sha256 = await digestOf(parts)
  return size > WHOLE_BYTES && file.bytes.length > WHOLE_BYTES
    ? { content: { sha256, encoding: 'patch', base: file.state.sha256, pieces }, size }
    : { content: contentOf(Buffer.concat(parts), sha256), size }
}

/** The same ranges in bytes. UTF-8 was read strictly, so what lies between them is byte for byte what it was. */
function utf8Pieces(text: string, splices: readonly TextSplice[], bytesBefore: number): ContentPiece[] {
  let [characters, bytes] = [0, bytesBefore]
  const bytesUpTo = (place: number): number => {
    bytes += Buffer.byteLength(text.slice(characters, place), 'utf8')
    characters = place
    return bytes
  }
  return splices.map(({ start, end, text: data }) => {
    const at = bytesUpTo(start)
    return { at, remove: bytesUpTo(end) - at, data }
  })
}

/** UTF-16 would take them, and nobody could read the file again as it was written. */
function refuseHalfCharacters(text: string, splices: readonly TextSplice[], path: string): void {
  const halves = splices.some(
    ({ start, end, text: taken }) =>
      !taken.isWellFormed() || cutsCharacter(text, start) || cutsCharacter(text, end),
  )
  if (halves) throw new AppError('unsupported', say('file.no_half_character', { path }))
}

/** Whether a place is between the two halves of a character beyond the first 65,536. */
function cutsCharacter(text: string, place: number): boolean {
  const [before, after] = [text.charCodeAt(place - 1), text.charCodeAt(place)]
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000
}

function inOtherEncoding(file: TextFile, splices: readonly TextSplice[]): Buffer {
  if (file.state.size > OTHER_ENCODING_BYTES) {
    throw new AppError(
      'too_large',
      say('file.encoding_too_large', {
        path: file.path,
        size: file.state.size,
        limit: OTHER_ENCODING_BYTES,
        encoding: file.encoding,
      }),
    )
  }
  if (!encodeText(file.text, file, file.path).equals(file.bytes)) {
    throw new AppError(
      'unsupported',
      say('file.encoding_damaged', { path: file.path, encoding: file.encoding }),
    )
  }
  return encodeText(spliceText(file.text, splices), file, file.path)
}
