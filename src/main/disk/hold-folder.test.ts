import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { implement } from '@orpc/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routerWith } from '../../../tests/support/router-with'
import { contract } from '../../shared/contract'
import { acquireFolderLock, type FolderLock } from '../db/lock'
import { type SocketServer, serveSocket } from '../rpc/serve-socket'
import { createDataFolder, type DataFolder, dataFolderAt } from './data-folder'
import { holdFolder } from './hold-folder'

let folder: DataFolder
let lock: FolderLock | null
let server: SocketServer | null

beforeEach(() => {
  folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'countersign-hold-')))
  createDataFolder(folder)
  lock = null
  server = null
})
afterEach(async () => {
  await server?.close()
  lock?.release()
  rmSync(folder.root, { recursive: true, force: true })
})

/** A holder whose answers the test gives. */
async function hold(answers: { giveWay: () => boolean; url?: string | null }): Promise<void> {
  lock = acquireFolderLock(folder.lock)
  const { system } = implement(contract)
  const router = routerWith({
    system: {
      giveWay: system.giveWay.handler(() => ({ givesWay: answers.giveWay() })),
      focus: system.focus.handler(() => ({ url: answers.url ?? null })),
      info: system.info.handler(() => ({
        version: '1',
        host: 'browser' as const,
        platform: 'linux',
        pid: 4711,
        dataFolder: folder.root,
        mcpCommand: ['countersign', 'mcp'],
        nativeDialogs: false,
        nativeNotifications: false,
        pageBrowser: false,
      })),
    },
  })
  server = await serveSocket(folder.socket, router)
}

async function letGo(): Promise<void> {
  await server?.close()
  server = null
  lock?.release()
}

describe('holding a data folder for a window', () => {
  it('takes a free folder', async () => {
    const held = await holdFolder(folder)
    expect(held.kind).toBe('here')
    expect(acquireFolderLock(folder.lock)).toBeNull()
    if (held.kind === 'here') held.release()
    const again = acquireFolderLock(folder.lock)
    expect(again).not.toBeNull()
    again?.release()
  })

  it('answers the page of a holder with a window', async () => {
    await hold({ giveWay: () => false, url: 'http://127.0.0.1:1/#token=x' })
    expect(await holdFolder(folder)).toEqual({
      kind: 'elsewhere',
      url: 'http://127.0.0.1:1/#token=x',
      pid: 4711,
    })
  })

  it('asks a holder without a window once, and waits until it has let go', async () => {
    let asked = 0
    await hold({
      giveWay: () => {
        asked += 1
        setImmediate(() => void letGo())
        return true
      },
    })
    const held = await holdFolder(folder)
    expect(held.kind).toBe('here')
    expect(asked).toBe(1)
    if (held.kind === 'here') held.release()
  })

  it('goes on when the holder ends instead of answering', async () => {
    await hold({
      giveWay: () => {
        void letGo()
        throw new Error('ending')
      },
    })
    const held = await holdFolder(folder)
    expect(held.kind).toBe('here')
    if (held.kind === 'here') held.release()
  })

  it('says so when a holder is stopped and takes a connection without a word', async () => {
    lock = acquireFolderLock(folder.lock)
    const silent = createServer().listen(folder.socket)
    await once(silent, 'listening')
    try {
      await expect(holdFolder(folder, 100)).rejects.toMatchObject({ code: 'busy' })
    } finally {
      silent.close()
    }
  })

  it('gives up in the same time where the clock is set back meanwhile', async () => {
    lock = acquireFolderLock(folder.lock)
    const real = Date.now()
    let looks = 0
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real - 3_600_000 * looks++)
    try {
      await expect(holdFolder(folder, 100)).rejects.toMatchObject({ code: 'busy' })
    } finally {
      clock.mockRestore()
    }
  })

  it('says what to do when a holder neither answers nor lets go', async () => {
    lock = acquireFolderLock(folder.lock)
    await expect(holdFolder(folder, 100)).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('--data'),
    })
  })
})
