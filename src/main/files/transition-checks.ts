import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { EntryIdentity, FileState, Transition } from '../../shared/tool/file-change'
import { nodeAt } from './atomic-write'
import { onDisk, systemCode } from './disk-errors'
import { identifyEntry } from './entry-identity'
import { isExpected } from './expected-tree'
import { type FoundState, type HeldBytes, readState, sameState } from './file-state'
import { requireOneDisk } from './mounts'
import { isOwnOtherName } from './other-names'
import type { PathGuard } from './paths'
import type { Trash } from './trash'

/**
 * `apply` holds a plan to what it was made against, down to the very file, and to the grants of now.
 * `revert` accepts what is already as it shall be, and needs no grant: what was changed may always be put back.
 */
export type CheckMode = 'apply' | 'revert'

/** What steps are compared with the disk by. */
export interface CheckParts {
  readonly guard: PathGuard
  readonly trash: Trash
  /** Takes what is read on the way. */
  readonly held?: HeldBytes
}

type StepOf<Op extends Transition['op']> = Extract<Transition, { op: Op }>

/** What comes of comparing steps with the disk. */
export interface CheckedSteps {
  /** Those to take, with what is there now as their base. */
  readonly steps: readonly Transition[]
  /** Those that there is nothing to do for. */
  readonly skipped: readonly Transition[]
  /** Folders that are to be removed and stay, because somebody else's things are in them. */
  readonly filled: ReadonlySet<string>
}

/** Compares every step with the disk before any is taken; throws `conflict` and names what does not fit. */
export async function checkSteps(
  transitions: readonly Transition[],
  mode: CheckMode,
  parts: CheckParts,
): Promise<CheckedSteps> {
  const steps: Transition[] = []
  const skipped: Transition[] = []
  const soFar: SoFar = {
    folders: new Set(),
    vacated: new Set(),
    filled: new Set(),
    returning: new Map(
      transitions.flatMap((step) => (step.op === 'restore' && mode === 'revert' ? [[step.path, step]] : [])),
    ),
  }
  for (const transition of transitions) {
    await checkPath(transition.path, mode, parts.guard)
    if (transition.op === 'move') await checkPath(transition.to, mode, parts.guard)
    if (transition.op === 'copy') await checkSource(transition.from, parts.guard)
    if (transition.op === 'move' || transition.op === 'trash') requireOneDisk(transition.path, 'conflict')
    const step = await onDisk(transition.path, () => checkStep(transition, mode, parts, soFar))
    if (step === null) skipped.push(transition)
    else {
      steps.push(step)
      if (step.op === 'remove_folder') await onDisk(step.path, () => noteRemoved(step.path, soFar))
      else note(step, soFar)
    }
  }
  return { steps, skipped, filled: soFar.filled }
}

/** What steps before another make of the disk. */
interface SoFar {
  /** Folders that they make. */
  readonly folders: Set<string>
  /** Paths that they leave free. */
  readonly vacated: Set<string>
  /** Folders that they would remove and that something else is in. */
  readonly filled: Set<string>
  /** What comes back from the trash by a later step, by its path. */
  readonly returning: ReadonlyMap<string, StepOf<'restore'>>
}

/** A folder goes once all that is in it has; one that is not empty then stays. */
async function noteRemoved(path: string, { vacated, filled }: SoFar): Promise<void> {
  const names = await readdir(path)
  // What a crash left of ours is removed before.
  const stays = names.some((name) => !vacated.has(join(path, name)) && !name.startsWith('.countersign-'))
  if (stays) filled.add(path)
  else vacated.add(path)
}

function note(step: Exclude<Transition, StepOf<'remove_folder'>>, { folders, vacated }: SoFar): void {
  switch (step.op) {
    case 'make_folder':
      folders.add(step.path)
      vacated.delete(step.path)
      return
    case 'trash':
      vacated.add(step.path)
      return
    case 'write':
      if (step.after.kind === 'absent') vacated.add(step.path)
      else vacated.delete(step.path)
      return
    case 'move':
      vacated.add(step.path)
      vacated.delete(step.to)
      return
    case 'restore':
    case 'copy':
      vacated.delete(step.path)
      return
    default:
      assertNever(step)
  }
}

async function checkPath(path: string, mode: CheckMode, guard: PathGuard): Promise<void> {
  if (mode === 'apply') {
    const resolved = await guard.resolve(path, 'write', 'entry')
    if (resolved.path !== path) throw elsewhere(path)
  }
  await guard.confirm(path)
}

async function checkSource(path: string, guard: PathGuard): Promise<void> {
  const resolved = await guard.resolve(path, 'read', 'entry')
  if (resolved.path !== path) throw elsewhere(path)
}

/** The step to take, with what is there now as its base; null when there is nothing to do. */
async function checkStep(
  transition: Transition,
  mode: CheckMode,
  parts: CheckParts,
  soFar: SoFar,
): Promise<Transition | null> {
  const { path } = transition
  if (await neverMadeRoom(transition, parts.trash, soFar)) return null
  switch (transition.op) {
    case 'write':
      return checkWrite(transition, mode, parts, soFar)
    case 'make_folder':
      return !isFree(path, soFar) && (await isFolder(path)) ? null : transition
    case 'remove_folder':
      return (await isFolder(path)) ? transition : null
    case 'trash':
      return checkTrash(transition, mode, parts)
    case 'restore':
      return mode === 'apply'
        ? checkRestore(transition, parts, soFar)
        : checkRestoreAgain(transition, parts, soFar)
    case 'move':
      return checkMove(transition, mode, soFar)
    case 'copy': {
      const entry = await requireSame(transition.from, transition.entry)
      if ((await nodeAt(path)) !== null) throw taken(path)
      return { ...transition, entry }
    }
    default:
      return assertNever(transition)
  }
}

async function checkWrite(
  transition: StepOf<'write'>,
  mode: CheckMode,
  { held }: CheckParts,
  soFar: SoFar,
): Promise<Transition | null> {
  const { path, before, after } = transition
  const found: FoundState = isFree(path, soFar) ? { kind: 'absent' } : await readState(path, held)
  if (sameState(found, before, mode === 'apply') && found.kind !== 'other') {
    return { ...transition, before: found }
  }
  if (mode === 'revert' && sameState(found, after, false)) return null
  throw new AppError('conflict', say('conflict.differs', { path, ...difference(found, before) }))
}

async function checkTrash(
  transition: StepOf<'trash'>,
  mode: CheckMode,
  { trash }: CheckParts,
): Promise<Transition | null> {
  const { path, trashId, entry, copied } = transition
  const there = await nodeAt(path)
  const held = await trash.holds(trashId)
  if (mode === 'apply' && there !== null && !held && entry.expects !== undefined) {
    return { ...transition, entry: await requireSame(path, entry) }
  }
  if (there !== null && (mode === 'revert' || !held)) {
    const now = await identifyEntry(path)
    const same = now.fingerprint === entry.fingerprint && now.kind === entry.kind
    if (same && (mode === 'revert' || isUntouched(now, entry))) return { ...transition, entry: now }
  }
  if (mode === 'revert' && there === null && (held || copied)) return null
  throw new AppError(
    'conflict',
    there === null ? say('conflict.gone_not_moved', { path }) : say('conflict.changed_not_moved', { path }),
  )
}

async function checkRestore(
  transition: StepOf<'restore'>,
  { trash }: CheckParts,
  soFar: SoFar,
): Promise<Transition> {
  const { path, trashId, entry } = transition
  if ((await nodeNow(path, soFar)) !== null) throw taken(path)
  if ((await trash.identify(trashId)).fingerprint === entry.fingerprint) return transition
  throw new AppError('conflict', say('conflict.trash_changed', { path }))
}

/** What an undo brings back may be back already, in part or whole: a crash came before the undo was noted. */
async function checkRestoreAgain(
  transition: StepOf<'restore'>,
  { trash }: CheckParts,
  soFar: SoFar,
): Promise<Transition | null> {
  const { path, trashId, entry } = transition
  const there = await nodeNow(path, soFar)
  const isBack = async () => (await identifyEntry(path)).fingerprint === entry.fingerprint
  if (await trash.holds(trashId)) {
    if (there === null || (await trash.sameAsHeld(trashId, path))) {
      if (await hasFolder(path, soFar)) return transition
      throw new AppError('conflict', say('conflict.folder_gone', { path: dirname(path) }))
    }
    // A copy to another disk was whole, and the original had not left yet.
    if (await isBack()) return null
    throw new AppError('conflict', say('conflict.other_not_brought', { path }))
  }
  const lost = await trash.hasLost(trashId)
  if (there !== null && (!lost || (await isBack()))) return null
  throw new AppError('conflict', say('conflict.not_in_trash', { path }))
}

async function checkMove(
  transition: StepOf<'move'>,
  mode: CheckMode,
  soFar: SoFar,
): Promise<Transition | null> {
  const { path, to, entry } = transition
  const [here, there] = [await nodeAt(path), await nodeNow(to, soFar)]
  if (mode === 'apply') {
    const found = await requireSame(path, entry)
    if (there !== null && !(await isOwnOtherName(path, to))) throw taken(to)
    return { ...transition, entry: found }
  }
  if (here === null && there !== null && (await identifyEntry(to)).fingerprint === entry.fingerprint)
    return null
  if (here === null) {
    throw new AppError('conflict', say('conflict.gone_not_back', { path }))
  }
  const now = await identifyEntry(path)
  if (now.fingerprint !== entry.fingerprint) {
    // It is where it belongs, because whoever put something else in its place for a moment took that away again.
    if (there === entry.node && (await identifyEntry(to)).fingerprint === entry.fingerprint) return null
    throw new AppError('conflict', say('conflict.changed_not_back', { path }))
  }
  // On a disk that takes both names for one, it is back where its folder lists it so.
  if (there === here && (await isOwnOtherName(to, path))) return null
  // A crash in the middle leaves it whole in both places: one of them goes.
  if (there !== null && there !== here && (await identifyEntry(to)).fingerprint !== entry.fingerprint) {
    throw new AppError('conflict', say('conflict.other_not_back', { path: to }))
  }
  if (!(await hasFolder(to, soFar))) {
    throw new AppError('conflict', say('conflict.folder_gone', { path: dirname(to) }))
  }
  return { ...transition, entry: now }
}

/** Whether a crash came before the step that was to free this path for the others: what it was to remove is there. */
async function neverMadeRoom({ op, path }: Transition, trash: Trash, { returning }: SoFar): Promise<boolean> {
  const step = returning.get(path)
  if (step === undefined || op === 'restore' || (await trash.holds(step.trashId))) return false
  const there = await nodeAt(path)
  return there !== null && (await identifyEntry(path)).fingerprint === step.entry.fingerprint
}

/** Whether a step before leaves this path, or a folder that it is in, free. */
function isFree(path: string, { vacated }: SoFar): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (vacated.has(at)) return true
    if (dirname(at) === at) return false
  }
}

async function nodeNow(path: string, soFar: SoFar): Promise<string | null> {
  return isFree(path, soFar) ? null : nodeAt(path)
}

async function hasFolder(path: string, { folders }: SoFar): Promise<boolean> {
  return folders.has(dirname(path)) || (await isFolder(dirname(path)))
}

/** The very entry that was planned with, unchanged, as it is known now. */
async function requireSame(path: string, entry: EntryIdentity): Promise<EntryIdentity> {
  if ((await nodeAt(path)) === null) {
    throw new AppError('conflict', say('conflict.gone', { path }))
  }
  const now = await identifyEntry(path)
  const same =
    entry.expects === undefined
      ? now.fingerprint === entry.fingerprint && now.kind === entry.kind && isUntouched(now, entry)
      : await holds(path, now, entry)
  if (same) return now
  throw new AppError('conflict', say('conflict.changed', { path }))
}

/** Whether something is what other proposals were to make of it, and was not written to while it was read. */
async function holds(
  path: string,
  now: EntryIdentity,
  { kind, node, expects }: EntryIdentity,
): Promise<boolean> {
  if (expects === undefined || now.kind !== kind || (node !== '' && now.node !== node)) return false
  if ('tree' in expects) {
    if (!(await isExpected(path, expects))) return false
  } else {
    const found = await readState(path)
    if (found.kind !== 'file' || found.sha256 !== expects.sha256 || found.mode !== expects.mode) return false
  }
  return isUntouched(await identifyEntry(path), now)
}

/** The very same files, not written to since; plans of former versions do not tell the latter. */
function isUntouched(now: EntryIdentity, planned: EntryIdentity): boolean {
  return now.node === planned.node && (planned.untouched ?? now.untouched) === now.untouched
}

function taken(path: string): AppError {
  return new AppError('conflict', say('conflict.taken', { path }))
}

/** False when nothing is there; anything but a folder is a conflict. */
async function isFolder(path: string): Promise<boolean> {
  try {
    if ((await lstat(path)).isDirectory()) return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT') return false
    throw error
  }
  throw new AppError('conflict', say('conflict.no_folder', { path }))
}

function difference(found: FoundState, expected: FileState): { how: string; before: number; now: number } {
  const is = (how: string) => ({ how, before: 0, now: 0 })
  if (found.kind === 'other') return is('other')
  if (expected.kind === 'absent') return is('exists')
  if (found.kind === 'absent') return is('gone')
  if (found.sha256 !== expected.sha256) return { how: 'changed', before: expected.size, now: found.size }
  return is(found.mode === expected.mode ? 'replaced' : 'mode')
}

function elsewhere(path: string): AppError {
  return new AppError('conflict', say('conflict.leads_elsewhere', { path }))
}
