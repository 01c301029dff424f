import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withLock } from './lock.mjs'

let folder
let lock
beforeEach(() => {
  // The lines about progress are for the terminal.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  lock = join(folder, 'out', 'lock')
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const module = new URL('./lock.mjs', import.meta.url).href
const program = (body) => ['--input-type=module', '-e', `import { withLock } from '${module}'\n${body}`]
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid

describe('the lock of install and build', () => {
  it('gives the result of the work and leaves nothing behind', async () => {
    expect(await withLock(lock, async () => existsSync(lock))).toBe(true)
    expect(existsSync(lock)).toBe(false)
  })

  it('is free again after work that failed', async () => {
    await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(existsSync(lock)).toBe(false)
  })

  it('lets one process in at a time', async () => {
    const trace = join(folder, 'trace')
    const body = `import { appendFileSync } from 'node:fs'
      for (let n = 0; n < 5; n++) await withLock(${JSON.stringify(lock)}, async () => {
        appendFileSync(${JSON.stringify(trace)}, 'in\\n')
        await new Promise((resolve) => setTimeout(resolve, 5))
        appendFileSync(${JSON.stringify(trace)}, 'out\\n')
      }, { pollMs: 1 })`
    const children = [1, 2, 3].map(() => spawn(process.execPath, program(body), { stdio: 'ignore' }))
    const ends = await Promise.all(children.map((child) => once(child, 'close')))
    expect(ends.map(([code]) => code)).toEqual([0, 0, 0])
    expect(readFileSync(trace, 'utf8')).toBe('in\nout\n'.repeat(15))
  })

  it('is taken over from a holder that was killed', async () => {
    const body = `await withLock(${JSON.stringify(lock)}, () => { console.log('held'); return new Promise(() => setInterval(() => {}, 1000)) })`
    const holder = spawn(process.execPath, program(body), { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    holder.kill('SIGKILL')
    await once(holder, 'close')
    expect(existsSync(lock)).toBe(true)
    expect(await withLock(lock, async () => 'mine', { waitLimitMs: 5_000 })).toBe('mine')
  })

  it('lets only one of two take over, and the other after it', async () => {
    mkdirSync(lock, { recursive: true })
    writeFileSync(join(lock, `${deadPid()}.0.abandoned`), '')
    let inside = 0
    const work = async () => {
      inside += 1
      expect(inside).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      inside -= 1
    }
    await Promise.all([1, 2, 3].map(() => withLock(lock, work, { pollMs: 1 })))
  })

  it.runIf(process.platform === 'linux')(
    'does not mistake another process with the same number',
    async () => {
      mkdirSync(lock, { recursive: true })
      writeFileSync(join(lock, `${process.pid}.1.earlier`), '')
      expect(await withLock(lock, async () => 'mine', { waitLimitMs: 5_000 })).toBe('mine')
    },
  )

  it('gives up in one sentence that names the holder when it never ends', async () => {
    await withLock(lock, async () => {
      await expect(withLock(lock, async () => 0, { waitLimitMs: 20, pollMs: 5 })).rejects.toThrow(
        new RegExp(`Process ${process.pid} .* try again`),
      )
    })
  })
})
