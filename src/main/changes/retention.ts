import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RetentionLimits, usualRetention } from '../../shared/contract/retention'
import { dayMs } from '../../shared/durations'
import { anyDeletedBefore, letGoOfDocuments } from '../db/deleted-documents'
import { type Database, recordOutcome, unfinishedCopy } from '../db/open'
import {
  raiseRetentionHorizon,
  retentionAppliedAt,
  setRetentionAppliedAt,
  storedLimits,
} from '../db/retention'
import type { DataFolder } from '../disk/data-folder'
import type { Audit } from './audit'
import { incomingPrefix } from './blobs'
import {
  entriesOf,
  findKept,
  isStoredAgain,
  type Kept,
  type KeptParts,
  neededMeanwhile,
  parted,
  removeLeftover,
  statOf,
  totalBytes,
} from './kept'
import { removeFromTrash } from './leaving-trash'

/** What was let go, and what is kept. */
export interface RetentionReport {
  readonly removedContents: number
  readonly removedFromTrash: number
  readonly removedDocuments: number
  readonly removedBackups: number
  /** Bytes. */
  readonly removedBytes: number
  readonly keptBytes: number
}

/** Why something was let go. */
export type Because = 'age' | 'size' | 'cleared'

/** Things that are to go, each with why. */
export type Going = readonly { readonly thing: Kept; readonly because: Because }[]

/** Copies of the database from before it was brought to a new schema. */
const keptBackups = 5
/** Recorded in one transaction: few enough to keep the window responsive. */
const thingsAtOnce = 100

/** What the retention works on. */
export interface RetentionParts extends KeptParts {
  readonly folder: Pick<DataFolder, 'blobs' | 'trash' | 'backups'>
  readonly audit: Pick<Audit, 'record'>
  /** Told when documents went, of which the library still has to remove what it made of them. */
  readonly documentsGone?: () => void
}

/** The limits that a person set; without, the usual ones. */
export function retentionLimits(db: Database): RetentionLimits {
  return storedLimits(db) ?? usualRetention
}

/**
 * Removes what a crash left half written. Call it at each start, before anything writes: by then only
 * the process that holds the folder can write, and it has not begun.
 */
export async function removeHalfWritten({
  blobs,
  backups,
}: Pick<DataFolder, 'blobs' | 'backups'>): Promise<void> {
  for (const { name } of await entriesOf(blobs)) {
    if (name.startsWith(incomingPrefix)) await rm(join(blobs, name), { force: true })
  }
  for (const { name } of await entriesOf(backups)) {
    if (unfinishedCopy.test(name)) await rm(join(backups, name), { recursive: true, force: true })
  }
}

/**
 * Applies the retention unless it was applied less than a day ago; answers null then. The words of a document whose time is
 * over do not wait for that day.
 */
export async function applyRetentionDaily(parts: RetentionParts): Promise<RetentionReport | null> {
  const { db, now } = parts
  const last = retentionAppliedAt(db)
  const limits = retentionLimits(db)
  const isRecent = last !== null && last <= now && now - last < dayMs
  if (isRecent && !anyDeletedBefore(db, now - limits.days * dayMs)) return null
  const report = await applyRetention(parts, limits)
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
  const going = await letGo(parts, beyond(kept, limits, parts.now))
  const removedBytes = totalBytes(going.map(({ thing }) => thing))
  const count = (kind: Kept['kind']) => going.filter(({ thing }) => thing.kind === kind).length
  return {
    removedContents: count('content'),
    removedFromTrash: count('trash'),
    removedDocuments: going.reduce((sum, { thing }) => sum + thing.documents.length, 0),
    removedBackups: await pruneBackups(parts.folder.backups, parts.now),
    removedBytes,
    keptBytes: totalBytes(kept) - removedBytes,
  }
}

/** What of it is beyond the limits; all of it without limits. */
export function beyond(kept: readonly Kept[], limits: RetentionLimits | null, now: number): Going {
  if (limits === null) return kept.map((thing) => ({ thing, because: 'cleared' }))
  let left = totalBytes(kept)
  const going: { thing: Kept; because: Because }[] = []
  for (const thing of kept) {
    const old = now - thing.at > limits.days * dayMs
    if (!old && left <= limits.bytes) break
    going.push({ thing, because: old ? 'age' : 'size' })
    left -= thing.size
  }
  return going
}

/**
 * Writes down each thing that goes and why, then removes it; the record of the trash stays. What somebody came to need
 * since it was looked at stays, too. Answers what went.
 */
export async function letGo(
  { db, folder, audit, documentsGone }: Pick<RetentionParts, 'db' | 'folder' | 'audit' | 'documentsGone'>,
  going: Going,
): Promise<Going> {
  const gone: Going[number][] = []
  for (let start = 0; start < going.length; start += thingsAtOnce) {
    const part = recordOutcome(db, () => {
      const isNeeded = neededMeanwhile(db)
      const part = going.slice(start, start + thingsAtOnce).filter(({ thing }) => !isNeeded(thing))
      if (part.length === 0) return part
      raiseRetentionHorizon(db, Math.max(...part.map(({ thing }) => Math.max(thing.at, thing.changedAt))))
      for (const { thing, because } of part) {
        const { kind, id, size, at, documents } = thing
        if (documents.length > 0) letGoOfDocuments(db, documents)
        audit.record('retention.removed', {
          ...{ what: kind, id, bytes: size, at, because },
          ...(documents.length === 0 ? {} : { documents }),
        })
      }
      return part
    })
    gone.push(...part)
    const [inTrash, stored] = parted(part, ({ thing }) => thing.kind === 'trash')
    for (const file of stored.flatMap(({ thing }) => thing.files)) {
      if (!isStoredAgain(file)) await rm(file.path, { force: true })
    }
    await removeFromTrash(
      folder.trash,
      inTrash.map(({ thing }) => thing.id),
    )
  }
  if (gone.some(({ thing }) => thing.documents.length > 0)) documentsGone?.()
  return gone
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
