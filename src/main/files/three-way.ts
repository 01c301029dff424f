import type { UndoComparison } from '../../shared/contract/changes'
import { AppError } from '../../shared/errors'
import { quoted } from '../../shared/quoted'
import type { FileInverse, FileState, Transition } from '../../shared/tool/file-change'
import type { BlobStore } from '../changes/blobs'
import { type FoundState, readState, sameState } from './file-state'
import type { PathGuard } from './paths'
import { readTextFile } from './text-file'
import { decodeText } from './text-format'

/** Largest text of either side that is shown (bytes): what two columns of a dialog can still take. */
const shownBytes = 1 << 20

type Write = Extract<Transition, { op: 'write' }>

/** What undoing a change would touch although it was changed since. */
export async function compareInverse(
  parts: { readonly guard: PathGuard; readonly blobs: BlobStore },
  inverse: FileInverse,
): Promise<UndoComparison[]> {
  const differences: UndoComparison[] = []
  for (const { write, found } of await movedWrites(parts.guard, inverse)) {
    const theirs = await textOf(found, () => currentText(write.path))
    const restored = await textOf(write.after, () => storedText(parts.blobs, write))
    differences.push({
      label: write.path.split(/[\\/]/).at(-1) ?? write.path,
      reference: write.path,
      theirs: theirs.text,
      restored: restored.text,
      shown: theirs.shown && restored.shown,
    })
  }
  return differences
}

/** The inverse that starts from what is there now: what was written since becomes what the undo replaces. */
export async function rebaseInverse(guard: PathGuard, inverse: FileInverse): Promise<FileInverse> {
  const bases = new Map<Transition, FileState>()
  for (const { write, found } of await movedWrites(guard, inverse)) {
    if (found.kind === 'other') {
      throw new AppError(
        'conflict',
        `${quoted(write.path)} is a folder, a link or a device by now. Move it away first; nothing was changed.`,
      )
    }
    bases.set(write, found)
  }
  const transitions = inverse.transitions.map((step): Transition => {
    const before = bases.get(step)
    return step.op === 'write' && before !== undefined ? { ...step, before } : step
  })
  return { ...inverse, transitions }
}

/** The files that are neither as the change left them nor as they were before it. */
async function movedWrites(
  guard: PathGuard,
  { transitions }: FileInverse,
): Promise<{ write: Write; found: FoundState }[]> {
  const moved: { write: Write; found: FoundState }[] = []
  for (const step of transitions) {
    if (step.op !== 'write') continue
    await guard.confirm(step.path)
    const found = await readState(step.path)
    if (!sameState(found, step.before, false) && !sameState(found, step.after, false)) {
      moved.push({ write: step, found })
    }
  }
  return moved
}

async function textOf(
  state: FoundState,
  read: () => Promise<string>,
): Promise<{ text: string | null; shown: boolean }> {
  if (state.kind === 'absent') return { text: null, shown: true }
  if (state.kind === 'other' || state.size > shownBytes) return { text: null, shown: false }
  try {
    return { text: await read(), shown: true }
  } catch (error) {
    // Not text: there is nothing to show side by side, and the undo can still be decided on.
    if (error instanceof AppError && error.code === 'unsupported') return { text: null, shown: false }
    throw error
  }
}

async function currentText(path: string): Promise<string> {
  return (await readTextFile(path, shownBytes, '')).text
}

async function storedText(blobs: BlobStore, { path, after }: Write): Promise<string> {
  if (after.kind === 'absent') return ''
  return decodeText(await blobs.read(after.sha256), path).text
}
