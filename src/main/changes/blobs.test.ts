import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BlobStore, createBlobStore } from './blobs'

let folder: string
let store: BlobStore

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-blobs-'))
  store = createBlobStore(join(folder, 'blobs'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const leftovers = () => readdirSync(join(folder, 'blobs')).filter((name) => name.startsWith('.'))

/** A sentence that names where it is stored. */
const saying = (code: string, path: string) => ({ said: { code, values: { path } } })

describe('the blob store', () => {
  it('keeps bytes under their hash, for this user alone', async () => {
    const bytes = Buffer.from('a pre-image')
    const blob = await store.putBytes(bytes)
    expect(blob).toEqual({ sha256: hashOf(bytes), size: bytes.length })
    expect((await store.read(blob.sha256)).equals(bytes)).toBe(true)
    expect(await store.has(blob.sha256)).toBe(true)
    const path = store.path(blob.sha256)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(leftovers()).toEqual([])
  })

  it('keeps a difference to other bytes as the bytes that it makes, for as long as those are there', async () => {
    const [before, after] = [Buffer.from('a long text'), Buffer.from('a short text')]
    const base = await store.putBytes(before)
    const content = {
      sha256: hashOf(after),
      encoding: 'patch' as const,
      base: base.sha256,
      pieces: [{ at: 2, remove: 4, data: 'short' }],
    }
    await store.putPatched(content, after)
    expect(existsSync(store.path(content.sha256))).toBe(false)
    expect(await store.has(content.sha256)).toBe(true)
    expect((await store.read(content.sha256)).equals(after)).toBe(true)
    writeFileSync(store.path(base.sha256), 'another text')
    const baseIsDamaged = saying('stored.damaged', store.path(base.sha256))
    await expect(store.read(content.sha256)).rejects.toMatchObject({ code: 'corrupt', ...baseIsDamaged })
    rmSync(store.path(base.sha256))
    expect(await store.has(content.sha256)).toBe(false)
    await expect(store.read(content.sha256)).rejects.toMatchObject({ code: 'not_found' })
    // Without whole bytes to change it is stored whole itself.
    await store.putPatched(content, after)
    expect((await store.read(content.sha256)).equals(after)).toBe(true)
  })

  it('copies a file larger than its buffer', async () => {
    const bytes = Buffer.alloc(2_500_000, 'abc')
    writeFileSync(join(folder, 'file'), bytes)
    const blob = await store.putFile(join(folder, 'file'))
    expect(blob).toEqual({ sha256: hashOf(bytes), size: bytes.length })
    expect((await store.read(blob.sha256)).equals(bytes)).toBe(true)
  })

  it('keeps the same content once, also when it comes many times at once', async () => {
    const blobs = await Promise.all([1, 2, 3, 4].map(() => store.putBytes(Buffer.from('same'))))
    expect(new Set(blobs.map((blob) => blob.sha256)).size).toBe(1)
    expect(leftovers()).toEqual([])
  })

  it('keeps nothing as well', async () => {
    const { sha256, size } = await store.putBytes(new Uint8Array())
    expect(size).toBe(0)
    expect((await store.read(sha256)).length).toBe(0)
  })

  it('refuses links and folders, and leaves nothing behind', async () => {
    writeFileSync(join(folder, 'file'), 'x')
    symlinkSync(join(folder, 'file'), join(folder, 'link'))
    await expect(store.putFile(join(folder, 'link'))).rejects.toThrow()
    await expect(store.putFile(folder)).rejects.toMatchObject({ code: 'unsupported' })
    await expect(store.putFile(join(folder, 'missing'))).rejects.toMatchObject({ code: 'not_found' })
    expect(leftovers()).toEqual([])
  })

  it('begins no copy of what can’t fit', async () => {
    const path = join(folder, 'far too large')
    writeFileSync(path, '')
    // A hole takes no room of its own.
    truncateSync(path, 8 * 2 ** 40)
    await expect(store.putFile(path, AbortSignal.timeout(500))).rejects.toMatchObject({
      code: 'unavailable',
      said: { code: 'disk.path_full' },
    })
    expect(leftovers()).toEqual([])
  })

  it('stops when it is asked to', async () => {
    writeFileSync(join(folder, 'file'), 'x')
    await expect(store.putFile(join(folder, 'file'), AbortSignal.abort())).rejects.toThrow()
    expect(leftovers()).toEqual([])
  })

  it('notices a stored file that was altered, and replaces one that was cut short', async () => {
    const bytes = Buffer.from('a pre-image')
    const { sha256 } = await store.putBytes(bytes)
    writeFileSync(store.path(sha256), 'a pre-imagE')
    const isDamaged = saying('stored.damaged', store.path(sha256))
    await expect(store.read(sha256)).rejects.toMatchObject({ code: 'corrupt', ...isDamaged })
    writeFileSync(store.path(sha256), 'a pre')
    await store.putBytes(bytes)
    expect(await store.read(sha256)).toEqual(bytes)
  })

  it('answers what is not there, and takes no path for a name', async () => {
    const unknown = 'f'.repeat(64)
    expect(await store.has(unknown)).toBe(false)
    await expect(store.read(unknown)).rejects.toMatchObject({ code: 'not_found' })
    for (const name of ['../../etc/passwd', '', 'F'.repeat(64)])
      expect(() => store.path(name)).toThrow('name')
  })
})

const inTheWay: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a folder': (path) => void mkdirSync(path),
  'a link to an endless file': (path) => symlinkSync('/dev/zero', path),
}

describe.skipIf(process.platform === 'win32')('something else in the place of what is stored', () => {
  it.each(Object.entries(inTheWay))('is damage, and not waited for nor followed: %s', async (_what, put) => {
    const base = await store.putBytes(Buffer.from('a long text'))
    const after = Buffer.from('a short text')
    const content = {
      sha256: hashOf(after),
      encoding: 'patch' as const,
      base: base.sha256,
      pieces: [{ at: 2, remove: 4, data: 'short' }],
    }
    await store.putPatched(content, after)
    const patch = `${store.path(content.sha256)}.patch`
    rmSync(patch)
    put(patch)
    await expect(store.read(content.sha256)).rejects.toMatchObject({
      code: 'corrupt',
      ...saying('stored.damaged', patch),
    })
    const whole = store.path(base.sha256)
    rmSync(whole)
    put(whole)
    await expect(store.read(base.sha256)).rejects.toMatchObject({
      code: 'corrupt',
      ...saying('stored.damaged', whole),
    })
  })
})
