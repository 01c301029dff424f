import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dataFaultPoints } from '../../src/main/disk/fault-point'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import { decide, furnish } from '../support/crash/cases'
import { settled } from '../support/crash/picture'
import { createStage, type Stage } from '../support/crash/stage'
import { openTestCore } from '../support/open-test-core'
import { startCore } from '../support/start-core'

// This process only notes which points it passes; the ones that are to die are real.
const passed = vi.hoisted((): string[] => [])
vi.mock('../../src/main/disk/fault-point', async (original) => ({
  ...(await original<typeof import('../../src/main/disk/fault-point')>()),
  faultPoint: (point: string) => passed.push(point),
}))

const limitMs = 120_000
const actor = { kind: 'command_line', name: 'Command line' } as const

describe('a process that is killed while it backs up or restores', { timeout: limitMs }, () => {
  let stage: Stage
  let backup: string
  /** `POINT:PASS` of each part, in order. */
  let ofBackup: string[]
  let ofPreparing: string[]
  let ofStart: string[]

  async function within<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const core = await openTestCore({ data: stage.data, roots: [stage.work] })
    try {
      return await work(clientInProcess(core.core.router, { actor, approval: null }))
    } finally {
      await core.close()
    }
  }

  /** The instants of backup and restore that were passed since the last look. */
  function passedNow(): string[] {
    const times = new Map<string, number>()
    return passed.splice(0).flatMap((point) => {
      times.set(point, (times.get(point) ?? 0) + 1)
      return (dataFaultPoints as readonly string[]).includes(point) ? [`${point}:${times.get(point)}`] : []
    })
  }

  beforeAll(async () => {
    stage = createStage()
    mkdirSync(join(stage.work, '..', 'backups'))
    backup = join(stage.work, '..', 'backups', 'b.zip')
    await within(async (client) => {
      await furnish(stage, client)
      passedNow()
      await client.data.backUp({ path: backup })
      ofBackup = passedNow()
      // What the backup does not have.
      await decide(client, 'create_collection', { name: 'Newer' })
      await decide(client, 'trash_files', { paths: [join(stage.work, 'b.txt')] })
      await settled(client)
    })
    stage.keep('newer')
    await within(async (client) => {
      passedNow()
      await client.data.prepareRestore({ path: backup })
      ofPreparing = passedNow()
    })
    stage.keep('prepared')
    await within(async () => {
      ofStart = passedNow()
    })
  }, limitMs)
  afterAll(() => stage.remove())

  /** Whether the data are those of the backup or the newer ones; each has to be whole. */
  async function found(): Promise<'restored' | 'newer'> {
    return within(async (client) => {
      await settled(client)
      expect(await client.system.doctor()).toMatchObject({ ok: true })
      const names = (await client.library.collections()).map(({ name }) => name)
      const newer = names.includes('Newer')
      const [last] = await client.changes.list({ limit: 1 })
      expect(last?.tool).toBe(newer ? 'trash_files' : 'add_document')
      const trash = readdirSync(join(stage.data, 'trash'))
      expect(trash).toHaveLength(newer ? 3 : 2)
      const trashing = (await client.changes.list({ limit: 50 })).filter(({ tool }) => tool === 'trash_files')
      const { undone } = await client.changes.undo({ id: trashing[0]?.id ?? '' }).then(
        () => ({ undone: true }),
        () => ({ undone: false }),
      )
      expect(undone).toBe(true)
      expect((await client.data.status()).restored !== null).toBe(!newer)
      return newer ? 'newer' : 'restored'
    })
  }

  it('passes every instant of both', () => {
    const names = new Set([...ofBackup, ...ofPreparing, ...ofStart].map((each) => each.replace(/:\d+$/, '')))
    expect(dataFaultPoints.filter((point) => !names.has(point))).toEqual([])
  })

  it('leaves a whole backup or none, and nothing half in the data folder', async () => {
    for (const fault of ofBackup) {
      stage.bring('newer')
      const path = join(stage.work, '..', 'backups', `${fault}.zip`)
      const core = await startCore({ data: stage.data, roots: [stage.work], fault })
      const client = await core?.connect()
      await client?.data.backUp({ path }).catch(() => null)
      expect(await core?.ended, fault).toBe('SIGKILL')
      await within(async (next) => {
        if (existsSync(path)) expect((await next.data.look({ path })).missing, fault).toBe(0)
        expect(readdirSync(join(stage.data, 'backups')), fault).toEqual([])
      })
      expect(existsSync(path), fault).toBe(fault === 'backup stored:1')
    }
  })

  it('while it unpacks, leaves what was there', async () => {
    for (const fault of ofPreparing) {
      stage.bring('newer')
      const core = await startCore({ data: stage.data, roots: [stage.work], fault })
      const client = await core?.connect()
      await client?.data.prepareRestore({ path: backup }).catch(() => null)
      expect(await core?.ended, fault).toBe('SIGKILL')
      // Once it is marked, the next start restores.
      expect(await found(), fault).toBe(fault === 'restore marked:1' ? 'restored' : 'newer')
      expect(existsSync(join(stage.data, 'restore')), fault).toBe(false)
    }
  })

  it('while the parts are moved, goes on at the next start', async () => {
    expect(ofStart.length).toBeGreaterThan(6)
    for (const fault of ofStart) {
      stage.bring('prepared')
      expect(await startCore({ data: stage.data, roots: [stage.work], fault }), fault).toBeNull()
      expect(await found(), fault).toBe('restored')
      expect(existsSync(join(stage.data, 'restore')), fault).toBe(false)
      const former = readdirSync(join(stage.data, '..')).filter((name) => name.includes('before-restore'))
      expect(former, fault).toHaveLength(1)
      const kept = readdirSync(join(stage.data, '..', former[0] ?? ''))
      expect(kept, fault).toEqual(expect.arrayContaining(['blobs', 'countersign.db', 'trash', 'uploads']))
    }
  })
})
