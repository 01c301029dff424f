import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildWorker } from '../../../tests/support/build-worker'

/** The packages that a built file needs at once, by itself and by the files that it imports. */
function neededAtOnce(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return new Set()
  seen.add(file.href)
  const source = readFileSync(file, 'utf8')
  const imported = [...source.matchAll(/^import\s[^'"]*['"]([^'"]+)['"]/gm)].map(([, name = '']) => name)
  const own = imported.filter((name) => name.startsWith('.'))
  const needed = new Set(imported.filter((name) => !name.startsWith('.')))
  for (const name of own) for (const each of neededAtOnce(new URL(name, file), seen)) needed.add(each)
  return needed
}

it('does without the database where files are only looked at and copied', async () => {
  const worker = await buildWorker('index')
  const needed = neededAtOnce(worker)
  expect(needed).toContain('node:crypto')
  expect(needed).not.toContain('better-sqlite3')
  expect(readFileSync(worker, 'utf8')).toContain('import(')
})
