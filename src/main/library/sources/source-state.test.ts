import { createHash } from 'node:crypto'
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sourceState } from './source-state'

let folder: string
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-source-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')
const hash = async (path: string) => ({ sha256: sha256(readFileSync(path)) })
const content = 'The gate opens at four metres.'
const row = (name: string) => ({ source: join(folder, name), size: content.length, sha256: sha256(content) })

describe('the file behind a document', () => {
  it('is the same while its content is', async () => {
    writeFileSync(join(folder, 'a.txt'), content)
    expect(await sourceState(row('a.txt'), hash, null)).toBe('same')
  })

  it('has changed when its content has, even at the same length', async () => {
    writeFileSync(join(folder, 'b.txt'), content.replace('four', 'five'))
    expect(await sourceState(row('b.txt'), hash, null)).toBe('changed')
    writeFileSync(join(folder, 'b.txt'), `${content}!`)
    expect(await sourceState(row('b.txt'), hash, null)).toBe('changed')
  })

  it('is not available when it is gone, or is a link now; a browser’s copy and a page of the web have none', async () => {
    writeFileSync(join(folder, 'c.txt'), content)
    renameSync(join(folder, 'c.txt'), join(folder, 'd.txt'))
    expect(await sourceState(row('c.txt'), hash, null)).toBe('unavailable')
    symlinkSync(join(folder, 'd.txt'), join(folder, 'c.txt'))
    expect(await sourceState(row('c.txt'), hash, null)).toBe('unavailable')
    expect(await sourceState(row('c.txt'), hash, join(folder, '..'))).toBe('none')
    expect(await sourceState({ ...row('x'), source: 'https://example.com/a' }, hash, null)).toBe('none')
  })
})
