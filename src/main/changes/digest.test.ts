import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeAll } from './digest'

let folder: string
let handle: FileHandle

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'digest-'))
  handle = await open(join(folder, 'file'), 'w')
})

afterEach(async () => {
  await handle.close()
  rmSync(folder, { recursive: true })
})

const written = () => readFileSync(join(folder, 'file'))

test('more parts than one call of the system takes are written in order', async () => {
  const parts = Array.from({ length: 5_000 }, (_, index) =>
    Buffer.from(index % 7 === 0 ? '' : `part ${index};`),
  )
  await writeAll(handle, parts)
  expect(written()).toEqual(Buffer.concat(parts))
})

test('a disk that takes a few bytes at a time gets all of them', async () => {
  const parts = ['one', '', 'second part', '3', '', 'the last'].map((text) => Buffer.from(text))
  const calls: number[] = []
  const slow = {
    async writev(left: readonly Uint8Array[]) {
      const all = Buffer.concat(left)
      const { bytesWritten } = await handle.write(all, 0, Math.min(5, all.length))
      calls.push(bytesWritten)
      return { bytesWritten }
    },
  }
  await writeAll(slow, parts)
  expect(written().toString()).toBe('onesecond part3the last')
  expect(calls).toEqual([5, 5, 5, 5, 3])
})

test('nothing to write is written without a call', async () => {
  await writeAll(handle, [])
  await writeAll(handle, Buffer.alloc(0))
  expect(written()).toHaveLength(0)
})
