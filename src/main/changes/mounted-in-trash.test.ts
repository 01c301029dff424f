import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mayMount, mountAt } from '../../../tests/support/mount-at'
import { effectContext, type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { usualRetention } from '../../shared/contract/retention'
import { createAudit } from './audit'
import { applyRetention } from './retention'

const monthMs = 31 * 86_400_000

let open: OpenFiles
beforeEach(async () => {
  open = openFiles()
  await open.grants.grant(open.docs, 'read_write', 'flag')
})
afterEach(() => open.close())

it.runIf(mayMount)('never empties what came to be mounted in the trash', async () => {
  const elsewhere = join(open.base, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'precious.txt'), 'precious')
  const folder = join(open.docs, 'folder')
  mkdirSync(join(folder, 'disk'), { recursive: true })
  const { removals, change } = await open.files.planRemovals([folder], new AbortController().signal)
  await open.files.apply(change, effectContext())
  const held = join(open.folder.trash, removals[0]?.trashId ?? '', 'content')
  const { db, folder: dataFolder } = open
  const now = Date.now() + monthMs
  const audit = createAudit(db, () => new Date(now))
  const prune = () =>
    applyRetention({ db, folder: dataFolder, audit, broughtBack: () => [], now }, usualRetention)

  const unmount = mountAt(elsewhere, join(held, 'disk'))
  try {
    expect(await prune()).toMatchObject({ removedFromTrash: 0 })
    expect(readdirSync(elsewhere)).toEqual(['precious.txt'])
  } finally {
    unmount()
  }
  expect(await prune()).toMatchObject({ removedFromTrash: 1 })
  expect(existsSync(held)).toBe(false)
})
