import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toAppError } from '../../shared/errors'
import { createFileSecrets } from './file-secrets'
import { createNamedSecrets } from './named-secrets'

const disk = vi.hoisted(() => ({ full: false, failing: null as string | null }))
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  const write: typeof real.writeFileSync = (path, data, options) => {
    real.writeFileSync(path, disk.full ? String(data).slice(0, 9) : data, options)
    if (disk.full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  }
  const read = ((...call: Parameters<typeof real.readFileSync>) => {
    const { failing: code } = disk
    if (code !== null) throw Object.assign(new Error(`${code}: read`), { code })
    return real.readFileSync(...call)
  }) as typeof real.readFileSync
  // Node answers “no” for whatever keeps it from looking.
  const exists: typeof real.existsSync = (path) => disk.failing === null && real.existsSync(path)
  return { ...real, writeFileSync: write, readFileSync: read, existsSync: exists }
})

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-secrets-'))
  path = join(folder, 'secrets.json')
})
afterEach(() => {
  disk.full = false
  disk.failing = null
  rmSync(folder, { recursive: true, force: true })
})

it('a full disk leaves the keys as they were, and no half of them beside the file', async () => {
  const secrets = createFileSecrets(path)
  await secrets.set('anthropic', 'key one')
  disk.full = true
  await expect(secrets.set('anthropic', 'key two')).rejects.toThrow('ENOSPC')
  expect(readdirSync(folder)).toEqual(['secrets.json'])
  expect(await secrets.get('anthropic')).toBe('key one')
})

it.each([
  ['EIO', 'unavailable'],
  ['EMFILE', 'busy'],
  ['EACCES', 'denied'],
])(
  'a disk that can’t be read now (%s) is not taken for one without keys, nor for damage',
  async (code, as) => {
    const secrets = createFileSecrets(path)
    await secrets.set('anthropic', 'key one')
    disk.failing = code
    const failures = [
      secrets.get('anthropic'),
      secrets.set('other', 'key two'),
      secrets.remove('anthropic'),
    ].map((work) => work.catch((error: unknown) => toAppError(error).code))
    expect(await Promise.all(failures)).toEqual([as, as, as])
    disk.failing = null
    expect(await secrets.get('anthropic')).toBe('key one')
  },
)

it('a link in the place of the file is replaced, and not written through', async () => {
  const outside = join(folder, 'outside')
  writeFileSync(outside, '{}')
  symlinkSync(outside, path)
  await createFileSecrets(path).set('anthropic', 'key')
  expect(statSync(outside).size).toBe(2)
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it.each(['no JSON', '[]', '{"token": 5}', 'null'])(
  'values of a server that are damaged (%s) are asked for again, and can be entered',
  async (stored) => {
    const secrets = createFileSecrets(path)
    await secrets.set('mcp-server one', stored)
    const named = createNamedSecrets(secrets, 'mcp-server')
    await expect(named.get('one', ['token'])).rejects.toMatchObject({ said: { code: 'foreign.no_value' } })
    await named.set('one', [{ name: 'token', value: 'new' }], false)
    expect(await named.get('one', ['token'])).toEqual({ token: 'new' })
  },
)

it.skipIf(process.platform === 'win32').each<[string, () => unknown]>([
  ['a pipe', () => execFileSync('mkfifo', [path])],
  ['a folder', () => mkdirSync(path)],
  ['a link to an endless file', () => symlinkSync('/dev/zero', path)],
])(
  'something else in the place of the file is told, not waited for nor written over: %s',
  async (_what, put) => {
    put()
    const secrets = createFileSecrets(path)
    const damaged = { code: 'corrupt', said: { code: 'secret.file_damaged' } }
    await expect(secrets.get('anthropic')).rejects.toMatchObject(damaged)
    await expect(secrets.set('anthropic', 'key')).rejects.toMatchObject(damaged)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
    expect(statSync(path).isFile()).toBe(false)
  },
)
