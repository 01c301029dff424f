import { lstat, readdir, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { onDisk } from './disk-errors'
import { kindOf } from './entry-identity'
import { modeOf, modifiedAt } from './node-identity'
import type { Resolved } from './paths'

/** What is known of one thing on disk without reading it. */
export interface FileInfo {
  readonly path: string
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes; null for what is not a file. */
  readonly size: number | null
  readonly modifiedAt: number
  /** Null where the disk does not keep it. */
  readonly createdAt: number | null
  /** Permission bits. */
  readonly mode: number
  /** Names that a file has in all folders. */
  readonly links: number
  /** Things right inside a folder. */
  readonly entries: number | null
  readonly target: string | null
  readonly access: 'read' | 'read_write'
}

/** Looks at what is at a checked path; a link is not followed. */
export async function fileInfo({ path, grant }: Resolved): Promise<FileInfo> {
  return onDisk(path, async () => {
    const stats = await lstat(path, { bigint: true })
    const kind = kindOf(stats)
    return {
      path,
      name: basename(path),
      kind,
      size: kind === 'file' ? Number(stats.size) : null,
      modifiedAt: modifiedAt(stats),
      createdAt: stats.birthtimeMs > 0n ? Number(stats.birthtimeMs) : null,
      mode: modeOf(stats),
      links: Number(stats.nlink),
      entries: kind === 'folder' ? (await readdir(path)).length : null,
      target: kind === 'link' ? await readlink(path) : null,
      access: grant.access,
    }
  })
}
