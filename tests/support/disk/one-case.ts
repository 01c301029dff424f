import { readdirSync, statSync } from 'node:fs'
import type * as promises from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

type Calls = typeof promises

/** A disk that takes names for one which differ in case or Unicode form alone, and what happens between its calls. */
export interface OneCaseDisk {
  /** Whether it is on: else names are what they are. */
  folds: boolean
  /** Whether a file can have two names; FAT has none such. */
  hasLinks: boolean
  /** Whether a rename to another writing of the same name happens; on Linux it does nothing, and says that it did. */
  rewrites: boolean
  /** Whether a name that was looked up goes on to lead there for a while, as over a network, whatever else is renamed. */
  remembers: boolean
  /** Calls that change something are refused once so many were made, as in a crash. */
  callsLeft: number
  /** Called before each call that changes something, with its name and its paths. */
  before: ((call: string, paths: readonly string[]) => void) | null
}

/** The disk as it is at first. */
export const plainDisk: OneCaseDisk = {
  folds: true,
  hasLinks: true,
  rewrites: false,
  remembers: false,
  callsLeft: Number.POSITIVE_INFINITY,
  before: null,
}

/** Calls of node:fs/promises whose one path, the first argument, is of what is there. */
const looking = ['lstat', 'stat', 'readdir', 'readlink', 'realpath', 'readFile'] as const
const changing = [
  'open',
  'mkdir',
  'rmdir',
  'rm',
  'unlink',
  'chmod',
  'utimes',
  'lutimes',
  'writeFile',
] as const

/** Puts such a disk under the calls of node:fs/promises, over real folders. */
export function onOneCaseDisk(real: Calls, disk: OneCaseDisk): Calls {
  const there = (path: unknown) => (disk.folds && typeof path === 'string' ? listed(path) : path)
  const gate = (call: string, paths: unknown[]) => {
    const hook = disk.before
    // What the hook does itself is no call of the application.
    disk.before = null
    hook?.(call, paths.map(String))
    disk.before ??= hook
    if (disk.callsLeft-- <= 0) throw new Error('crash')
  }
  const remembered = new Map<string, unknown>()
  const looks = looking.map((name) => [
    name,
    async (path: unknown, ...more: unknown[]) => {
      const key = `${name} ${typeof path === 'string' ? basename(path) : ''}`
      try {
        const found: unknown = await Reflect.apply(real[name], undefined, [there(path), ...more])
        if (name === 'lstat') remembered.set(key, found)
        return found
      } catch (error) {
        if (disk.remembers && remembered.has(key)) return remembered.get(key)
        throw error
      }
    },
  ])
  const changes = changing.map((name) => [
    name,
    async (path: unknown, ...more: unknown[]) => {
      gate(name, [path])
      return Reflect.apply(real[name], undefined, [there(path), ...more])
    },
  ])
  const rename = async (from: string, to: string) => {
    gate('rename', [from, to])
    remembered.delete(`lstat ${basename(from)}`)
    const [source, target] = [String(there(from)), String(there(to))]
    if (disk.folds && same(source, target)) {
      if (disk.rewrites) await real.rename(source, join(dirname(target), basename(to)))
      return
    }
    await real.rename(source, target)
  }
  const link = async (from: string, to: string) => {
    gate('link', [from, to])
    if (!disk.hasLinks) throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
    await real.link(String(there(from)), String(there(to)))
  }
  return { ...real, ...Object.fromEntries([...looks, ...changes]), rename, link }
}

/** Each part of the path by the name that its folder lists; what is not there, as given. */
function listed(path: string): string {
  if (!path.startsWith('/') || isThere(path)) return path
  const folder = listed(dirname(path))
  const name = basename(path)
  const names = isThere(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : []
  if (names.includes(name)) return join(folder, name)
  return join(folder, names.find((each) => fold(each) === fold(name)) ?? name)
}

function same(a: string, b: string): boolean {
  const [one, two] = [statSync(dirname(a)), statSync(dirname(b))]
  return one.ino === two.ino && one.dev === two.dev && basename(a) === basename(b) && isThere(a)
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function fold(name: string): string {
  return name.normalize('NFD').toLowerCase()
}
