import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type BlobStore, createBlobStore } from './blobs'
import { putTogether } from './put-together'

const bytes = (text: string) => Buffer.from(text)
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

function openStore(): BlobStore {
  return createBlobStore(mkdtempSync(join(tmpdir(), 'put-together-')))
}

function leftovers({ folder }: BlobStore): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('.'))
}

it('stores each content under its hash, and the same content once', async () => {
  const store = openStore()
  const texts = ['one', 'two', 'one', '']
  expect(await putTogether(store, texts.map(bytes))).toEqual(
    texts.map((text) => ({ sha256: hashOf(text), size: text.length })),
  )
  for (const text of texts) expect((await store.read(hashOf(text))).toString()).toBe(text)
  expect(statSync(store.path(hashOf('one'))).mode & 0o777).toBe(0o600)
  expect(leftovers(store)).toEqual([])
})

it('leaves what is stored already, unless a crash of the disk cut it short', async () => {
  const store = openStore()
  await putTogether(store, [bytes('kept'), bytes('cut short')])
  const before = statSync(store.path(hashOf('kept'))).ino
  writeFileSync(store.path(hashOf('cut short')), 'cut')
  await putTogether(store, [bytes('kept'), bytes('cut short')])
  expect(statSync(store.path(hashOf('kept'))).ino).toBe(before)
  expect(readFileSync(store.path(hashOf('cut short')), 'utf8')).toBe('cut short')
})

it('tells of each that could not be stored, and stores the others', async () => {
  const store = openStore()
  // A file is where the folder of its hash should be.
  writeFileSync(join(store.folder, hashOf('bad').slice(0, 2)), '')
  const outcomes = await putTogether(store, [bytes('good'), bytes('bad'), bytes('fine')])
  expect(outcomes).toEqual([
    { sha256: hashOf('good'), size: 4 },
    {
      error: {
        code: expect.any(String),
        message: expect.stringContaining(store.folder),
        said: {
          code: expect.stringMatching(/^disk\./),
          values: { path: expect.stringContaining(store.folder) },
        },
      },
    },
    { sha256: hashOf('fine'), size: 4 },
  ])
  expect(leftovers(store)).toEqual([])
})
