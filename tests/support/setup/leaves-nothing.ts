import { afterAll, expect } from 'vitest'

const holder: typeof globalThis & {
  /** What the process had before the last file that ran in it. */
  __countersignShared?: { readonly found: Map<string, unknown>; readonly file: string }
  /** The names of its globals before the first. */
  __countersignNames?: ReadonlySet<string>
} = globalThis
holder.__countersignNames ??= new Set(Object.getOwnPropertyNames(globalThis))
const ofNode = holder.__countersignNames

/**
 * What a file of tests could change for those that run after it in the same process, as far as it can be seen from
 * here: not what modules keep.
 */
function shared(): Map<string, unknown> {
  const found = new Map<string, unknown>([
    ['the working directory', process.cwd()],
    ['process.platform', process.platform],
  ])
  for (const [name, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    // So libraries call what they keep for the whole process; those that were compiled to WebAssembly warn by getters.
    if (!name.startsWith('__') && (get === undefined || ofNode.has(name))) {
      found.set(`global ${name}`, value ?? get)
    }
  }
  for (const [name, value] of Object.entries(process.env)) {
    // These differ from file to file.
    if (!name.startsWith('VITEST')) found.set(`the environment's ${name}`, value)
  }
  return found
}

function expectUnchanged({ found, file }: NonNullable<typeof holder.__countersignShared>): void {
  const now = shared()
  const names = [...new Set([...found.keys(), ...now.keys()])]
  const changed = names.filter((name) => !Object.is(found.get(name), now.get(name)))
  if (changed.length > 0) throw new Error(`${file} left ${changed.join(', ')} changed.`)
}

const former = holder.__countersignShared
const before = { found: shared(), file: expect.getState().testPath ?? '' }
holder.__countersignShared = before
// What is put back only after a file, as spies are, is seen before the next one, and by that one alone.
if (former !== undefined) expectUnchanged(former)
afterAll(() => expectUnchanged(before))
