import { lstat, realpath } from 'node:fs/promises'
import { dirname, isAbsolute, join, sep } from 'node:path'
import type { SourceState } from '../../../shared/contract/library'
import { isWebAddress } from '../../../shared/web/web-address'
import type { DocumentRow } from '../../db/documents'

/**
 * Whether the file that a document came from is still what was added; tells its content by `hash`. What lies in
 * `uploads` is a copy that is removed once it was read.
 */
export async function sourceState(
  row: Pick<DocumentRow, 'source' | 'size' | 'sha256'>,
  hash: (path: string) => Promise<{ readonly sha256: string }>,
  uploads: string | null,
): Promise<SourceState> {
  // Looking would ask its host: nobody wanted that.
  if (isWebAddress(row.source)) return 'none'
  if (uploads !== null && row.source.startsWith(join(await realpath(uploads), sep))) return 'none'
  if (!isAbsolute(row.source) || row.sha256 === null) return 'unavailable'
  try {
    const found = await lstat(row.source)
    if (!found.isFile()) return 'unavailable'
    if (found.size !== row.size) return 'changed'
    return (await hash(row.source)).sha256 === row.sha256 ? 'same' : 'changed'
  } catch {
    // A file of an archive has no place of its own to look at.
    if (await isInsideFile(row.source)) return 'none'
    // Gone, on a disk that is away, or closed to us: for the reader it is the same.
    return 'unavailable'
  }
}

/** Whether one of the folders of a path is a file. */
async function isInsideFile(path: string): Promise<boolean> {
  for (let above = dirname(path); above !== dirname(above); above = dirname(above)) {
    const found = await lstat(above).catch(() => null)
    if (found !== null) return found.isFile()
  }
  return false
}
