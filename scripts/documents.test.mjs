import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './bootstrap/paths.mjs'

const sources = ['src', 'tests', 'scripts', 'resources', 'docs'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true }).map(
    (path) => `${folder}/${path.replaceAll('\\', '/')}`,
  ),
)
const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...sources.filter((path) => path.startsWith('docs/') && path.endsWith('.md')),
]
/** A file of ours in code marks, from anywhere on its way, and a test by its name alone: `agent/loop.ts`, `gate.test.ts`. */
const named = /`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|css|sql|md)|[\w.-]+\.(?:test|spec)\.(?:tsx?|mjs))`/gu

it.each(documents)('%s names only files that are there', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const missing = [...text.matchAll(named)]
    .map(([, path]) => path)
    .filter((path) => !sources.some((source) => `/${source}`.endsWith(`/${path}`)))
  expect(missing).toEqual([])
})

it('security rules name the tests that show them', () => {
  const rules = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  expect([...rules.matchAll(named)].length).toBeGreaterThan(50)
})
