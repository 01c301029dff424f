import type { Dirent, Stats } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type RetentionLimits, usualRetention } from '../../shared/contract/retention'
import type { DataFolder } from '../data-folder'
import { assistantPictures } from '../db/assistants'
import { type Database, recordOutcome } from '../db/open'
import {
  conversationPictures,
  documentContents,
  ledgerNeeds,
  openNeeds,
  raiseRetentionHorizon,
  retentionAppliedAt,
  type StoredNeed,
  setRetentionAppliedAt,
  storedLimits,
} from '../db/retention'
import { trashRecord } from '../db/trash'
import type { Audit } from './audit'
import { baseOfPatch, incomingPrefix, patchSuffix } from './blobs'

/** A copy of the database that is not whole yet, with what SQLite keeps beside it. */
const unfinishedCopy = /\.unfinished(?:-wal|-shm|-journal)?$/

/** What was let go, and what is kept. */
export interface RetentionReport {
  readonly removedContents: number
  readonly removedFromTrash: number
  readonly removedBackups: number
  /** Bytes. */
  readonly removedBytes: number
  readonly keptBytes: number
}

/** Something that undo may need, or may have needed. */
export interface Kept {
  readonly kind: 'content' | 'trash'
  /** A hash, or an id in the trash. */
  readonly id: string
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** When it was last needed (milliseconds since 1970). */
  readonly at: number
  /** Where it was, or what was done to it last; null when no change knows it. */
  readonly label: string | null
  /** True for a content that is stored as a difference to another one. */
  readonly patch: boolean
}

/** Why something was let go. */
export type Because = 'age' | 'size' | 'cleared'

/** Copies of the database from before it was brought to a new schema. */
const keptBackups = 5
/** Recorded in one transaction: few enough to keep the window responsive. */
const thingsAtOnce = 100
const DAY_MS = 86_400_000
/** Half-written things of a process that a crash ended, and contents that nothing names yet; no write takes a day. */
const LEFTOVER_MS = DAY_MS

/** What the retention works on. */
export interface RetentionParts {
  readonly db: Database
  readonly folder: Pick<DataFolder, 'blobs' | 'trash' | 'backups'>
  readonly audit: Pick<Audit, 'record'>
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The limits that hold. */
export function retentionLimits(db: Database): RetentionLimits {
  return storedLimits(db) ?? usualRetention
}

/**
 * Removes what a crash left half written. Call it at each start, before anything writes: by then only the process
 * that holds the folder can write, and it has not begun.
 */
export async function removeHalfWritten({
  blobs,
  backups,
}: Pick<DataFolder, 'blobs' | 'backups'>): Promise<void> {
  for (const { name } of await entriesOf(blobs)) {
    if (name.startsWith(incomingPrefix)) await rm(join(blobs, name), { force: true })
  }
  for (const { name } of await entriesOf(backups)) {
    if (unfinishedCopy.test(name)) await rm(join(backups, name), { force: true })
  }
}

/** Applies the retention unless it was applied less than a day ago; answers null then. */
export async function applyRetentionDaily(parts: RetentionParts): Promise<RetentionReport | null> {
  const { db, now } = parts
  const last = retentionAppliedAt(db)
  if (last !== null && last <= now && now - last < DAY_MS) return null
  const report = await applyRetention(parts, retentionLimits(db))
  setRetentionAppliedAt(db, now)
  return report
}

/**
 * Lets go of what undo no longer has to bring back: first what is older than the days, then the oldest beyond the
 * size. Call it while no change is under way.
 */
export async function applyRetention(
  parts: RetentionParts,
  limits: RetentionLimits,
): Promise<RetentionReport> {
  const kept = await findKept(parts)
  const going = beyond(kept, limits, parts.now)
  await letGo(parts, going)
  const removedBytes = bytesOf(going.map(({ thing }) => thing))
  const count = (kind: Kept['kind']) => going.filter(({ thing }) => thing.kind === kind).length
  return {
    removedContents: count('content'),
    removedFromTrash: count('trash'),
    removedBackups: await pruneBackups(parts.folder.backups, parts.now),
    removedBytes,
    keptBytes: bytesOf(kept) - removedBytes,
  }
}

/** Bytes of things together. */
export function bytesOf(things: readonly Kept[]): number {
  return things.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Everything that is kept for undo alone, the longest unneeded first: nothing that a document, a conversation, a
 * waiting proposal or an unfinished change needs.
 */
export async function findKept({ db, folder, now }: RetentionParts): Promise<Kept[]> {
  const open = openNeeds(db)
  const needed = new Set([
    ...documentContents(db),
    ...conversationPictures(db),
    ...assistantPictures(db),
    ...open.flatMap(hashesIn),
  ])
  const lastNeed = new Map<string, StoredNeed>()
  for (const need of ledgerNeeds(db)) {
    for (const hash of hashesIn(need.text)) {
      if (need.at >= (lastNeed.get(hash)?.at ?? 0)) lastNeed.set(hash, need)
    }
  }
  const stored = await contents(folder.blobs, now)
  // What is stored as a difference needs what it changes for as long as it is needed itself.
  for (const { name, base } of stored) {
    if (base === null) continue
    if (needed.has(name)) needed.add(base)
    const need = lastNeed.get(name)
    if (need !== undefined && need.at >= (lastNeed.get(base)?.at ?? 0)) lastNeed.set(base, need)
  }
  const kept: Kept[] = []
  for (const { name, path, stats, base } of stored) {
    if (needed.has(name)) continue
    const need = lastNeed.get(name)
    // A content that no change names belongs to one that was given up, or is just being added.
    if (need === undefined && now - stats.mtimeMs < LEFTOVER_MS) continue
    kept.push({
      kind: 'content',
      id: name,
      path,
      size: stats.size,
      at: need?.at ?? stats.mtimeMs,
      label: need?.summary ?? null,
      patch: base !== null,
    })
  }
  for (const thing of await trashed(db, folder.trash)) {
    if (!open.some((text) => text.includes(thing.id))) kept.push(thing)
  }
  // Of the same time a difference goes before what it changes.
  return kept.sort((a, b) => a.at - b.at || Number(b.patch) - Number(a.patch))
}

/** What of it is beyond the limits; all of it without limits. */
export function beyond(
  kept: readonly Kept[],
  limits: RetentionLimits | null,
  now: number,
): { readonly thing: Kept; readonly because: Because }[] {
  if (limits === null) return kept.map((thing) => ({ thing, because: 'cleared' }))
  let left = bytesOf(kept)
  const going: { thing: Kept; because: Because }[] = []
  for (const thing of kept) {
    const old = now - thing.at > limits.days * DAY_MS
    if (!old && left <= limits.bytes) break
    going.push({ thing, because: old ? 'age' : 'size' })
    left -= thing.size
  }
  return going
}

/** Writes down each thing that goes and why, then removes it; the record of the trash stays. */
export async function letGo(
  { db, audit }: Pick<RetentionParts, 'db' | 'audit'>,
  going: readonly { readonly thing: Kept; readonly because: Because }[],
): Promise<void> {
  for (let start = 0; start < going.length; start += thingsAtOnce) {
    const part = going.slice(start, start + thingsAtOnce)
    recordOutcome(db, () => {
      raiseRetentionHorizon(db, Math.max(...part.map(({ thing }) => thing.at)))
      for (const { thing, because } of part) {
        const { kind, id, size, at } = thing
        audit.record('retention.removed', { what: kind, id, bytes: size, at, because })
      }
    })
    for (const { thing } of part) await rm(thing.path, { recursive: true, force: true })
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
async function contents(folder: string, now: number): Promise<StoredContent[]> {
  const found: StoredContent[] = []
  for (const shard of await entriesOf(folder)) {
    const path = join(folder, shard.name)
    if (!shard.isDirectory()) {
      if (shard.name.startsWith(incomingPrefix)) await removeLeftover(path, now)
      continue
    }
    for (const entry of await entriesOf(path)) {
      const file = join(path, entry.name)
      const stats = await statOf(file)
      const patch = entry.name.endsWith(patchSuffix)
      const name = patch ? entry.name.slice(0, -patchSuffix.length) : entry.name
      if (!stats?.isFile() || !/^[0-9a-f]{64}$/.test(name)) continue
      const base = patch ? baseOfPatch(await readFile(file, 'utf8')) : null
      found.push({ name, path: file, stats, base })
    }
  }
  return found
}

/** What is in the trash; the record of what goes stays, so that an undo can say what became of it. */
async function trashed(db: Database, folder: string): Promise<Kept[]> {
  const found: Kept[] = []
  for (const { name: id } of await entriesOf(folder)) {
    const path = join(folder, id)
    const stats = await statOf(path)
    if (stats === null) continue
    const record = trashRecord(db, id)
    found.push({
      id,
      kind: 'trash',
      path,
      size: record?.size ?? 0,
      at: record?.trashedAt ?? stats.mtimeMs,
      label: record === undefined ? null : basename(record.originalPath),
      patch: false,
    })
  }
  return found
}

async function pruneBackups(folder: string, now: number): Promise<number> {
  const copies: { path: string; at: number }[] = []
  for (const { name } of await entriesOf(folder)) {
    const path = join(folder, name)
    if (name.endsWith('.unfinished')) await removeLeftover(path, now)
    const stats = await statOf(path)
    if (stats?.isFile() && name.endsWith('.db')) copies.push({ path, at: stats.mtimeMs })
  }
  const old = copies.sort((a, b) => b.at - a.at).slice(keptBackups)
  for (const { path } of old) await rm(path, { force: true })
  return old.length
}

async function removeLeftover(path: string, now: number): Promise<void> {
  const stats = await statOf(path)
  if (stats !== null && now - stats.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
}

function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true })
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path)
  } catch (error) {
    // Gone since it was listed.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function hashesIn(text: string): string[] {
  return text.match(/\b[0-9a-f]{64}\b/g) ?? []
}
