import type { BigIntStats } from 'node:fs'

/** What a file is beyond its name: `device:inode`. */
export function nodeOf(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}`
}

/** Permission bits without the kind. */
export function modeOf(stats: BigIntStats): number {
  return Number(stats.mode & 0o7777n)
}

/** Milliseconds since 1970 of the last change of the content. */
export function modifiedAt(stats: BigIntStats): number {
  return Number(stats.mtimeMs)
}
