import { basename } from 'node:path'
import type { UndoItem } from '../../shared/contract/undo-choices'
import { AppError, assertNever } from '../../shared/errors'
import type { FileInverse, Transition } from '../../shared/tool/file-change'
import { isInside } from './protected-places'
import { type CheckParts, checkSteps } from './transition-checks'

/** A step of an undo that brings back one thing, or takes one away. */
type Thing = Exclude<Transition, { op: 'make_folder' | 'remove_folder' }>

/**
 * The things that an undo brings back, or takes away, one for each step; none where one lies in another, or in the way
 * of another, so that only all can be taken back. Folders that were made for them are no things.
 */
export async function inverseItems(parts: CheckParts, { transitions }: FileInverse): Promise<UndoItem[]> {
  // An undo goes backwards.
  const things = transitions.filter(isThing).reverse()
  const places = things.flatMap(placesOf)
  if (places.some((place, at) => places.some((other, index) => index !== at && isInside(place, other))))
    return []
  const items: UndoItem[] = []
  for (const thing of things) {
    items.push({ target: targetOf(thing), undone: await isBack(thing, parts) })
  }
  return items
}

/** What undoes the things at these paths alone; a folder that something else is still in stays by itself. */
export function onlyItems(inverse: FileInverse, references: ReadonlySet<string>): FileInverse {
  const chosen = inverse.transitions.filter(
    (step): step is Thing => isThing(step) && references.has(step.path),
  )
  const places = chosen.flatMap(placesOf)
  return {
    ...inverse,
    transitions: inverse.transitions.filter((step) =>
      isThing(step) ? chosen.includes(step) : places.some((place) => isInside(step.path, place)),
    ),
  }
}

function isThing(step: Transition): step is Thing {
  return step.op !== 'make_folder' && step.op !== 'remove_folder'
}

function placesOf(step: Thing): string[] {
  return step.op === 'move' ? [step.path, step.to] : [step.path]
}

/** Its path is the one at which the change left it. */
function targetOf(step: Thing): UndoItem['target'] {
  const { path: reference } = step
  const kind = step.op !== 'write' && step.entry.kind === 'folder' ? 'folder' : 'file'
  switch (step.op) {
    case 'move':
      return { kind, label: basename(reference), reference, detail: `${step.to} → ${reference}` }
    case 'write':
    case 'trash':
    case 'restore':
    case 'copy':
      return { kind, label: basename(reference), reference, detail: reference }
    default:
      return assertNever(step)
  }
}

/** Whether there is nothing left to do; what was changed since is to be taken back yet. */
async function isBack(step: Thing, parts: CheckParts): Promise<boolean> {
  try {
    return (await checkSteps([step], 'revert', parts)).steps.length === 0
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
