import {
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { toAppError } from '../../../src/shared/errors'
import { folderPicture } from '../crash/picture'
import { effectContext, type OpenFiles, openFiles } from '../open-files'
import { furnishSwap, OUTSIDE, type SwapPlaces, swappedChanges } from './changes'

/** What is put in place of what: undone by what it answers. */
export const swaps = {
  'its folder by a link': ({ parent, outside }) => swap(parent, () => symlinkSync(outside, parent)),
  'a folder in it by a link': ({ parent, outside }) =>
    swap(join(parent, 'sub'), () => symlinkSync(join(outside, 'sub'), join(parent, 'sub'))),
  'its file by a link': ({ leaf, outside }) => swap(leaf, () => symlinkSync(join(outside, 'a.txt'), leaf)),
  'its file by a hard link': ({ leaf, outside }) => swap(leaf, () => linkSync(join(outside, 'a.txt'), leaf)),
} satisfies Record<string, (places: SwapPlaces) => () => void>
export type Swap = keyof typeof swaps

/** The calls of node:fs/promises that the test counts; filled by its mock. */
export interface Calls {
  made: number
  /** Called before the call of its number. */
  before: ((call: number) => void) | null
}

/** A swap that can't be made any more, because what it swaps is gone, is none. */
function swap(path: string, put: () => void): () => void {
  const held = `${path}.held`
  if (!isThere(path)) return () => undefined
  renameSync(path, held)
  put()
  return () => {
    if (isThere(path)) rmSync(path, { recursive: true })
    // What was held may have been changed by then, but it is still there.
    renameSync(held, path)
  }
}

/** Whether there is any entry; links are not followed. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/**
 * Applies a change and swaps just before one of its calls, for good or for that one call. Answers whether it came to
 * that call. Throws where a byte outside is touched, or where what is inside is neither old nor new.
 */
export async function swapAtCall(options: {
  readonly change: string
  readonly swap: Swap
  readonly call: number
  readonly back: boolean
  readonly otherDisk: string | null
  readonly calls: Calls
}): Promise<{ readonly reached: boolean; readonly applied: boolean }> {
  const { call, back, calls, otherDisk } = options
  const dataInside = otherDisk === null ? undefined : mkdtempSync(join(otherDisk, 'swap-'))
  const open = openFiles(dataInside)
  try {
    const places = furnishSwap(open)
    await open.grants.grant(open.docs, 'read_write', 'flag')
    const change = await swappedChanges[options.change]?.(open)
    if (change === undefined) throw new Error(options.change)
    const [before, outside] = [folderPicture(open.docs), folderPicture(places.outside)]
    const times = timesIn(places.outside)
    const where = `${options.change}, ${options.swap}${back ? ' and back' : ''}, at call ${call}`

    let undo: (() => void) | null = null
    calls.made = 0
    calls.before = (number) => {
      if (number === call) undo = swaps[options.swap](places)
      if (number === call + 1 && back) {
        undo?.()
        undo = () => undefined
      }
    }
    const context = effectContext()
    const failure = await open.files.apply(change, context).then(
      () => null,
      (error: unknown) => toAppError(error),
    )
    calls.before = null
    const reached = calls.made > call
    ;(undo as (() => void) | null)?.()

    // An error of the system that nobody expected would be `internal`.
    expect(['conflict', 'not_found', 'denied', 'outside_grant'], where).toContain(failure?.code ?? 'conflict')
    const [inverse] = context.journaled
    if (failure !== null && inverse !== undefined) await open.files.revert(inverse, effectContext())
    expect(folderPicture(places.outside), where).toEqual(outside)
    expect(timesIn(places.outside), where).toEqual(times)
    if (failure !== null) takeAwayStray(open.docs, places.outside)
    expect(found(open), where).toEqual([])
    if (failure !== null) expect(folderPicture(open.docs), where).toEqual(before)
    if (failure === null && inverse !== undefined) {
      await open.files.revert(inverse, effectContext())
      expect(folderPicture(open.docs), where).toEqual(before)
    }
    return { reached, applied: failure === null }
  } finally {
    calls.before = null
    open.close()
    if (dataInside !== undefined) rmSync(dataInside, { recursive: true, force: true })
  }
}

/**
 * A link that was swapped in at the moment of a rename goes where the move was to go, and stays there where its old
 * name is taken again. It is the swapper's, whose thing it is to remove it, and the new folder that it is in.
 */
function takeAwayStray(docs: string, outside: string): void {
  for (const entry of readdirSync(docs, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink() || !readlinkSync(path).startsWith(outside)) continue
    rmSync(path)
    if (entry.parentPath === join(docs, 'parent/new')) rmdirSync(entry.parentPath)
  }
}

/** Times of the last change of everything in a folder. */
function timesIn(folder: string): number[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => lstatSync(join(folder, name)).mtimeMs)
}

/** Files inside, in the trash or in the store that hold what was outside. */
export function found({ docs, folder }: OpenFiles): string[] {
  return [docs, folder.trash, folder.blobs].flatMap((place) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path, 'utf8').includes(OUTSIDE)),
  )
}
