import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offeredPlace, type PlaceParts, placeOf } from './place'

let home: string
const parts = (more: Partial<PlaceParts> = {}): PlaceParts => ({
  ...{ root: join(home, 'data'), last: null, home },
  today: new Date(2026, 10, 26, 1),
  ...more,
})
const at = (...names: string[]) => join(home, ...names)

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-home-')))
  mkdirSync(at('data'))
  vi.stubEnv('HOME', home)
  vi.stubEnv('USERPROFILE', home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

describe('the place of a backup or an export', () => {
  it('is offered in one’s own folder with a name of the day that is free, a backup beside the last one', async () => {
    expect(await offeredPlace('backup', parts())).toBe(at('countersign-2026-11-26.zip'))
    mkdirSync(at('Documents'))
    expect(await offeredPlace('export', parts())).toBe(at('Documents', 'countersign-export-2026-11-26'))
    mkdirSync(at('stick'))
    const last = at('stick', 'old.zip')
    expect(await offeredPlace('restore', parts({ last }))).toBe('')
    writeFileSync(last, '')
    writeFileSync(at('stick', 'countersign-2026-11-26.zip'), '')
    expect(await offeredPlace('backup', parts({ last }))).toBe(at('stick', 'countersign-2026-11-26-2.zip'))
    expect(await offeredPlace('restore', parts({ last }))).toBe(last)
    rmSync(at('stick'), { recursive: true })
    expect(await offeredPlace('backup', parts({ last }))).toBe(at('Documents', 'countersign-2026-11-26.zip'))
  })

  it('is what was written, made whole: from one’s own folder on, and a folder means a new name in it', async () => {
    expect(await placeOf('backup', '~/mine.zip', parts())).toEqual({
      path: at('mine.zip'),
      problem: null,
      exists: false,
    })
    expect((await placeOf('backup', '~', parts())).path).toBe(at('countersign-2026-11-26.zip'))
    expect((await placeOf('export', '~/', parts())).path).toBe(at('countersign-export-2026-11-26'))
    mkdirSync(at('empty'))
    expect((await placeOf('export', '~/empty', parts())).path).toBe(at('empty'))
    expect((await placeOf('backup', ' ', parts())).path).toBe(at('countersign-2026-11-26.zip'))
  })

  it('says before the run what is wrong with it', async () => {
    writeFileSync(at('there.zip'), '')
    const wrong = async (kind: 'backup' | 'restore' | 'export', path: string) => {
      const { problem, exists } = await placeOf(kind, path, parts())
      return [problem, exists]
    }
    expect(await wrong('backup', 'mine.zip')).toEqual([expect.stringContaining('whole path'), false])
    expect(await wrong('backup', '~/there.zip')).toEqual([expect.stringContaining('there.zip'), true])
    expect(await wrong('backup', '~/none/mine.zip')).toEqual([expect.stringContaining('none'), false])
    expect(await wrong('backup', '~/data/mine.zip')).toEqual([expect.stringContaining('data'), false])
    expect(await wrong('export', '~/there.zip')).toEqual([expect.stringContaining('there.zip'), false])
    expect(await wrong('restore', '~/none.zip')).toEqual([expect.stringContaining('none.zip'), false])
    expect(await wrong('restore', '~/data')).toEqual([expect.stringContaining('folder'), false])
  })
})
