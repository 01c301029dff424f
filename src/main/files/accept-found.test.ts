import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { acceptFound } from './accept-found'
import { createPathGuard } from './paths'

let base: string
const at = (name: string) => join(base, name)
const guardOf = (ownFolders: readonly string[]) =>
  createPathGuard({ grants: () => [], ownFolders, home: base })

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-accept-')))
  for (const folder of ['docs/sub', 'docs/.ssh', 'docs/mounted/deep', 'outside']) {
    mkdirSync(at(folder), { recursive: true })
  }
  for (const file of ['docs/a', 'docs/sub/b', 'docs/.ssh/key', 'docs/mounted/deep/c', 'outside/d']) {
    writeFileSync(at(file), '')
  }
  symlinkSync(at('outside'), at('docs/link'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

it('accepts what lies in folders below the roots, and nothing by a link, a secret place or a missing folder', async () => {
  const found = ['docs/a', 'docs/sub/b', 'docs/.ssh/key', 'docs/link/d', 'docs/gone/x', 'outside/d'].map(at)
  const open = await acceptFound(guardOf([]), [], [at('docs')], found)
  expect([...open]).toEqual([at('docs/a'), at('docs/sub/b')])
})

it('knows Countersign’s own folder under a name that the guard does not know', async () => {
  const found = [at('docs/a'), at('docs/mounted/deep/c')]
  const open = await acceptFound(guardOf([]), [at('docs/mounted')], [at('docs')], found)
  expect([...open]).toEqual([at('docs/a')])
})

it('gives nothing of a root that lies in Countersign’s own folder under a name that the guard does not know', async () => {
  const found = [at('docs/mounted/deep/c')]
  const open = await acceptFound(guardOf([]), [at('docs/mounted')], [at('docs/mounted/deep')], found)
  expect([...open]).toEqual([])
})

it('gives what a root of its own holds although a name above it is a secret place', async () => {
  const found = [at('docs/.ssh/key')]
  const guard = createPathGuard({
    grants: () => [],
    ownFolders: [],
    home: base,
    permitted: [at('docs/.ssh')],
  })
  expect([...(await acceptFound(guard, [], [at('docs/.ssh')], found))]).toEqual(found)
})

it('says of every path with what it kept of the folders what the guard says by itself', () => {
  const guard = guardOf(['/home/me/.data/countersign'])
  const names = [
    'a',
    '.SSH',
    '.config',
    'gcloud',
    'gh',
    '.data',
    'Countersign',
    '.env.local',
    'x.env',
    '.npmrc',
    'ssh',
  ]
  const paths = ['', '/home', '/home/me'].flatMap((root) =>
    names.flatMap((one) => names.flatMap((two) => names.map((three) => `${root}/${one}/${two}/${three}`))),
  )
  const isProtected = guard.protection()
  const wrong = paths.filter((path) => isProtected(path) !== guard.isProtected(path))
  expect(wrong).toEqual([])
  expect(paths.filter(isProtected).length).toBeGreaterThan(names.length)
})
