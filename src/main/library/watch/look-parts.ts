import type { Database } from '../../db/open'
import type { FileContent } from '../../workers/index-protocol'
import type { OpenedArchive } from '../sources/archive'

/** What looking needs. */
export type LookParts = {
  readonly db: Database
  readonly now: () => number
  /** A file that was written this recently (milliseconds) may be written still. */
  readonly quietMs: number
  readonly newId: () => string
  readonly isProtected: (path: string) => boolean
  /** Whether pictures are taken, because the text in them is read. */
  readonly takesPictures: () => boolean
  readonly hash: (path: string, signal: AbortSignal) => Promise<FileContent>
  /** What is in an archive, stored with `keep`; null for what is no archive of documents. */
  readonly openArchive: (path: string, keep: boolean, signal: AbortSignal) => Promise<OpenedArchive | null>
}

/** Whether nobody writes a file any more. A clock that differs by hours is that of another machine, and says nothing. */
export function isQuiet(touchedAt: number, { now, quietMs }: LookParts): boolean {
  return Math.abs(now() - touchedAt) > quietMs
}
