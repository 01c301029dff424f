import { AppError } from '../../shared/errors'
import type { EntryIdentity, FileState } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import type { FoundState } from './file-state'
import { readTextFile } from './text-file'
import { decodeText } from './text-format'

/** Largest text of either side that is shown (bytes): what two columns of a dialog can still take. */
const shownBytes = 1 << 20
/** One text of two: null for what is not there, or not text. */
export interface Side {
  readonly text: string | null
  readonly shown: boolean
}

/** Nothing is there. */
export const nothing: Side = { text: null, shown: true }
/** What has no text, or too much of it. */
export const notText: Side = { text: null, shown: false }

/** The text of a file, a folder or a link that is there. */
export async function entryText(path: string, { kind, size }: EntryIdentity): Promise<Side> {
  return kind === 'file' && size <= shownBytes ? asText(() => fileText(path)) : notText
}

/** The text of a state, read as told where it is one that can be shown. */
export async function sideOf(state: FoundState | FileState, read: () => Promise<string>): Promise<Side> {
  if (state.kind === 'absent') return nothing
  return state.kind === 'file' && state.size <= shownBytes ? asText(read) : notText
}

async function asText(read: () => Promise<string>): Promise<Side> {
  try {
    return { text: await read(), shown: true }
  } catch (error) {
    // Not text: there is nothing to show side by side, and the undo can still be decided on.
    if (error instanceof AppError && error.code === 'unsupported') return notText
    throw error
  }
}

/** The text of a file. */
export async function fileText(path: string): Promise<string> {
  return (await readTextFile(path, shownBytes)).text
}

/** The text of stored bytes. */
export async function bytesText(blobs: BlobStore, path: string, sha256: string): Promise<string> {
  return decodeText(await blobs.read(sha256), path).text
}
