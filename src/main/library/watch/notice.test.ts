import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createNotice } from './notice'
import { scanFolder } from './scan'

let folder: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'notice-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const scan = (isProtected: (path: string) => boolean = () => false) =>
  scanFolder(folder, isProtected, new AbortController().signal)

it('tells of a change in a folder below, also in one that is new', async () => {
  mkdirSync(join(folder, 'a'))
  let told = () => {}
  const notice = createNotice(() => told())
  const next = () =>
    new Promise<void>((resolve) => {
      told = resolve
    })
  expect(await notice.follow((await scan()).folders)).toBe(true)
  const first = next()
  mkdirSync(join(folder, 'a/b'))
  await first
  await notice.follow((await scan()).folders)
  const second = next()
  writeFileSync(join(folder, 'a/b/c.txt'), 'c')
  await second
  notice.close()
})

it('says that it can’t tell of changes where the system’s limit is reached, and holds on to nothing', async () => {
  mkdirSync(join(folder, 'a'))
  let open = 0
  const limited = () => {
    if (open > 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    open++
    return { on: () => undefined, close: () => void open-- }
  }
  const notice = createNotice(() => {}, limited)
  expect(await notice.follow((await scan()).folders)).toBe(false)
  expect(open).toBe(0)
})

it('looks at what the library reads and nothing else: no links, hidden, ignored or protected files', async () => {
  for (const path of ['sub/.git', 'own', 'sub/deep']) mkdirSync(join(folder, path), { recursive: true })
  const write = (path: string, text = 'x') => writeFileSync(join(folder, path), text)
  write('a.txt')
  write('.env')
  write('b.exe')
  write('own/secret.txt')
  write('sub/.git/config.txt')
  write('sub/deep/c.md')
  write('sub/deep/out.md')
  write('sub/.gitignore', 'out.md\n')
  symlinkSync(folder, join(folder, 'sub/loop'))
  symlinkSync(join(folder, 'a.txt'), join(folder, 'link.txt'))
  const { files } = await scan((path) => path === join(folder, 'own'))
  expect(files.map(({ path }) => path)).toEqual(['a.txt', 'sub/deep/c.md'])
})
