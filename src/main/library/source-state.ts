import { lstat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { SourceState } from '../../shared/contract/library'
import type { DocumentRow } from '../db/documents'

/** Whether the file that a document came from is still what was added; tells its content by `hash`. */
export async function sourceState(
  row: Pick<DocumentRow, 'source' | 'size' | 'sha256'>,
  hash: (path: string) => Promise<{ readonly sha256: string }>,
): Promise<SourceState> {
  if (!isAbsolute(row.source) || row.sha256 === null) return 'unavailable'
  try {
    const found = await lstat(row.source)
    if (!found.isFile()) return 'unavailable'
    if (found.size !== row.size) return 'changed'
    return (await hash(row.source)).sha256 === row.sha256 ? 'same' : 'changed'
  } catch {
    // Gone, on a disk that is away, or closed to us: for the reader it is the same.
    return 'unavailable'
  }
}
