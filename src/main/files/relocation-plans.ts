import { basename, dirname, join, relative } from 'node:path'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { quoted } from '../../shared/text/quoted'
import type { EntryIdentity, FileChange, Transition } from '../../shared/tool/file-change'
import type { Database } from '../db/open'
import { listTrash, type TrashRecord, trashRecord } from '../db/trash'
import { newId } from '../identifier'
import { isActedOn } from './acted-on'
import { nodeAt } from './atomic-write'
import { requireOneDisk } from './mounts'
import { isOwnOtherName, nameToPlanWith, takenForOne } from './other-names'
import type { PathGuard } from './paths'
import { kindAt, type PendingFiles } from './pending-files'
import { identifyPending } from './pending-identity'
import { isInside, isInsideFolded } from './protected-places'
import type { Trash } from './trash'

/** New folders in each other that one thing needs at most: what a person can still read, and quick to check. */
const NEW_FOLDERS = 100

/** One thing that gets another place, or a copy there. */
export interface PlannedRelocation {
  readonly from: string
  readonly to: string
  readonly name: string
  readonly entry: EntryIdentity
  /** What in it other programs act on there, though not where it is; null for nothing. */
  readonly actedOn: string | null
}

/** One thing on its way back from the trash. */
export interface PlannedReturn {
  readonly path: string
  readonly name: string
  readonly trashId: string
  readonly entry: EntryIdentity
  readonly trashedAt: number
}

/** Relocations with the folders that they need, the outermost first. */
export interface PlannedRelocations {
  readonly items: readonly PlannedRelocation[]
  readonly folders: readonly string[]
  readonly change: FileChange
}

/** From where to where, as a tool was asked. */
export interface Relocation {
  readonly from: string
  readonly to: string
}

/** Plans a new folder with the folders above it; refuses a path where something is. */
export async function planFolder(
  guard: PathGuard,
  input: string,
  pending: PendingFiles,
): Promise<{ path: string; folders: readonly string[]; change: FileChange }> {
  const { path } = await guard.resolve(input, 'write')
  if ((await kindAt(path, pending)) !== null) {
    throw new AppError('already_exists', say('file.exists_unmade', { path }))
  }
  const folders = [...(await missingAbove(path, pending)), path]
  return { path, folders, change: { transitions: folders.map(makeFolder), contents: [] } }
}

/** Plans moves to free names; together they happen or not at all. */
export async function planMoves(
  guard: PathGuard,
  ownFolders: readonly string[],
  inputs: readonly Relocation[],
  signal: AbortSignal,
  pending: PendingFiles,
): Promise<PlannedRelocations> {
  const items = await relocations(guard, ownFolders, inputs, 'move', signal, pending)
  for (const { from } of items) {
    const outer = items.find((other) => other.from !== from && isInside(other.from, from))
    if (outer !== undefined) {
      throw invalid(`${quoted(from)} lies in ${quoted(outer.from)}, which is moved too. Move one of them.`)
    }
  }
  const into = await intoOneOf(items)
  if (into !== null) throw invalid(`${quoted(into.to)} lies in ${quoted(into.from)}, which is itself moved.`)
  return joined(items, pending, ({ from, to, entry }) => ({
    op: 'move',
    path: from,
    to,
    moveId: newId(),
    entry,
  }))
}

/** Plans copies to free names; together they happen or not at all. */
export async function planCopies(
  guard: PathGuard,
  ownFolders: readonly string[],
  inputs: readonly Relocation[],
  signal: AbortSignal,
  pending: PendingFiles,
): Promise<PlannedRelocations> {
  const items = await relocations(guard, ownFolders, inputs, 'copy', signal, pending)
  const into = await intoOneOf(items)
  if (into !== null)
    throw invalid(`${quoted(into.to)} lies in ${quoted(into.from)}, of which a copy is made.`)
  return joined(items, pending, ({ from, to, entry }) => ({
    op: 'copy',
    path: to,
    from,
    trashId: newId(),
    entry,
  }))
}

/**
 * A goal that lies in one of the things that are moved or copied, and which one that is: by their names, and by the
 * folders themselves, which have several names on a disk that does not tell capitals from small letters.
 */
async function intoOneOf(items: readonly PlannedRelocation[]): Promise<Relocation | null> {
  const folders = items.filter(({ entry }) => entry.kind === 'folder' && entry.node !== '')
  for (const { to } of items) {
    const named = items.find(({ from }) => isInside(from, to))
    if (named !== undefined) return { from: named.from, to }
    for (let at = dirname(to); folders.length > 0 && dirname(at) !== at; at = dirname(at)) {
      const node = await nodeAt(at)
      const same = folders.find(({ entry }) => entry.node === node)
      if (same !== undefined) return { from: same.from, to }
    }
  }
  return null
}

/**
 * Plans to bring things back from the trash to where they were, by their id there or by their former path. Throws
 * `conflict` where the way there leads elsewhere by now, `already_exists` where something took the place.
 */
export async function planReturns(
  parts: { readonly guard: PathGuard; readonly trash: Trash; readonly db: Database },
  inputs: readonly string[],
  pending: PendingFiles,
): Promise<{ items: readonly PlannedReturn[]; folders: readonly string[]; change: FileChange }> {
  const { guard, trash } = parts
  const items: PlannedReturn[] = []
  for (const input of new Set(inputs)) {
    const record = await heldRecord(parts, input)
    const { path } = await guard.resolve(record.originalPath, 'write', 'entry')
    if (path !== record.originalPath) {
      throw new AppError('conflict', say('trash.leads_elsewhere', { path: record.originalPath }))
    }
    if ((await kindAt(path, pending)) !== null) {
      throw new AppError('already_exists', say('trash.taken', { path }))
    }
    if (items.some((other) => other.path === path)) {
      throw invalid(`${quoted(path)} was given twice. Bring back one of them.`)
    }
    const entry = await trash.identify(record.id)
    items.push({ path, name: basename(path), trashId: record.id, entry, trashedAt: record.trashedAt })
  }
  // What lay inside of another comes after it.
  items.sort((a, b) => a.path.length - b.path.length)
  const folders = await foldersFor(
    items.map(({ path }) => path),
    pending,
  )
  const kept = folders.filter((folder) => !items.some((item) => item.path === folder))
  for (const folder of kept) {
    const outer = items.find((item) => isInside(item.path, folder))
    if (outer !== undefined)
      throw invalid(`Bring back ${quoted(outer.path)} first: ${quoted(folder)} may be in it.`)
  }
  const transitions: Transition[] = [
    ...kept.map(makeFolder),
    ...items.map(({ path, trashId, entry }): Transition => ({ op: 'restore', path, trashId, entry })),
  ]
  return { items, folders: kept, change: { transitions, contents: [] } }
}

async function heldRecord(
  { guard, trash, db }: { readonly guard: PathGuard; readonly trash: Trash; readonly db: Database },
  input: string,
): Promise<TrashRecord> {
  const byId = trashRecord(db, input)
  if (byId !== undefined) {
    if (await trash.holds(byId.id)) return byId
    throw new AppError('not_found', say('trash.not_any_more', { path: byId.originalPath }))
  }
  const { path } = await guard.resolve(input, 'write', 'entry')
  for (const record of listTrash(db)) {
    if (record.originalPath === path && (await trash.holds(record.id))) return record
  }
  throw new AppError('not_found', say('trash.nothing_of', { path }))
}

async function relocations(
  guard: PathGuard,
  ownFolders: readonly string[],
  inputs: readonly Relocation[],
  what: 'move' | 'copy',
  signal: AbortSignal,
  pending: PendingFiles,
): Promise<PlannedRelocation[]> {
  const items: PlannedRelocation[] = []
  for (const input of inputs) {
    const source = await guard.resolve(input.from, what === 'move' ? 'write' : 'read', 'entry')
    const { grant } = source
    // By its own name, so that an undo gives it that name back.
    const from = await nameToPlanWith(source.path, grant.path, pending)
    if (what === 'move' && (from === grant.path || source.path === grant.path)) {
      throw new AppError('denied', say('file.is_grant', { path: from }))
    }
    if (ownFolders.some((folder) => isInsideFolded(from, folder))) {
      throw new AppError('denied', say('file.has_own_inside', { path: from }))
    }
    if (what === 'move') {
      guard.requireAllWritable(from)
      requireOneDisk(from)
    }
    const to = await destination(guard, input.to, { from, what }, pending)
    if (items.some((other) => other.to === to)) throw invalid(`${quoted(to)} is the goal of two of them.`)
    if (items.some((other) => other.from === from) && what === 'move') {
      throw invalid(`${quoted(from)} was given twice.`)
    }
    let actedOn: string | null = null
    const entry = await identifyPending(from, pending, {
      signal,
      onEntry(inside, kind) {
        // Nobody is asked about what can't be done.
        if (what === 'copy' && kind === 'other') {
          throw new AppError('unsupported', say('file.special_no_copy', { path: inside }))
        }
        // Under another name above it, a protected thing could be taken for a usual one.
        if (guard.isProtected(inside)) {
          throw new AppError(
            'denied',
            say(what === 'move' ? 'file.protected_not_moved' : 'file.protected_not_copied', {
              path: from,
              inside,
            }),
          )
        }
        // Nor may a usual thing come to be where keys and passwords are looked for.
        const there = join(to, relative(from, inside))
        if (guard.isProtected(there)) {
          throw new AppError('denied', say('file.to_secret', { path: there }))
        }
        if (isActedOn(there) && !isActedOn(inside)) actedOn ??= there
      },
    })
    items.push({ from, to, name: basename(to), entry, actedOn })
  }
  return items
}

/** A path that is free; an existing folder, or a path that ends like one, takes the thing under its own name. */
async function destination(
  guard: PathGuard,
  input: string,
  { from, what }: { readonly from: string; readonly what: 'move' | 'copy' },
  pending: PendingFiles,
): Promise<string> {
  const asked = await guard.resolve(input, 'write', 'entry')
  const endsLikeFolder = /[\\/]$/.test(input)
  if (what === 'move' && !endsLikeFolder && (await isRewritten(from, asked.path, pending))) {
    return join(dirname(from), basename(asked.path))
  }
  const into = endsLikeFolder || (await kindAt(asked.path, pending)) === 'folder'
  const { path } = into ? await guard.resolve(join(asked.path, basename(from)), 'write', 'entry') : asked
  if ((await kindAt(path, pending)) === null) return path
  throw new AppError('already_exists', say('file.exists_moving', { path }), { field: 'items' })
}

/**
 * Whether a thing only gets its name written in another way, on a disk that takes both for one: then what is at the new
 * path is the thing itself, or what another proposal gives that name to before.
 */
async function isRewritten(from: string, to: string, pending: PendingFiles): Promise<boolean> {
  const [source, goal] = [pending.at(from), pending.at(to)]
  if (source.kind !== 'disk' || goal.kind !== 'disk' || goal.path !== to || from === to) return false
  if (dirname(source.path) !== dirname(from)) return false
  return isOwnOtherName(source.path, to)
}

async function joined(
  items: readonly PlannedRelocation[],
  pending: PendingFiles,
  step: (item: PlannedRelocation) => Transition,
): Promise<PlannedRelocations> {
  const folders = await foldersFor(
    items.map(({ to }) => to),
    pending,
  )
  const alike = await takenForOne([...folders, ...items.map(({ to }) => to)])
  if (alike !== null) {
    const [path, other] = alike
    throw new AppError('invalid_input', say('file.taken_for_one', { path, other }), { field: 'items' })
  }
  for (const folder of folders) {
    const item = items.find(({ to }) => to === folder || isInside(to, folder))
    if (item !== undefined) throw invalid(`${quoted(item.to)} is needed as a folder by another of them.`)
  }
  return {
    items,
    folders,
    change: { transitions: [...folders.map(makeFolder), ...items.map(step)], contents: [] },
  }
}

async function foldersFor(paths: readonly string[], pending: PendingFiles): Promise<string[]> {
  const folders = new Set<string>()
  for (const path of paths) for (const folder of await missingAbove(path, pending)) folders.add(folder)
  return [...folders].sort((a, b) => a.length - b.length)
}

/** Folders above a canonical path that are not there yet, the outermost first. */
export async function missingAbove(path: string, pending: PendingFiles): Promise<string[]> {
  const folders: string[] = []
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const kind = await kindAt(folder, pending)
    if (kind !== null) {
      if (kind !== 'folder') throw invalid(`${quoted(folder)} is a file, not a folder.`)
      return folders
    }
    if (folders.length === NEW_FOLDERS) {
      throw invalid(
        `That would need more than ${NEW_FOLDERS} new folders in each other. Nothing was changed.`,
      )
    }
    folders.unshift(folder)
  }
}

function makeFolder(path: string): Transition {
  return { op: 'make_folder', path }
}

function invalid(message: string): AppError {
  return new AppError('invalid_input', message, { field: 'items' })
}
