import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { UndoChoice, UndoComparison, UndoObstacle } from '../../shared/contract/undo-choices'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity, FileInverse, Transition } from '../../shared/tool/file-change'
import type { ChosenFor } from '../../shared/tool/runtime'
import type { BlobStore } from '../changes/blobs'
import { newId } from '../identifier'
import { nodeAt } from './atomic-write'
import { onDisk, systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { readState, sameState } from './file-state'
import type { PathGuard } from './paths'
import type { Trash } from './trash'
import { bytesText, entryText, fileText, nothing, notText, type Side, sideOf } from './undo-sides'

/** Names that are tried for what is put beside something; a folder with more of them is not one of a person. */
const namesTried = 1000

interface Parts {
  readonly guard: PathGuard
  readonly blobs: BlobStore
  readonly trash: Trash
}

/** Something that was changed since and stands in the way of one step of an undo. */
interface Obstacle {
  readonly step: Transition
  readonly obstacle: UndoObstacle
  /** The path at which it is. */
  readonly at: string
  /** The free path beside it, where that is a choice. */
  readonly beside: string | null
  /** Whether putting it back over what is there now is a choice. */
  readonly replaceable: boolean
  theirs(): Promise<Side>
  restored(): Promise<Side>
  /** The steps that take the place of the one that can't be taken. */
  resolve(choice: Exclude<UndoChoice, 'keep'>): Promise<Transition[]>
}

const cantBe = async (): Promise<Side> => notText

/** What undoing a change would touch although it was changed since. */
export async function compareInverse(parts: Parts, inverse: FileInverse): Promise<UndoComparison[]> {
  const differences: UndoComparison[] = []
  for (const found of await obstaclesOf(parts, inverse.transitions)) {
    const [theirs, restored] = [await found.theirs(), await found.restored()]
    differences.push({
      label: basename(found.at),
      reference: found.at,
      obstacle: found.obstacle,
      choices: choicesOf(found),
      beside: found.beside,
      theirs: theirs.text,
      restored: restored.text,
      shown: theirs.shown && restored.shown,
      fields: [],
    })
  }
  return differences
}

/**
 * The inverse that does what was chosen for what was changed since, starting from what is there now: what it takes the
 * place of goes to the trash or the stored bytes, and comes back when the undo is undone. Null where nothing is left of
 * it. Throws `conflict` where nothing was chosen for one.
 */
export async function rebaseInverse(
  parts: Parts,
  inverse: FileInverse,
  chosen: ChosenFor,
): Promise<FileInverse | null> {
  const obstacles = await obstaclesOf(parts, inverse.transitions)
  const transitions: Transition[] = []
  for (const step of inverse.transitions) {
    const found = obstacles.find((obstacle) => obstacle.step === step)
    if (found === undefined) {
      transitions.push(step)
      continue
    }
    const choice = chosen(found.at)
    if (choice === null || !choicesOf(found).includes(choice)) {
      throw new AppError('conflict', say('conflict.not_chosen', { path: found.at }))
    }
    if (choice !== 'keep') transitions.push(...(await found.resolve(choice)))
  }
  const left = transitions.some(({ op }) => op !== 'remove_folder' && op !== 'make_folder')
  // What only made folders is itself what is left of it.
  const onlyFolders = inverse.transitions.every(({ op }) => op === 'remove_folder' || op === 'make_folder')
  if (!left && (transitions.length === 0 || !onlyFolders)) return null
  return { ...inverse, transitions }
}

/**
 * The folder that something else was put into since, where folders are all that an undo would remove; else folders
 * that are not empty stay without a word, because they were made for something else that is removed.
 */
export async function filledFolder(transitions: readonly Transition[]): Promise<string | null> {
  if (transitions.length === 0 || transitions.some(({ op }) => op !== 'remove_folder')) return null
  const removed = new Set<string>()
  for (const { path } of transitions) {
    const names = await entriesOf(path)
    if (names?.some((name) => !removed.has(join(path, name)))) return path
    removed.add(path)
  }
  return null
}

function choicesOf({ replaceable, beside }: Obstacle): UndoChoice[] {
  return ['keep', ...(replaceable ? (['replace'] as const) : []), ...(beside ? (['beside'] as const) : [])]
}

async function obstaclesOf(parts: Parts, transitions: readonly Transition[]): Promise<Obstacle[]> {
  const filled = await filledFolder(transitions)
  const obstacles: Obstacle[] = []
  const made = new Set<string>()
  for (const step of transitions) {
    await parts.guard.confirm(step.path)
    if (step.op === 'make_folder') made.add(step.path)
    const found = await obstacleOf(parts, step, { filled, made })
    if (found !== null) obstacles.push(found)
  }
  return obstacles
}

async function obstacleOf(
  parts: Parts,
  step: Transition,
  { filled, made }: { readonly filled: string | null; readonly made: ReadonlySet<string> },
): Promise<Obstacle | null> {
  switch (step.op) {
    case 'write':
      return overWrite(parts, step)
    case 'move':
      return overMove(step, made)
    case 'restore':
      return overRestore(parts, step, made)
    case 'trash':
      return overTrash(parts, step)
    case 'remove_folder':
      return step.path === filled ? overFilled(step) : null
    case 'make_folder': {
      const there = await kindAt(step.path)
      if (there === null || there === 'folder') return null
      const resolve = async () => [await intoTrash(step.path), step]
      return taken(step, step.path, { beside: null, restored: async () => nothing, resolve })
    }
    // No undo copies: a copy is taken back, and comes back from the trash.
    case 'copy':
      return null
    default:
      return assertNever(step)
  }
}

async function overWrite(
  { blobs }: Parts,
  step: Extract<Transition, { op: 'write' }>,
): Promise<Obstacle | null> {
  const { path, after } = step
  const found = await readState(path)
  if (sameState(found, step.before, false) || sameState(found, after, false)) return null
  const beside = after.kind === 'absent' || found.kind === 'absent' ? null : await freeName(path)
  const restored = async () =>
    after.kind === 'absent' ? nothing : sideOf(after, async () => bytesText(blobs, path, after.sha256))
  const writeBeside = (to: string): Transition[] => [{ ...step, path: to, before: { kind: 'absent' }, after }]
  if (found.kind === 'other') {
    return taken(step, path, {
      beside,
      restored,
      resolve: async (choice) =>
        choice === 'beside' && beside !== null
          ? writeBeside(beside)
          : [await intoTrash(path), { ...step, before: { kind: 'absent' } }],
    })
  }
  return {
    step,
    obstacle: 'changed',
    at: path,
    beside,
    replaceable: true,
    theirs: () => sideOf(found, () => fileText(path)),
    restored,
    resolve: async (choice) =>
      choice === 'beside' && beside !== null
        ? writeBeside(beside)
        : [...(await foldersAbove(path)), { ...step, before: found }],
  }
}

async function overMove(
  step: Extract<Transition, { op: 'move' }>,
  made: ReadonlySet<string>,
): Promise<Obstacle | null> {
  const { path, to, entry } = step
  const [here, there] = [await identity(path), await identity(to)]
  if (here === null) {
    return there?.fingerprint === entry.fingerprint ? null : onlyKept(step, 'gone', path)
  }
  const back = { ...step, entry: here }
  const occupied = there !== null && there.node !== here.node && there.fingerprint !== entry.fingerprint
  if (occupied) {
    const beside = await freeName(to)
    return taken(step, to, {
      beside,
      restored: () => entryText(path, here),
      resolve: async (choice) =>
        choice === 'beside' && beside !== null ? [{ ...back, to: beside }] : [await intoTrash(to), back],
    })
  }
  const resolve = async () => [...(await foldersAbove(to, made)), back]
  if (here.fingerprint !== entry.fingerprint) {
    // Where it is now it may lie beside nothing else: moved back, it takes along what it has become.
    return { ...bare(step, 'changed_where_it_is', path, resolve), theirs: () => entryText(path, here) }
  }
  return (await foldersAbove(to, made)).length === 0 ? null : bare(step, 'container_gone', to, resolve)
}

async function overRestore(
  { trash }: Parts,
  step: Extract<Transition, { op: 'restore' }>,
  made: ReadonlySet<string>,
): Promise<Obstacle | null> {
  const { path, trashId, entry } = step
  const there = await identity(path)
  if (!(await trash.holds(trashId))) {
    const isBack =
      there !== null && (there.fingerprint === entry.fingerprint || !(await trash.hasLost(trashId)))
    return isBack ? null : onlyKept(step, 'lost', path)
  }
  const same = there !== null && (await trash.sameAsHeld(trashId, path))
  if (there !== null && !same && there.fingerprint !== entry.fingerprint) {
    const beside = await freeName(path)
    return taken(step, path, {
      beside,
      restored: () => entryText(trash.pathOf(trashId), entry),
      resolve: async (choice) =>
        choice === 'beside' && beside !== null ? [{ ...step, path: beside }] : [await intoTrash(path), step],
    })
  }
  if (there !== null || (await foldersAbove(path, made)).length === 0) return null
  return bare(step, 'container_gone', path, async () => [...(await foldersAbove(path, made)), step])
}

async function overTrash(
  { trash }: Parts,
  step: Extract<Transition, { op: 'trash' }>,
): Promise<Obstacle | null> {
  const { path, trashId, entry } = step
  const there = await identity(path)
  if (there === null) {
    return step.copied || (await trash.holds(trashId)) ? null : onlyKept(step, 'gone', path)
  }
  if (there.fingerprint === entry.fingerprint && there.kind === entry.kind) return null
  // Into a slot of its own: what the step names may hold something already.
  const resolve = async (): Promise<Transition[]> => [{ ...step, trashId: newId(), entry: there }]
  return {
    ...bare(step, 'changed', path, resolve),
    theirs: () => entryText(path, there),
    restored: async () => nothing,
  }
}

function overFilled(step: Extract<Transition, { op: 'remove_folder' }>): Obstacle {
  return bare(step, 'filled', step.path, async () => [await intoTrash(step.path)])
}

/** Something else is where it belongs: it can go to the trash, or what comes back goes beside it. */
function taken(
  step: Transition,
  at: string,
  rest: Pick<Obstacle, 'beside' | 'restored' | 'resolve'>,
): Obstacle {
  const theirs = async () => {
    const there = await identity(at)
    return there === null ? nothing : entryText(at, there)
  }
  return { step, obstacle: 'taken', at, replaceable: true, theirs, ...rest }
}

function bare(step: Transition, obstacle: UndoObstacle, at: string, resolve: Obstacle['resolve']): Obstacle {
  return { step, obstacle, at, beside: null, replaceable: true, theirs: cantBe, restored: cantBe, resolve }
}

function onlyKept(step: Transition, obstacle: UndoObstacle, at: string): Obstacle {
  return { ...bare(step, obstacle, at, async () => [step]), replaceable: false }
}

async function intoTrash(path: string): Promise<Transition> {
  return { op: 'trash', path, trashId: newId(), entry: await identifyEntry(path) }
}

/** Folders that a path needs and that are not there, the outermost first. */
async function foldersAbove(path: string, made: ReadonlySet<string> = new Set()): Promise<Transition[]> {
  const folders: Transition[] = []
  for (let folder = dirname(path); !made.has(folder); folder = dirname(folder)) {
    if ((await kindAt(folder)) !== null || dirname(folder) === folder) break
    folders.unshift({ op: 'make_folder', path: folder })
  }
  return folders
}

/** `notes (restored).md`, or the first of its kind that is free. */
async function freeName(path: string): Promise<string | null> {
  const extension = extname(path)
  const stem = basename(path, extension)
  for (let number = 1; number <= namesTried; number++) {
    const mark = number === 1 ? '(restored)' : `(restored ${number})`
    const name = join(dirname(path), `${stem} ${mark}${extension}`)
    if ((await nodeAt(name)) === null) return name
  }
  return null
}

async function identity(path: string): Promise<EntryIdentity | null> {
  return (await nodeAt(path)) === null ? null : identifyEntry(path)
}

async function kindAt(path: string): Promise<'folder' | 'other' | null> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** Null where there is no folder. */
async function entriesOf(path: string): Promise<string[] | null> {
  return (await kindAt(path)) === 'folder' ? onDisk(path, () => readdir(path)) : null
}
