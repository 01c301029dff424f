import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxArguments } from './sandbox'

let base: string
let grant: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-')))
  grant = join(base, 'grant')
  mkdirSync(grant)
})

afterEach(() => rmSync(base, { recursive: true, force: true }))

const at = (name: string) => join(grant, name)

function put(name: string): string {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), 'secret')
  return at(name)
}

const told = (secrets: readonly string[]) =>
  sandboxArguments({
    ...{ grant, folder: grant, network: false, home: base, ownFolders: [], grants: [] },
    secrets,
  })

/** Any account but root, which may search every folder. */
const NOBODY = 65_534

function asNobody<Result>(work: () => Result): Result {
  if (process.getuid?.() !== 0) return work()
  process.seteuid?.(NOBODY)
  try {
    return work()
  } finally {
    process.seteuid?.(0)
  }
}

describe.skipIf(process.platform === 'win32')('what can’t be hidden because nobody can read it', () => {
  it('is passed over where a link leads to itself, nowhere or through a file', () => {
    const file = put('.env')
    symlinkSync('.env.loop', at('.env.loop'))
    symlinkSync('gone', at('.env.gone'))
    const links = [at('.env.loop'), at('.env.gone'), join(file, '.env'), at('gone/.env')]
    const all = told([...links, file])
    expect(all.slice(all.indexOf('--bind'))).toEqual([
      ...['--bind', grant, grant],
      ...['--ro-bind', '/dev/null', file],
      ...['--chdir', grant, '--'],
    ])
  })

  it('is hidden with its folder where that may be read but not searched', () => {
    const inside = put('sealed/.env')
    const elsewhere = put('other/key')
    symlinkSync(elsewhere, at('.env'))
    chmodSync(base, 0o755)
    for (const folder of ['sealed', 'other']) {
      if (process.getuid?.() === 0) chownSync(at(folder), NOBODY, NOBODY)
      chmodSync(at(folder), 0o400)
    }
    try {
      const all = asNobody(() => told([inside, at('.env')]))
      expect(all.slice(all.indexOf('--bind'))).toEqual([
        ...['--bind', grant, grant],
        ...['--tmpfs', at('sealed')],
        ...['--chdir', grant, '--'],
      ])
    } finally {
      for (const folder of ['sealed', 'other']) chmodSync(at(folder), 0o700)
    }
  })
})

describe('places that are hidden', () => {
  /** As many arguments as a command may have. */
  const command = ['/bin/echo', ...Array.from({ length: 199 }, () => 'word')]
  const secrets = (count: number) => Array.from({ length: count }, (_, index) => put(`.env.${index}`))

  it('are as many as bubblewrap takes arguments for', () => {
    const all = [...told(secrets(1000)), ...command]
    expect(all.filter((argument) => argument === '/dev/null')).toHaveLength(1000)
    // MAX_ARGS of its bubblewrap.c.
    expect(all.length).toBeLessThan(9000)
  })

  it('are refused with a sentence beyond that', () => {
    expect(() => told(secrets(1001))).toThrow(
      /in more than 1,000 places, too many to keep them out of sight\. Grant a smaller folder/,
    )
  })
})
