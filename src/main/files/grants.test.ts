import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { createFolderGrants } from './grants'
import { createPathGuard } from './paths'

let open: OpenFiles
beforeEach(() => {
  open = openFiles()
})
afterEach(() => open.close())

describe('folder grants', () => {
  it('stores the canonical path, announces it, and is still there for the next start', async () => {
    symlinkSync(open.docs, join(open.base, 'alias'))
    const grant = await open.grants.grant(join(open.base, 'alias'), 'read_write', 'dialog')
    expect(grant).toMatchObject({ path: open.docs, access: 'read_write', source: 'dialog', available: true })
    expect(open.events).toEqual([{ type: 'grants', grants: [grant] }])
    const later = createFolderGrants({ db: open.db, dataFolder: open.folder.root, publish: () => undefined })
    expect(later.list()).toEqual([grant])
  })

  it('changes the access of a folder that is granted already instead of granting it twice', async () => {
    const first = await open.grants.grant(open.docs, 'read_write', 'dialog')
    const second = await open.grants.grant('~/docs', 'read', 'command_line')
    expect(second).toMatchObject({ id: first.id, access: 'read' })
    expect(open.grants.list()).toHaveLength(1)
  })

  it('revokes, and says so when there is nothing to revoke', async () => {
    const grant = await open.grants.grant(open.docs, 'read', 'flag')
    open.grants.revoke(grant.id)
    expect(open.grants.list()).toEqual([])
    expect(open.events.at(-1)).toEqual({ type: 'grants', grants: [] })
    expect(() => open.grants.revoke(grant.id)).toThrow(expect.objectContaining({ code: 'not_found' }))
  })

  it('records each grant and revocation in the audit', async () => {
    const records: unknown[] = []
    const audit = { record: (kind: string, body: object) => void records.push([kind, body]) }
    const { db, folder } = open
    const grants = createFolderGrants({ db, dataFolder: folder.root, publish: () => undefined, audit })
    const { id } = await grants.grant(open.docs, 'read', 'flag')
    await grants.grant(open.docs, 'read', 'flag')
    grants.revoke(id)
    expect(records).toEqual([
      ['grant.made', { id, path: open.docs, access: 'read', source: 'flag' }],
      ['grant.revoked', { id, path: open.docs }],
    ])
  })

  it('refuses what can’t be a granted folder', async () => {
    writeFileSync(join(open.base, 'file'), 'x')
    mkdirSync(join(open.base, '.ssh'))
    mkdirSync(join(open.folder.root, 'inner'))
    const cases: [string, string][] = [
      ['/', 'denied'],
      [join(open.base, 'file'), 'invalid_input'],
      [join(open.base, 'missing'), 'not_found'],
      [join(open.base, '.ssh'), 'denied'],
      [open.folder.root, 'denied'],
      [join(open.folder.root, 'inner'), 'denied'],
      ['relative', 'invalid_input'],
      ['', 'invalid_input'],
    ]
    for (const [path, code] of cases) {
      await expect(open.grants.grant(path, 'read', 'flag'), path).rejects.toMatchObject({ code })
    }
    expect(open.grants.list()).toEqual([])
  })

  it('tells a folder that is gone, or a link in its place, as not available', async () => {
    await open.grants.grant(open.docs, 'read_write', 'flag')
    renameSync(open.docs, join(open.base, 'away'))
    expect(open.grants.list()).toMatchObject([{ available: false }])
    symlinkSync(join(open.base, 'away'), open.docs)
    expect(open.grants.list()).toMatchObject([{ available: false }])
  })

  it('tells the bare folder where a disk was connected as not available, whatever number the disk gets', async () => {
    const work = join(open.docs, 'work')
    mkdirSync(work)
    let disks: Record<string, bigint> = { [open.docs]: 7n, [work]: 7n }
    const options = { db: open.db, dataFolder: open.folder.root, publish: () => undefined }
    const grants = createFolderGrants({ ...options, disk: (path) => disks[path] ?? 1n })
    const guard = createPathGuard({ grants: grants.list, ownFolders: [], home: open.base })
    for (const path of [open.docs, work]) await grants.grant(path, 'read_write', 'flag')
    expect(grants.list()).toMatchObject([{ available: true }, { available: true }])
    disks = {}
    expect(grants.list()).toMatchObject([{ available: false }, { available: false }])
    for (const path of [join(open.docs, 'new.txt'), join(work, 'new.txt')]) {
      await expect(guard.resolve(path, 'write')).rejects.toMatchObject({ code: 'unavailable' })
      await expect(guard.confirm(path)).rejects.toMatchObject({ code: 'unavailable' })
    }
    // A start that names the folder does not say that its disk may be missing; a person who grants it does.
    await grants.grant(work, 'read_write', 'flag')
    expect(grants.list()).toMatchObject([{ available: false }, { available: false }])
    disks = { [open.docs]: 9n, [work]: 9n }
    expect(grants.list()).toMatchObject([{ available: true }, { available: true }])
    disks = {}
    expect(await grants.grant(work, 'read_write', 'dialog')).toMatchObject({ available: true })
  })

  describe('from before mount points were kept', () => {
    let disks: Record<string, bigint>
    const start = () =>
      createFolderGrants({
        db: open.db,
        dataFolder: open.folder.root,
        publish: () => undefined,
        disk: (path) => disks[path] ?? 1n,
      })
    const available = (grants: ReturnType<typeof start>) => grants.list().map((grant) => grant.available)
    beforeEach(async () => {
      disks = { [open.docs]: 7n }
      await start().grant(open.docs, 'read_write', 'dialog')
      open.db.raw.exec('UPDATE grants SET mounts = NULL')
    })

    it('learns them at a start where the disk is connected', () => {
      writeFileSync(join(open.docs, 'a.txt'), 'a')
      const grants = start()
      disks = {}
      expect(available(grants)).toEqual([false])
      expect(available(start())).toEqual([false])
      disks = { [open.docs]: 9n }
      expect(available(start())).toEqual([true])
    })

    it('learns nothing from an empty folder, which may be what is left of a disk, nor does a start that names it', async () => {
      disks = {}
      await start().grant(open.docs, 'read_write', 'flag')
      expect(open.db.raw.prepare('SELECT mounts FROM grants').pluck().get()).toBeNull()
      disks = { [open.docs]: 7n }
      writeFileSync(join(open.docs, 'a.txt'), 'a')
      const grants = start()
      disks = {}
      expect(available(grants)).toEqual([false])
    })

    it('starts where the database can’t be written', () => {
      writeFileSync(join(open.docs, 'a.txt'), 'a')
      open.db.raw.pragma('query_only = 1')
      expect(available(start())).toEqual([true])
    })
  })
})
