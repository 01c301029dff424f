import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import type { FileState } from '../../shared/tool/file-change'
import { diskError, systemCode } from './disk-errors'
import { withFile } from './handles'
import { modeOf, modifiedAt, nodeOf } from './node-identity'

/** What is at a path as far as a change is concerned; `other` is a folder, a link or a device. */
export type FoundState = FileState | { readonly kind: 'other' }

const absent: FileState = { kind: 'absent' }

/** Reads what is at a canonical path now. */
export async function readState(path: string): Promise<FoundState> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile()) return { kind: 'other' }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return absent
    throw diskError(error, path)
  }
  return withFile(path, async ({ handle, stats }) => {
    const hash = createHash('sha256')
    let size = 0
    for await (const piece of handle.createReadStream({ autoClose: false })) {
      const bytes: Buffer = piece
      hash.update(bytes)
      size += bytes.length
    }
    return {
      kind: 'file',
      sha256: hash.digest('hex'),
      size,
      mode: modeOf(stats),
      node: nodeOf(stats),
      modifiedMs: modifiedAt(stats),
    }
  })
}

/**
 * Whether what is there is what was expected; with `exact` also the very same file with the same
 * permissions, not only the same bytes.
 */
export function sameState(found: FoundState, expected: FileState, exact: boolean): boolean {
  if (found.kind === 'other') return false
  if (found.kind === 'absent' || expected.kind === 'absent') return found.kind === expected.kind
  if (found.sha256 !== expected.sha256) return false
  if (!exact) return true
  // Windows and FAT give every file the same permission bits; there they say nothing.
  if (found.mode !== expected.mode && process.platform !== 'win32') return false
  return expected.node === null || found.node === expected.node
}
