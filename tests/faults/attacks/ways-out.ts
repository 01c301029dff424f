import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '../../../src/shared/errors'
import type { Arena } from './arena'

/** A way to name a folder outside of the grant. */
export interface WayOut {
  readonly name: string
  /** A path that means `outside`, or another folder that is not granted; made for one call, by its number. */
  readonly base: (arena: Arena, call: number) => string
  readonly codes: readonly ErrorCode[]
  /** Names what is outside without a link: the person at the window is asked whether it may be read. */
  readonly plain?: true
}

const onlyOutside: readonly ErrorCode[] = ['outside_grant']

/** Makes a link below the granted folder and answers its path. */
function link(arena: Arena, name: string, target: string): string {
  const path = join(arena.docs, name)
  symlinkSync(target, path)
  return path
}

/** Rows 1, 2 and 6: every spelling and every link by which a path could leave the granted folder. */
export const waysOut: readonly WayOut[] = [
  {
    name: 'a sibling whose name begins alike',
    plain: true,
    base: ({ docs }) => `${docs}-evil`,
    codes: onlyOutside,
  },
  { name: 'a relative sibling', plain: true, base: () => '../docs-evil', codes: onlyOutside },
  { name: 'the absolute path', plain: true, base: ({ outside }) => outside, codes: onlyOutside },
  { name: 'two slashes in front', plain: true, base: ({ outside }) => `/${outside}`, codes: onlyOutside },
  { name: 'the home sign', plain: true, base: () => '~/outside', codes: onlyOutside },
  { name: '..', plain: true, base: ({ docs }) => `${docs}/../outside`, codes: onlyOutside },
  { name: 'relative ..', plain: true, base: () => '../outside', codes: onlyOutside },
  {
    name: '.. from deep',
    plain: true,
    base: ({ docs }) => `${docs}/inner/./sub/../../../outside`,
    codes: onlyOutside,
  },
  {
    name: '.. through what is not there',
    plain: true,
    base: () => 'no/such/folder/../../../../outside',
    codes: onlyOutside,
  },
  {
    name: 'a link to a folder',
    base: (arena, call) => link(arena, `folder-${call}`, arena.outside),
    codes: onlyOutside,
  },
  {
    name: 'a relative link',
    base: (arena, call) => link(arena, `relative-${call}`, '../outside'),
    codes: onlyOutside,
  },
  {
    name: 'a chain of links',
    base: (arena, call) => {
      link(arena, `first-${call}`, arena.outside)
      link(arena, `second-${call}`, `first-${call}`)
      return link(arena, `third-${call}`, `./second-${call}`)
    },
    codes: onlyOutside,
  },
  {
    name: 'a link in a new folder',
    base: (arena, call) => {
      mkdirSync(join(arena.docs, `made-${call}`))
      return link(arena, `made-${call}/out`, arena.outside)
    },
    codes: onlyOutside,
  },
  {
    name: 'a link to a sibling by ..',
    base: (arena, call) => link(arena, `sibling-${call}`, `${arena.docs}/../docs-evil`),
    codes: onlyOutside,
  },
  {
    name: 'the link to the root of a process',
    plain: true,
    base: ({ outside }) => `/proc/self/root${outside}`,
    codes: onlyOutside,
  },
  {
    name: 'a link into the root of a process',
    base: (arena, call) => link(arena, `process-${call}`, `/proc/self/root${arena.outside}`),
    codes: onlyOutside,
  },
  {
    name: 'a dangling link',
    base: (arena, call) => link(arena, `dangling-${call}`, join(arena.outside, 'not-there')),
    codes: ['denied'],
  },
  {
    name: 'a loop of links',
    base: (arena, call) => {
      link(arena, `loop-${call}`, `pool-${call}`)
      return link(arena, `pool-${call}`, `loop-${call}`)
    },
    codes: ['denied'],
  },
  {
    name: 'a link to itself through a folder',
    base: (arena, call) => link(arena, `self-${call}`, `self-${call}/deeper`),
    codes: ['denied'],
  },
  { name: 'NUL in the middle', base: ({ docs }) => `${docs}/a\0/../../outside`, codes: ['invalid_input'] },
  { name: 'a raw device path', base: ({ outside }) => `\\\\?\\${outside}`, codes: ['invalid_input'] },
  { name: 'a raw path with slashes', base: ({ outside }) => `//?${outside}`, codes: ['invalid_input'] },
  { name: 'a device', base: () => '\\\\.\\PhysicalDrive0', codes: ['invalid_input'] },
]

/** The path itself is a link to a file outside, a dangling one, or a loop. */
export const lastLinks: readonly {
  readonly name: string
  readonly path: (arena: Arena, call: number) => string
  readonly codes: readonly ErrorCode[]
}[] = [
  {
    name: 'a link to a file',
    path: (arena, call) => link(arena, `file-${call}.txt`, join(arena.outside, 'secret.txt')),
    codes: onlyOutside,
  },
  {
    name: 'a dangling link',
    path: (arena, call) => link(arena, `gone-${call}.txt`, join(arena.outside, `new-${call}.txt`)),
    codes: ['denied'],
  },
  {
    name: 'a link to itself',
    path: (arena, call) => link(arena, `round-${call}.txt`, `round-${call}.txt`),
    codes: ['denied'],
  },
]

let calls = 0

/** A number that no call before has: what is made for a call is named by it. */
export function nextNumber(): number {
  return ++calls
}

/** A folder of its own with a harmless file, for calls that take several paths. */
export function harmlessFile(arena: Arena, call: number): (name: string) => string {
  const folder = join(arena.docs, 'harmless', `${call}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'harmless.txt'), `harmless ${call}\n`)
  return (name) => join(folder, name)
}
