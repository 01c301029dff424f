import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { absolute, targetFile, targetFolder } from './paths'

let home: string
let data: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-home-')))
  data = join(home, 'data')
  mkdirSync(data)
  vi.stubEnv('HOME', home)
  vi.stubEnv('USERPROFILE', home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

it('a place is taken as people write it, from their own folder on', async () => {
  expect(await targetFile('~/backup.zip', data, false)).toBe(join(home, 'backup.zip'))
  expect(await targetFolder('~/export', data)).toBe(join(home, 'export'))
  expect(absolute('~/backup.zip')).toBe(join(home, 'backup.zip'))
})

it('a place that depends on where the application was started is refused', async () => {
  for (const path of ['backup.zip', '~other/backup.zip', './backup.zip']) {
    await expect(targetFile(path, data, false)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'path',
    })
  }
  await expect(targetFile('~/data/backup.zip', data, false)).rejects.toMatchObject({ code: 'denied' })
})
