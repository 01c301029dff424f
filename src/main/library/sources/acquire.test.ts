import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { type BlobStore, createBlobStore } from '../../changes/blobs'
import { acquireFiles, inspectFile } from './acquire'

const MAX_BYTES = 1_000_000
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

let folder: string
let store: BlobStore

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'acquire-')))
  store = createBlobStore(join(folder, 'blobs'))
})

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const wanted = (path: string, known: string | null = null) => ({
  path,
  known: known === null ? null : { sha256: hashOf(known), size: known.length },
})

it('copies small and large files, each answered in its place, and tells why one was not', async () => {
  const large = 'x'.repeat(200_000)
  const outcomes = await acquireFiles(
    [
      wanted(file('small.txt', 'small')),
      wanted(join(folder, 'gone.txt')),
      wanted(file('large.txt', large)),
      wanted(folder),
      wanted(file('huge.txt', 'y'.repeat(MAX_BYTES + 1))),
      wanted(file('other.txt', 'other')),
    ],
    store.folder,
    MAX_BYTES,
  )
  expect(outcomes).toEqual([
    { sha256: hashOf('small'), size: 5, copied: true },
    { error: expect.objectContaining({ code: 'not_found' }) },
    { sha256: hashOf(large), size: large.length, copied: true },
    { error: expect.objectContaining({ code: 'unsupported' }) },
    { error: expect.objectContaining({ code: 'too_large' }) },
    { sha256: hashOf('other'), size: 5, copied: true },
  ])
  for (const text of ['small', large, 'other']) {
    expect((await store.read(hashOf(text))).toString() === text).toBe(true)
  }
})

it('does not look for a file whose content is kept already', async () => {
  const path = file('note.txt', 'a note')
  await acquireFiles([wanted(path)], store.folder, MAX_BYTES)
  rmSync(path)
  expect(
    await acquireFiles([wanted(path, 'a note'), wanted(path, 'other')], store.folder, MAX_BYTES),
  ).toEqual([
    { sha256: hashOf('a note'), size: 6, copied: false },
    { error: expect.objectContaining({ code: 'not_found' }) },
  ])
})

it('follows no link that took the place of a folder above a file', async () => {
  const inside = join(folder, 'inside')
  mkdirSync(inside)
  const path = file('inside/note.txt', 'a note')
  renameSync(inside, join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), inside)
  const [outcome] = await acquireFiles([wanted(path)], store.folder, MAX_BYTES)
  expect(outcome).toEqual({ error: expect.objectContaining({ code: 'conflict' }) })
  expect(await store.has(hashOf('a note'))).toBe(false)
})

it('finds the file that a link leads to and tells what it is', () => {
  const path = file('note.txt', 'a note')
  symlinkSync(path, join(folder, 'link.txt'))
  expect(inspectFile(join(folder, 'link.txt'), MAX_BYTES)).toMatchObject({
    path,
    name: 'note.txt',
    size: 6,
    sha256: hashOf('a note'),
  })
  expect(() => inspectFile(join(folder, 'gone.txt'), MAX_BYTES)).toThrow(/There is no file .*gone\.txt/)
})
