import { type Dirent, lstatSync, type Stats } from 'node:fs'
import { readdir, readFile, realpath, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { dayMs } from '../../shared/durations'
import { assistantPictures } from '../db/assistants'
import { deletedDocuments, documentContents } from '../db/deleted-documents'
import type { Database } from '../db/open'
import { conversationPictures, openNeeds } from '../db/retention'
import { trashRecord } from '../db/trash'
import type { DataFolder } from '../disk/data-folder'
import { ifThere } from '../files/disk-errors'
import { mountPointsIn } from '../files/mounts'
import { isInside } from '../files/protected-places'
import { baseOfPatch, incomingPrefix, patchSuffix } from './blobs'
import { type DeletedTogether, deletedTogether } from './deleted-together'
import { isLeaving } from './leaving-trash'
import { hashesIn, type NeedingChange, passLedger } from './ledger-pass'
import type { BroughtBack } from './undo-ended'

/** Something that undo may need, or may have needed. */
export interface Kept {
  readonly kind: 'content' | 'trash' | 'documents'
  /** A hash, an id in the trash, or the id of the change that brings documents back. */
  readonly id: string
  /** What tells it from every other. */
  readonly name: string
  readonly files: readonly KeptFile[]
  /** Ids of the deleted documents that it is; their originals are its files. */
  readonly documents: readonly string[]
  /** Bytes. */
  readonly size: number
  /** When it was last needed (milliseconds since 1970). */
  readonly at: number
  /** When the change was made that needs it. */
  readonly changedAt: number
  /** Where it was, or what was done to it last; null when no change knows it. */
  readonly label: string | null
  /** True for a content that is stored as a difference to another one. */
  readonly patch: boolean
}

/** Where something lies. */
export interface KeptFile {
  readonly path: string
  /** When it was stored last (milliseconds since 1970); null for what is not stored by its content. */
  readonly storedAt: number | null
}

/** What tells what is kept. */
export interface KeptParts {
  readonly db: Database
  readonly folder: Pick<DataFolder, 'blobs' | 'trash'>
  readonly broughtBack: BroughtBack
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Half-written things of a process that a crash ended, and contents that nothing names yet; no write takes a day. */
const LEFTOVER_MS = dayMs

/** Bytes of things together. */
export function totalBytes(things: readonly Kept[]): number {
  return things.reduce((sum, { size }) => sum + size, 0)
}

/**
 * Everything that is kept for undo alone, the longest unneeded first: nothing that a document, a conversation, a
 * waiting proposal or an unfinished change needs.
 */
export async function findKept({ db, folder, broughtBack, now }: KeptParts): Promise<Kept[]> {
  const before = deletedDocuments(db)
  const { lastNeed, bringsBack, neededByFiles } = await passLedger(db, before, broughtBack, now)
  // From here to the first look at the disk all is read in one turn: what changes place is in one of the lists.
  const known = new Set(before.map(({ id }) => id))
  const [documents, meanwhile] = parted(deletedDocuments(db), ({ id }) => known.has(id))
  const open = openNeeds(db)
  const deleted = deletedTogether(documents, bringsBack)
  const named = deleted.length === 0 ? new Set() : new Set(open.flatMap(stringsIn))
  const isWaitedFor = ({ documents }: DeletedTogether) => documents.some(({ id }) => named.has(id))
  const needed = new Set([
    ...documentContents(db),
    ...conversationPictures(db),
    ...assistantPictures(db),
    ...open.flatMap(hashesIn),
    // Of what was deleted while the ledger was read, it was not asked what brings it back.
    ...meanwhile.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])),
    ...deleted.filter(isWaitedFor).flatMap(originalsOf),
  ])
  const going = deleted.filter((each) => !isWaitedFor(each))
  const withDocuments = originalsAlone(going, needed, neededByFiles)
  for (const each of going) {
    for (const hash of originalsOf(each)) {
      const need = lastNeed.get(hash)
      // What files need as well is a thing of its own, and stays for as long as the document does.
      if (need !== undefined && each.at > need.at) lastNeed.set(hash, { ...need, at: each.at })
    }
  }
  const stored = await storedContents(folder.blobs, now)
  // What is stored as a difference needs what it changes for as long as it is needed itself.
  for (const { name, base } of stored) {
    if (base === null) continue
    if (needed.has(name)) needed.add(base)
    const need = lastNeed.get(name)
    if (need !== undefined && need.at >= (lastNeed.get(base)?.at ?? 0)) lastNeed.set(base, need)
  }
  const [originals, contents] = parted(
    stored.filter(({ name }) => !needed.has(name)),
    ({ name }) => withDocuments.has(name),
  )
  const ofDocuments = Map.groupBy(originals, ({ name }) => withDocuments.get(name))
  const inTrash = await trashed(db, folder.trash)
  return [
    ...contents.flatMap((content) => keptContent(content, lastNeed.get(content.name), now)),
    ...going.map((each) => keptDocuments(each, ofDocuments.get(each) ?? [])),
    ...inTrash.filter(({ id }) => !open.some((text) => text.includes(id))),
  ].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b))
}

function keptContent(content: StoredContent, need: NeedingChange | undefined, now: number): Kept[] {
  const { name, path, stats, base } = content
  // A content that no change names belongs to one that was given up, or is just being added.
  if (need === undefined && now - stats.mtimeMs < LEFTOVER_MS) return []
  const at = need?.at ?? stats.mtimeMs
  return [
    {
      ...{ kind: 'content', id: name, name: basename(path), files: [fileOf(content)], documents: [] },
      ...{ size: stats.size, at, changedAt: at, label: need?.summary ?? null, patch: base !== null },
    },
  ]
}

function keptDocuments(deleted: DeletedTogether, originals: readonly StoredContent[]): Kept {
  const { id, label, documents, at, changedAt } = deleted
  return {
    ...{ kind: 'documents', id, name: id, label, at, changedAt, patch: false },
    files: originals.map(fileOf),
    documents: documents.map((document) => document.id),
    size: originals.reduce((sum, { stats }) => sum + stats.size, 0),
  }
}

/**
 * Tells whether what is kept is needed by now: a proposal that was made since names it, or it was stored again by
 * somebody who has yet to name it.
 */
export function neededMeanwhile(db: Database): (thing: Kept) => boolean {
  const open = openNeeds(db)
  const named = new Set(open.flatMap((text) => [...hashesIn(text), ...stringsIn(text)]))
  return ({ kind, id, documents, files }) => {
    if (kind === 'trash') return open.some((text) => text.includes(id))
    const names = [id, ...documents, ...files.map(({ path }) => contentName(path))]
    return names.some((name) => named.has(name)) || files.some(isStoredAgain)
  }
}

/** Whether a content was stored once more since it was looked at: whoever did so relies on it. */
export function isStoredAgain({ path, storedAt }: KeptFile): boolean {
  if (storedAt === null) return false
  const now = lstatSync(path, { throwIfNoEntry: false })
  return now !== undefined && now.mtimeMs !== storedAt
}

function fileOf({ path, stats }: StoredContent): KeptFile {
  return { path, storedAt: stats.mtimeMs }
}

function contentName(path: string): string {
  return basename(path, patchSuffix)
}

/** Those of which something is so, and the others; each in order. */
export function parted<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** Of the same time documents go before what they share with files, and a difference before what it changes. */
function rankOf({ kind, patch }: Kept): number {
  if (kind === 'documents') return 0
  return patch ? 1 : 2
}

function originalsOf({ documents }: DeletedTogether): string[] {
  return documents.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
}

/** The originals that only deleted documents have, each with the last of them to go. */
function originalsAlone(
  deleted: readonly DeletedTogether[],
  needed: ReadonlySet<string>,
  neededByFiles: ReadonlySet<string>,
): Map<string, DeletedTogether> {
  const alone = new Map<string, DeletedTogether>()
  for (const each of deleted) {
    for (const hash of originalsOf(each)) {
      if (needed.has(hash) || neededByFiles.has(hash)) continue
      if (each.at >= (alone.get(hash)?.at ?? 0)) alone.set(hash, each)
    }
  }
  return alone
}

interface StoredContent {
  readonly name: string
  readonly path: string
  readonly stats: Stats
  /** What it is stored as a difference to. */
  readonly base: string | null
}

/** Stored contents by the name that their hash is; half-written ones of a crash are removed. */
async function storedContents(folder: string, now: number): Promise<StoredContent[]> {
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
  const canonical = await realpath(folder)
  const mounted = mountPointsIn(canonical)
  for (const { name: id } of await entriesOf(folder)) {
    const path = join(folder, id)
    const stats = isLeaving(id) ? null : await statOf(path)
    // What came to be mounted in it is of another place, and not the trash's to let go.
    if (stats === null || mounted.some((point) => isInside(join(canonical, id), point))) continue
    const record = trashRecord(db, id)
    const at = record?.trashedAt ?? stats.mtimeMs
    found.push({
      ...{ id, kind: 'trash', name: id, files: [{ path, storedAt: null }], documents: [], patch: false },
      ...{ size: record?.size ?? 0, at, changedAt: at },
      label: record === undefined ? null : basename(record.originalPath),
    })
  }
  return found
}

/** What is in a folder. */
export function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true })
}

/** Removes what a crash left half written. */
export async function removeLeftover(path: string, now: number): Promise<void> {
  const stats = await statOf(path)
  if (stats !== null && now - stats.mtimeMs > LEFTOVER_MS) await rm(path, { force: true })
}

/** What a path is; null where nothing is there. */
export function statOf(path: string): Promise<Stats | null> {
  return ifThere(stat(path))
}

/** Ids stand in JSON as whole strings. */
function stringsIn(text: string): string[] {
  return [...text.matchAll(/"([^"\\]{1,100})"/g)].map(([, string = '']) => string)
}
