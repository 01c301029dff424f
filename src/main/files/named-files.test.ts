import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { namedFiles } from './named-files'

let open: OpenFiles
const put = (...names: readonly string[]) => {
  for (const name of names) {
    mkdirSync(dirname(join(open.base, name)), { recursive: true })
    writeFileSync(join(open.base, name), name)
  }
}
const found = async (words: string, limit = 10) =>
  (await namedFiles(open, { words, limit }, new AbortController().signal)).map(({ path }) =>
    path.slice(open.base.length + 1),
  )

beforeEach(async () => {
  open = openFiles()
  put(
    'docs/harbour/fees/berths.txt',
    'docs/harbour/old/fees.txt',
    'docs/harbour/.env',
    'docs/harbour/.ssh/id',
    'docs/Lamps/fees of the keeper.md',
    'docs/[a]/fees.txt',
    'elsewhere/harbour/fees.txt',
  )
  await open.grants.grant(open.docs, 'read', 'dialog')
})
afterEach(() => open.close())

it.each([
  ['fees', ['docs/Lamps/fees of the keeper.md', 'docs/[a]/fees.txt', 'docs/harbour/old/fees.txt']],
  ['harbour/', ['docs/harbour/fees/berths.txt', 'docs/harbour/old/fees.txt']],
  ['bour/FE', ['docs/harbour/old/fees.txt']],
  ['harbour/old/', ['docs/harbour/old/fees.txt']],
  ['harbour\\old\\fe', ['docs/harbour/old/fees.txt']],
  ['lamps/keep md', ['docs/Lamps/fees of the keeper.md']],
  ['[a]/fees', ['docs/[a]/fees.txt']],
  ['har/fees', []],
  ['old/harbour/fees', []],
])('what is typed as %j names %j', async (words, paths) => {
  expect(await found(words)).toEqual(paths)
})

it('a path may begin with that of a granted folder, or with its name', async () => {
  expect(await found('docs/harbour/old/fe')).toEqual(['docs/harbour/old/fees.txt'])
  expect(await found(`${open.docs}/harbour/old/fe`)).toEqual(['docs/harbour/old/fees.txt'])
  expect(await found('docs/har')).toEqual([])
  expect(await found('docs/key')).toEqual([])
  expect(await found('docs/keeper')).toEqual(['docs/Lamps/fees of the keeper.md'])
})

it('nothing is named outside of granted folders, nothing protected, and no more than asked for', async () => {
  for (const words of [
    'elsewhere/fees',
    '../elsewhere/harbour/fees',
    `${open.base}/elsewhere/harbour/fees`,
    'harbour/.env',
    '.env',
    '.ssh/',
    'harbour/.ssh/id',
  ]) {
    expect(await found(words), words).toEqual([])
  }
  expect(await found('docs/', 2)).toHaveLength(2)
})

it('a folder that is away is passed over', async () => {
  const away = join(open.base, 'away')
  put('away/fees.txt')
  await open.grants.grant(away, 'read', 'dialog')
  rmSync(away, { recursive: true })
  expect(await found('away/fees')).toEqual([])
  expect(await found('old/fees')).toEqual(['docs/harbour/old/fees.txt'])
})

it('looking ends when nobody waits any more', async () => {
  const waiting = new AbortController()
  const looking = namedFiles(open, { words: 'harbour/fees', limit: 5 }, waiting.signal)
  waiting.abort()
  await expect(looking).rejects.toMatchObject({ name: 'AbortError' })
})
