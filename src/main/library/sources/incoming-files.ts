import { lstat, rm } from 'node:fs/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { onDisk } from '../../files/disk-errors'
import { createHandedOver } from '../../files/handed-over'
import type { IndexClient } from '../threads/index-client'
import type { HandedFiles, LibraryToolService } from '../tool-service'
import { archiveFailure, mayBeArchive, type OpenedArchive, openedArchive } from './archive'
import { lookAtCandidates } from './candidates'
import { findFiles } from './find-files'
import { storePastedText } from './pasted-text'
import { shownPath, uploadFolder } from './shown-path'

type IncomingFiles = Pick<
  LibraryToolService,
  | 'findFiles'
  | 'takesPictures'
  | 'handOver'
  | 'takeHandedOver'
  | 'shownPath'
  | 'openArchive'
  | 'candidates'
  | 'stat'
  | 'hash'
  | 'inspect'
  | 'storeText'
  | 'forgetUploads'
>

/** What is needed to look at files that are to be added. */
export type IncomingFilesParts = {
  readonly index: IndexClient
  /** Where files lie that a browser handed over. */
  readonly uploads: string | undefined
  /** Whether a backup or an export reads what is stored. */
  readonly areRead: () => boolean
  /** Whether pictures are taken out of folders and archives. */
  readonly takesPictures: () => boolean
}

/** Looks at what is to be added: which files there are, what is in them, and who handed them over. */
export function createIncomingFiles({
  index,
  uploads,
  areRead,
  takesPictures,
}: IncomingFilesParts): IncomingFiles {
  const handed = createHandedOver<HandedFiles>()

  async function unpack(
    path: string,
    keep: boolean | readonly string[],
    signal: AbortSignal,
  ): Promise<OpenedArchive | null> {
    if (!(await mayBeArchive(path))) return null
    const how = { withPictures: takesPictures(), keep }
    const unpacked = await index.unpack(path, how, signal).catch((error: unknown) => {
      throw archiveFailure(error)
    })
    return unpacked.archive ? openedArchive(path, unpacked) : null
  }

  return {
    findFiles: (paths, signal) => findFiles(paths, signal, takesPictures()),
    takesPictures,
    handOver: (path, one = { files: null, kind: 'files' }) => handed.handOver(path, one),
    takeHandedOver: handed.take,
    shownPath: (path) => shownPath(uploads, path),
    openArchive: unpack,
    candidates(paths, keep, signal) {
      const open = (path: string) => unpack(path, keep, signal)
      return lookAtCandidates({ index, open }, paths, signal)
    },
    async stat(path) {
      const found = await onDisk(path, () => lstat(path))
      return { size: found.size, modifiedMs: found.mtimeMs, folder: found.isDirectory() }
    },
    hash: (path, signal) => index.hash(path, signal),
    inspect: (path, signal) => index.inspect(path, signal),
    async storeText(title, text) {
      if (uploads === undefined) throw new AppError('unsupported', say('adding.not_taken_here'))
      return storePastedText(uploads, title, text)
    },
    async forgetUploads(paths, documents) {
      // What is listed must be there when its turn comes; what nothing needs goes at the next start.
      if (areRead()) return
      const uploadOf = (path: string) => uploadFolder(uploads, path)
      const needed = new Set(documents.map(({ source }) => uploadOf(source)))
      for (const folder of new Set(paths.map(uploadOf))) {
        if (folder !== null && !needed.has(folder)) await rm(folder, { recursive: true, force: true })
      }
    },
  }
}
