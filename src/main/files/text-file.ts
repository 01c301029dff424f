import { basename } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { FileState } from '../../shared/tool/file-change'
import { readWithDigest } from '../changes/digest'
import { once } from '../once'
import { withFile } from './handles'
import { modeOf, modifiedAt, nodeOf } from './node-identity'
import { type DecodedText, decodeText, type LineEnding, lineEndingOf, type TextFormat } from './text-format'

/** A text file as it was read through one handle; its text is made of its bytes once it is asked for. */
export interface TextFile extends TextFormat {
  readonly path: string
  readonly name: string
  /** To be asked for before the bytes are given back. */
  readonly text: string
  /** As it is stored: its hash is the state's. */
  readonly bytes: Uint8Array
  readonly lineEnding: LineEnding
  readonly state: Extract<FileState, { kind: 'file' }>
  readonly modifiedAt: number
  /** Names that this file has in all folders. */
  readonly links: number
}

/** What is said of one that is larger. */
export type TooLarge = 'file.too_large_here' | 'file.too_large_to_read' | 'file.too_large_to_edit'

/** Reads the text file at a checked path; refuses what is larger than the limit before reading it. */
export async function readTextFile(
  path: string,
  limitBytes: number,
  tooLarge: TooLarge = 'file.too_large_here',
): Promise<TextFile> {
  return withFile(path, async ({ handle, stats }) => {
    if (stats.size > BigInt(limitBytes)) {
      throw new AppError('too_large', say(tooLarge, { path, size: Number(stats.size), limit: limitBytes }))
    }
    const { bytes, sha256 } = await readWithDigest(handle, Number(stats.size))
    return textFileOf(decodeText(bytes, path), {
      bytes,
      path,
      name: basename(path),
      state: {
        kind: 'file',
        sha256,
        size: bytes.length,
        mode: modeOf(stats),
        node: nodeOf(stats),
        modifiedMs: modifiedAt(stats),
      },
      modifiedAt: modifiedAt(stats),
      links: Number(stats.nlink),
    })
  })
}

/** A file of this text, which is made of its bytes once it is asked for. */
export function textFileOf(
  decoded: DecodedText,
  about: Omit<TextFile, keyof DecodedText | 'lineEnding'>,
): TextFile {
  const lineEnding = once(() => lineEndingOf(decoded.text))
  const { encoding, mark } = decoded
  return {
    ...about,
    encoding,
    mark,
    get text() {
      return decoded.text
    },
    get lineEnding() {
      return lineEnding()
    },
  }
}
