import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type AppError, toAppError } from '../../../src/shared/errors'
import type { FileInverse } from '../../../src/shared/tool/file-change'
import { folderPicture } from '../crash/picture'
import { effectContext, type OpenFiles } from '../open-files'
import { type Calls, found, isThere } from './at-calls'
import { furnishSwap, swappedChanges } from './changes'

/** What comes to a name whose own thing is renamed away. */
export const ways = {
  'a link': (path, outside) => symlinkSync(outside, path),
  'a hard link': (path, outside) => linkSync(join(outside, 'a.txt'), path),
  nothing: () => undefined,
  'another file': (path) => writeFileSync(path, 'of somebody else'),
  'another folder': (path) => mkdirSync(path),
} satisfies Record<string, (path: string, outside: string) => void>
export type Way = keyof typeof ways

/** One swap while an undo runs. */
export interface UndoSwap {
  readonly change: string
  /** Which of the names that the undo works on, and of the folders that they are in. */
  readonly place: number
  readonly way: Way
  /** The call before which it is swapped. */
  readonly call: number
  /** Before which it is swapped back (calls later); null where that comes after the undo. */
  readonly back: number | null
}

/** What the swapper leaves where it finds its names taken, and what it finds beside them when it was faster: both its own. */
const strays = /\.other$| \([0-9a-f]{8}\)$/

/**
 * Applies a change, then undoes it and swaps meanwhile. An undo that is told as done has brought back everything; one that
 * was refused has changed nothing, and is done when it is tried again. Answers whether it came to that call, and how many
 * places there are.
 */
export async function undoSwapped(
  open: OpenFiles,
  calls: Calls,
  swap: UndoSwap,
): Promise<{ readonly reached: boolean; readonly places: number; readonly done: boolean }> {
  const { change, call, way, back } = swap
  const { docs, files } = open
  const outside = refurnish(open)
  const before = folderPicture(docs)
  const outsideBefore = folderPicture(outside)
  const planned = await swappedChanges[change]?.(open)
  if (planned === undefined) throw new Error(change)
  const effect = effectContext()
  await files.apply(planned, effect)
  const inverse = journaledBy(effect)
  if (inverse === null) throw new Error('Nothing was journaled.')
  const after = folderPicture(docs)
  const places = placesOf(inverse, docs)
  const place = places[swap.place] ?? docs

  const undoing = effectContext()
  let begunAt = 0
  const told = {
    ...undoing,
    journal(stored: FileInverse) {
      begunAt = calls.made
      undoing.journal(stored)
    },
  }
  let swapBack: (() => void) | null = null
  calls.made = 0
  calls.before = (number) => {
    if (number === call) swapBack = putAway(place, way, outside)
    if (back !== null && number === call + back) swapBack?.()
  }
  const failure = await refused(files.revert(inverse, told))
  // What the gate does at once, and what it does at the next start.
  const begun = failure === null ? null : journaledBy(undoing)
  const rollBack = async () =>
    begun === null ? null : refused(files.revert(begun, { ...effectContext(), rollback: true }))
  const stuck = await rollBack()
  const reached = calls.made > call
  calls.before = null
  ;(swapBack as (() => void) | null)?.()
  if (stuck !== null) expect(await rollBack(), `${failure?.message} ${stuck.message}`).toBe(null)

  const where = `${change}, ${place.slice(docs.length)} by ${way} at call ${call}, back after ${back}: ${failure?.message}`
  // An error of the system that nobody expected would be `internal`.
  expect(failure?.code, where).not.toBe('internal')
  expect(folderPicture(outside), where).toEqual(outsideBefore)
  expect(found(open), where).toEqual([])
  if (failure !== null) {
    clearStrays(docs)
    expect(folderPicture(docs), where).toEqual(after)
    await files.revert(inverse, effectContext())
  }
  // What was away before the undo began, and all the while, was not there.
  const wasAway = failure === null && back === null && call < begunAt
  if (!wasAway) expect(folderPicture(docs), where).toEqual(before)
  return { reached, places: places.length, done: failure === null }
}

function journaledBy({ journaled }: { readonly journaled: readonly FileInverse[] }): FileInverse | null {
  return journaled[0] ?? null
}

async function refused(work: Promise<unknown>): Promise<AppError | null> {
  return work.then(
    () => null,
    (error: unknown) => toAppError(error),
  )
}

/** Answers the folder outside. */
function refurnish({ base, docs }: OpenFiles): string {
  for (const folder of [docs, join(base, 'outside')]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(docs)
  return furnishSwap({ base, docs }).outside
}

function placesOf({ transitions }: FileInverse, docs: string): string[] {
  const named = transitions.flatMap((step) => (step.op === 'move' ? [step.path, step.to] : [step.path]))
  const all = new Set(named.flatMap((path) => [path, dirname(path), dirname(dirname(path))]))
  return [...all].filter((path) => path.startsWith(docs)).sort()
}

function putAway(path: string, way: Way, outside: string): () => void {
  const held = `${path}.held`
  const there = isThere(path)
  if (!isThere(dirname(path))) return () => undefined
  if (there) renameSync(path, held)
  ways[way](path, outside)
  const put = isThere(path) ? lstatSync(path).ino : null
  let isBack = false
  return () => {
    if (isBack) return
    isBack = true
    if (put !== null && isThere(path) && lstatSync(path).ino === put && !holdsAnything(path))
      rmSync(path, { recursive: true })
    if (!there || !isThere(held)) return
    if (isThere(path)) renameSync(path, `${path}.other`)
    renameSync(held, path)
  }
}

function holdsAnything(path: string): boolean {
  return lstatSync(path).isDirectory() && readdirSync(path).length > 0
}

function clearStrays(docs: string): void {
  for (const name of readdirSync(docs, { recursive: true, encoding: 'utf8' })) {
    if (strays.test(name)) rmSync(join(docs, name), { recursive: true, force: true })
  }
}
