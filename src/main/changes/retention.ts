import { type Dirent, readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from '../data-folder'
import type { Database } from '../db/open'
import {
  conversationPictures,
  documentContents,
  ledgerNeeds,
  openNeeds,
  retentionAppliedAt,
  setRetentionAppliedAt,
} from '../db/retention'
import { trashRecord } from '../db/trash'
import { baseOfPatch, patchSuffix } from './blobs'

/** How long and how much is kept for undo. */
export interface RetentionLimits {
  readonly days: number
  /** Bytes of the trash and of what changes replaced, together. */
  readonly bytes: number
  /** Copies of the database from before it was brought to a new schema. */
  readonly backups: number
}

/** What was let go, and what is kept. */
export interface RetentionReport {
  readonly removedContents: number
  readonly removedFromTrash: number
  readonly removedBackups: number
  /** Bytes. */
  readonly removedBytes: number
  readonly keptBytes: number
}

/** Long enough to notice a mistake, little enough for a small disk. */
export const defaultRetention: RetentionLimits = { days: 30, bytes: 5_000_000_000, backups: 5 }

const DAY_MS = 86_400_000
/** Half-written things of a process that a crash ended; no write takes a day. */
const LEFTOVER_MS = DAY_MS

/** Something that undo may need, or may have needed. */
interface Kept {
  readonly kind: 'content' | 'trash'
  readonly path: string
  readonly size: number
  /** When it was last needed. */
  readonly at: number
}

/** Applies the retention unless it was applied less than a day ago; answers null then. */
export function applyRetentionDaily(options: RetentionOptions): RetentionReport | null {
  const { db, now } = options
  const last = retentionAppliedAt(db)
  if (last !== null && last <= now && now - last < DAY_MS) return null
  const report = applyRetention(options)
  setRetentionAppliedAt(db, now)
  return report
}

/** What the retention works on. */
export interface RetentionOptions {
  readonly db: Database
  readonly folder: Pick<DataFolder, 'blobs' | 'trash' | 'backups'>
  /** Milliseconds since 1970. */
  readonly now: number
  readonly limits?: RetentionLimits
}

/**
 * Lets go of what undo no longer has to bring back: first what is older than the days, then the oldest beyond the
 * size. Never of what a document, a conversation, a waiting proposal or an unfinished change needs. Call it while nothing else writes:
 * after recovery, before anything new.
 */
export function applyRetention(options: RetentionOptions): RetentionReport {
  const { db, folder, now, limits = defaultRetention } = options
  const needed = new Set([...documentContents(db), ...conversationPictures(db)])
  const open = openNeeds(db)
  for (const text of open) for (const hash of hashesIn(text)) needed.add(hash)
  const lastNeeded = new Map<string, number>()
  for (const { at, text } of ledgerNeeds(db)) {
    for (const hash of hashesIn(text)) lastNeeded.set(hash, Math.max(at, lastNeeded.get(hash) ?? 0))
  }
  const stored = contents(folder.blobs, now)
  // What is stored as a difference needs what it changes for as long as it is needed itself.
  for (const { name, base } of stored) {
    if (base === null) continue
    if (needed.has(name)) needed.add(base)
    lastNeeded.set(base, Math.max(lastNeeded.get(base) ?? 0, lastNeeded.get(name) ?? 0))
  }
  const kept = [
    ...stored
      .filter(({ name }) => !needed.has(name))
      .map(
        ({ name, path, stats }): Kept => ({
          kind: 'content',
          path,
          size: stats.size,
          // What no change names may belong to one that was given up.
          at: lastNeeded.get(name) ?? stats.mtimeMs,
        }),
      ),
    ...trashed(db, folder.trash).filter(({ id }) => !open.some((text) => text.includes(id))),
  ].sort((a, b) => a.at - b.at)

  let keptBytes = kept.reduce((sum, { size }) => sum + size, 0)
  let removedBytes = 0
  const removed = { content: 0, trash: 0 }
  for (const thing of kept) {
    if (now - thing.at <= limits.days * DAY_MS && keptBytes <= limits.bytes) break
    rmSync(thing.path, { recursive: true, force: true })
    removed[thing.kind]++
    removedBytes += thing.size
    keptBytes -= thing.size
  }
  return {
    removedContents: removed.content,
    removedFromTrash: removed.trash,
    removedBackups: pruneBackups(folder.backups, now, limits.backups),
    removedBytes,
    keptBytes,
  }
}

interface StoredContent {
  readonly name: string
  readonly path: string
  readonly stats: Stats
  /** What it is stored as a difference to. */
  readonly base: string | null
}

/** Stored contents by the name that their hash is; half-written ones of a crash are removed. */
function contents(folder: string, now: number): StoredContent[] {
  const found: StoredContent[] = []
  for (const shard of entriesOf(folder)) {
    const path = join(folder, shard.name)
    if (!shard.isDirectory()) {
      if (shard.name.startsWith('.incoming-')) removeLeftover(path, now)
      continue
    }
    for (const entry of entriesOf(path)) {
      const file = join(path, entry.name)
      const stats = statSync(file, { throwIfNoEntry: false })
      const patch = entry.name.endsWith(patchSuffix)
      const name = patch ? entry.name.slice(0, -patchSuffix.length) : entry.name
      if (!stats?.isFile() || !/^[0-9a-f]{64}$/.test(name)) continue
      found.push({ name, path: file, stats, base: patch ? baseOfPatch(readFileSync(file, 'utf8')) : null })
    }
  }
  return found
}

/** What is in the trash; the record of what goes stays, so that an undo can say what became of it. */
function trashed(db: Database, folder: string): (Kept & { readonly id: string })[] {
  return entriesOf(folder).flatMap(({ name: id }) => {
    const path = join(folder, id)
    const record = trashRecord(db, id)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return []
    return [{ id, kind: 'trash', path, size: record?.size ?? 0, at: record?.trashedAt ?? stats.mtimeMs }]
  })
}

function pruneBackups(folder: string, now: number, limit: number): number {
  const copies: { path: string; at: number }[] = []
  for (const { name } of entriesOf(folder)) {
    const path = join(folder, name)
    if (name.endsWith('.unfinished')) removeLeftover(path, now)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.isFile() && name.endsWith('.db')) copies.push({ path, at: stats.mtimeMs })
  }
  const old = copies.sort((a, b) => b.at - a.at).slice(limit)
  for (const { path } of old) rmSync(path, { force: true })
  return old.length
}

function removeLeftover(path: string, now: number): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats !== undefined && now - stats.mtimeMs > LEFTOVER_MS) rmSync(path, { force: true })
}

function entriesOf(folder: string): Dirent[] {
  return readdirSync(folder, { withFileTypes: true })
}

function hashesIn(text: string): string[] {
  return text.match(/\b[0-9a-f]{64}\b/g) ?? []
}
