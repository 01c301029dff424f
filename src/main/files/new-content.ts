import { createHash } from 'node:crypto'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileContent } from '../../shared/tool/file-change'

/** Bytes as a plan keeps them whole: as text where it is UTF-8, so that a stored plan can be read. */
export function contentOf(
  bytes: Buffer,
  sha256 = createHash('sha256').update(bytes).digest('hex'),
): Exclude<FileContent, { encoding: 'patch' }> {
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { sha256, encoding: 'utf8', data: text }
    : { sha256, encoding: 'base64', data: bytes.toString('base64') }
}

/** What was given, as a file has it; text is written as UTF-8. Throws `invalid_input` for half a character. */
export function givenBytes(given: string | Uint8Array): Buffer {
  return typeof given === 'string' ? wholeText(given) : Buffer.from(given)
}

function wholeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.toString('utf8') === text) return bytes
  throw new AppError('invalid_input', say('file.half_character'), {
    field: 'content',
  })
}

/** Text as a new file has it. */
export function storableText(text: string): { readonly content: FileContent; readonly size: number } {
  const bytes = wholeText(text)
  return { content: contentOf(bytes), size: bytes.length }
}
