import iconv from 'iconv-lite'
import { once } from '../../../once'
import type { CompoundStorage } from '../compound/compound-file'
import { unnamedEncoding } from '../decode-text'
import { GUESS_BYTES } from '../guess-encoding'
import { codePageEncoding, codePageOfLanguage } from '../rtf/code-pages'
import { ATTACHMENTS, partsOf, RECIPIENTS } from './outlook-storages'

/** Reads the strings that a message of before Unicode keeps in bytes. */
export interface MessageStrings {
  decode(bytes: Buffer): string
  /** The encoding that had to be guessed for a string that was decoded; null where there was none. */
  guessed(): string | null
}

/** What a message says of how its strings are kept; the locale is that of whoever wrote it (MS-LCID). */
export type NamedEncodings = {
  readonly codePages: readonly (number | null)[]
  readonly locale: number | null
}

/** Encodings in which letters have two bytes, which may look like UTF-8. */
const TWO_BYTES = new Set(['cp932', 'cp936', 'cp949', 'cp950', 'eucjp', 'gb18030'])

/** Decodes the strings of a message; many programs wrote UTF-8 and named their system's code page. */
export function openStrings(storage: CompoundStorage, names: NamedEncodings): MessageStrings {
  const named = namedEncoding(names)
  // One string has too few letters to tell; the guess is about all of them.
  const unnamed = once(() => unnamedEncoding(sampleOf(storage)))
  let guessed: string | null = null
  return {
    decode(bytes) {
      if (isAscii(bytes)) return bytes.toString('latin1')
      if (named === null) {
        guessed = unnamed()
        return iconv.decode(bytes, guessed ?? 'utf-8')
      }
      if (TWO_BYTES.has(named)) return iconv.decode(bytes, named)
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      } catch {
        return iconv.decode(bytes, named)
      }
    },
    guessed: () => guessed,
  }
}

/** UTF-8 is looked for in any case, so a message that names it and has another one names none. */
function namedEncoding({ codePages, locale }: NamedEncodings): string | null {
  const pages = [...codePages, locale === null || isEnglish(locale) ? null : codePageOfLanguage(locale)]
  const encodings = pages.flatMap((page) => (page === null ? [] : (codePageEncoding(page) ?? [])))
  return encodings.find((encoding) => encoding !== 'utf-8') ?? null
}

/** English is what programs name that don't know the locale, so it says nothing about letters. */
function isEnglish(locale: number): boolean {
  return (locale & 0x3ff) === 0x09
}

function isAscii(bytes: Uint8Array): boolean {
  return !bytes.some((byte) => byte > 0x7f)
}

/** How the name of a stream ends that holds a string in bytes (MS-OXMSG, 2.1.3). */
const STRING_8 = /^__substg1\.0_[0-9a-f]{4}001e$/i

/** The strings beyond ASCII of a message and its parts, a line each, as many as a guess looks at. */
function sampleOf(message: CompoundStorage): Uint8Array {
  const strings: Buffer[] = []
  let length = 0
  for (const storage of storagesOf(message)) {
    for (const name of storage.streams) {
      if (length >= GUESS_BYTES) break
      const bytes = STRING_8.test(name) ? storage.stream(name) : null
      if (bytes === null || isAscii(bytes)) continue
      strings.push(bytes.subarray(0, GUESS_BYTES), Buffer.from('\n'))
      length += bytes.length
    }
    if (length >= GUESS_BYTES) break
  }
  return Buffer.concat(strings).filter((byte) => byte !== 0)
}

function* storagesOf(message: CompoundStorage): Generator<CompoundStorage, void, undefined> {
  yield message
  yield* partsOf(message, RECIPIENTS)
  yield* partsOf(message, ATTACHMENTS)
}
