import { realpath } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import type { EntryIdentity, FileState } from '../../shared/tool/file-change'
import type { ContentLook } from '../../shared/tool/picture'
import { pictureTypeOf } from '../pictures/header'
import { type Pictures, type PreparedPicture, pictureFileBytes, tooLargeInWords } from '../pictures/service'
import { type CheckedFile, withFile } from './handles'
import { modifiedAt, nodeOf } from './node-identity'

/** A picture as it was read through one handle. */
export interface PictureFile extends PreparedPicture {
  readonly path: string
  readonly name: string
  /** Bytes of the file. */
  readonly size: number
  readonly modifiedAt: number
}

/** First bytes that say what a file is, and that a preview shows. */
const HEAD_BYTES = 64
/** Pictures of one batch that are drawn: as many as a preview shows before "Show all". */
const DRAWN_PICTURES = 20

/** Reads the picture at a checked path for a model; null where there is none. */
export async function readPictureFile(
  path: string,
  pictures: Pictures,
  signal: AbortSignal,
): Promise<PictureFile | null> {
  return withFile(path, async (file) => {
    if (pictureTypeOf(await headOf(file)) === null) return null
    const size = Number(file.stats.size)
    if (size > pictureFileBytes)
      throw new AppError('too_large', say('file.picture', { path, why: tooLargeInWords(size) }))
    const bytes = await file.handle.readFile()
    const prepared = await pictures.forModel(bytes, signal).catch((error: unknown) => {
      throw error instanceof AppError
        ? new AppError(error.code, say('file.picture', { path, why: wordsOf(error) }), { cause: error })
        : error
    })
    return { ...prepared, path, name: basename(path), size: bytes.length, modifiedAt: modifiedAt(file.stats) }
  })
}

/** What a file that is to be replaced holds; throws `conflict` where it is not in that state any more. */
export async function lookAtReplaced(
  path: string,
  state: Extract<FileState, { kind: 'file' }>,
  pictures: Pictures,
): Promise<ContentLook> {
  return withFile(path, async (file) => {
    const same = nodeOf(file.stats) === state.node && modifiedAt(file.stats) === state.modifiedMs
    const head = await headOf(file)
    const draws = pictureTypeOf(head) !== null && state.size <= pictureFileBytes
    const look = await pictures.look(draws ? await file.handle.readFile() : head)
    if (!same || (draws && look.sha256 !== state.sha256)) {
      throw new AppError('conflict', say('file.changed_reading', { path }))
    }
    return { ...look, size: state.size, sha256: state.sha256 }
  })
}

/** The pictures among files that get another place or go, in the same order; the first few of many. */
export async function lookAtPictures(
  items: readonly { readonly path: string; readonly entry: EntryIdentity }[],
  pictures: Pictures,
  signal?: AbortSignal,
): Promise<(ContentLook | undefined)[]> {
  const looks: (ContentLook | undefined)[] = []
  let drawn = 0
  for (const { path, entry } of items) {
    signal?.throwIfAborted()
    const look = drawn < DRAWN_PICTURES ? await lookAtPicture(path, entry, pictures) : undefined
    if (look !== undefined) drawn++
    looks.push(look)
  }
  return looks
}

async function lookAtPicture(
  path: string,
  entry: EntryIdentity,
  pictures: Pictures,
): Promise<ContentLook | undefined> {
  // One that another proposal makes or moves before is not there yet to be looked at.
  if (entry.kind !== 'file' || entry.size > pictureFileBytes || entry.expects !== undefined) return undefined
  // The trash is below the data folder, whose own path may lead through a link.
  const real = join(await realpath(dirname(path)), basename(path))
  return withFile(real, async (file) => {
    // What was changed since it was identified is refused when the plan is applied; it is not shown as the plan's.
    if (nodeOf(file.stats) !== entry.node || Number(file.stats.size) !== entry.size) return undefined
    if (pictureTypeOf(await headOf(file)) === null) return undefined
    return pictures.look(await file.handle.readFile())
  })
}

/** The first bytes; the position of the handle stays at the beginning. */
async function headOf({ handle }: CheckedFile): Promise<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await handle.read(head, 0, HEAD_BYTES, 0)
  return head.subarray(0, bytesRead)
}
