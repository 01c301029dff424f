import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError, assertNever } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import type { Transition } from '../../shared/tool/file-change'
import { systemCode } from './disk-errors'
import { nodeOf } from './node-identity'
import type { PathGuard } from './paths'

/** The folders that steps work in, as they were before the steps were compared with the disk. */
export interface NotedFolders {
  /** `device:inode` of a folder; undefined where it was not there, or where a step brings another one. */
  nodeAt(path: string): string | undefined
  /** Each that was there, with its node; without those that a step brings. */
  nodes(): [path: string, node: string][]
  /** Whether another one, or none, is where one of these was, which an effect before has told. */
  areOthers(known: readonly (readonly [path: string, node: string])[]): boolean
  /** Whether each still is where it was, and no name has come to it, or gone, or was changed meanwhile. */
  stoodStill(): Promise<boolean>
  /** Throws `conflict` where another folder, or none, is in the place of one; `done` are the steps taken since. */
  requireSame(done: readonly Transition[]): Promise<void>
}

interface Noted {
  readonly node: string
  /** Time of the last change of status (nanoseconds): nobody can set it, and each name that comes or goes does. */
  readonly changed: bigint
}

/** Looks at the folders that steps work in, and at those above them in what is granted. */
export async function noteFolders(
  transitions: readonly Transition[],
  guard: Pick<PathGuard, 'isGranted'>,
): Promise<NotedFolders> {
  const noted = new Map<string, Noted | null>()
  for (const path of transitions.flatMap(foldersOf)) {
    for (let folder = path; !noted.has(folder); folder = dirname(folder)) {
      noted.set(folder, await look(folder))
      if (!guard.isGranted(dirname(folder))) break
    }
  }
  const brought = new Set(transitions.flatMap(bringsFolder))
  const nodeAt = (path: string): string | undefined => {
    for (let at = path; ; at = dirname(at)) {
      if (brought.has(at)) return undefined
      if (dirname(at) === at) return noted.get(path)?.node
    }
  }
  return {
    nodeAt,
    nodes: () =>
      [...noted.keys()].flatMap((path): [string, string][] => {
        const node = nodeAt(path)
        return node === undefined ? [] : [[path, node]]
      }),
    areOthers: (known) =>
      known.some(([path, node]) => noted.has(path) && inodeOf(noted.get(path)?.node) !== inodeOf(node)),
    async requireSame(done) {
      const removed = new Set(done.flatMap(({ op, path }) => (op === 'remove_folder' ? [path] : [])))
      for (const path of noted.keys()) {
        const before = removed.has(path) ? undefined : nodeAt(path)
        if (before === undefined || before === (await look(path))?.node) continue
        throw new AppError('conflict', say('conflict.folder_replaced', { path }))
      }
    },
    async stoodStill() {
      for (const [path, before] of noted) {
        const now = await look(path)
        if (now?.node !== before?.node || now?.changed !== before?.changed) return false
      }
      return true
    },
  }
}

/** Disks are numbered anew at each start, and what an effect noted is kept for longer. */
function inodeOf(node: string | undefined): string | undefined {
  return node?.split(':')[1]
}

function foldersOf(step: Transition): string[] {
  switch (step.op) {
    case 'move':
      return [dirname(step.path), dirname(step.to)]
    case 'copy':
      return [dirname(step.path), dirname(step.from)]
    // Whether it can go rests on what is in it.
    case 'remove_folder':
      return [step.path, dirname(step.path)]
    case 'write':
    case 'make_folder':
    case 'trash':
    case 'restore':
      return [dirname(step.path)]
    default:
      return assertNever(step)
  }
}

/** Where a step puts a folder. */
function bringsFolder(step: Transition): string[] {
  switch (step.op) {
    case 'make_folder':
    case 'restore':
    case 'copy':
      return [step.path]
    case 'move':
      return [step.to]
    case 'write':
    case 'remove_folder':
    case 'trash':
      return []
    default:
      return assertNever(step)
  }
}

async function look(path: string): Promise<Noted | null> {
  try {
    const stats = await lstat(path, { bigint: true })
    return { node: nodeOf(stats), changed: stats.ctimeNs }
  } catch (error) {
    const code = systemCode(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}
