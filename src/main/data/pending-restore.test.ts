import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PendingRestore } from '../../shared/contract/data'
import { createDataFolder, type DataFolder, dataFolderAt } from '../disk/data-folder'
import {
  finishRestore,
  formerPlace,
  freshContent,
  markPending,
  pendingRestore,
  removeFormerPending,
  removePending,
  removeUnready,
} from './pending-restore'

let base: string
let folder: DataFolder
let former: string

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'pending-')))
  folder = dataFolderAt(join(base, 'data'))
  former = join(base, 'former')
  createDataFolder(folder)
  fill(folder.root, 'old')
  writeFileSync(`${folder.database}-wal`, 'old')
  markPending(folder, pendingFrom('b.zip'), unpacked('new'))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

function pendingFrom(name: string): PendingRestore {
  const backup: PendingRestore['backup'] = {
    ...{ path: join(base, name), createdAt: 1, application: '1.2.3', auditIntact: true },
    ...{ conversations: 0, documents: 0, changes: 0, entries: 1, bytes: 3, missing: 0 },
  }
  return { backup, preparedAt: 1, former }
}

/** Unpacks what is called so; answers its folder's name. */
function unpacked(content: string): string {
  const name = freshContent(folder)
  fill(join(folder.restore, name), content)
  return name
}

function fill(root: string, content: string): void {
  for (const name of ['countersign.db', 'blobs/a', 'trash/a', 'uploads/a']) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8')

describe('a restore that waits', () => {
  it('can be given up, and leaves what was there', async () => {
    expect(await removePending(folder)).toBe(true)
    expect(read(folder.database)).toBe('old')
    expect(read(`${folder.database}-wal`)).toBe('old')
    expect(existsSync(folder.restore)).toBe(false)
  })

  it('can be given up where its mark is damaged', async () => {
    writeFileSync(join(folder.restore, 'pending.json'), '{')
    expect(await removePending(folder)).toBe(true)
    expect(read(folder.database)).toBe('old')
  })

  it.skipIf(process.platform === 'win32').each<[string, (mark: string) => unknown]>([
    ['a pipe', (mark) => execFileSync('mkfifo', [mark])],
    ['a folder', (mark) => mkdirSync(mark)],
  ])('can be given up where %s is in the place of its mark, and is told until then', async (_what, put) => {
    const mark = join(folder.restore, 'pending.json')
    rmSync(mark)
    put(mark)
    await expect(finishRestore(folder)).rejects.toMatchObject({ said: { code: 'data.mark_damaged' } })
    expect(await removePending(folder)).toBe(true)
    expect(read(folder.database)).toBe('old')
    expect(existsSync(folder.restore)).toBe(false)
  })

  it('waits on where a second could not be made ready', async () => {
    await removeUnready(folder, unpacked('second'))
    expect(pendingRestore(folder)).toEqual(pendingFrom('b.zip'))
    await finishRestore(folder)
    expect(read(folder.database)).toBe('new')
  })

  it('gives way to a second once that has the mark, also where the start comes before the first was removed', async () => {
    const second = unpacked('second')
    markPending(folder, pendingFrom('second.zip'), second)
    await removeFormerPending(folder, second)
    const third = unpacked('third')
    markPending(folder, pendingFrom('third.zip'), third)
    expect(await finishRestore(folder)).toEqual(pendingFrom('third.zip'))
    expect(read(folder.database)).toBe('third')
    expect(existsSync(folder.restore)).toBe(false)
  })
})

describe('a restore whose moving was cut off', () => {
  /** As if the start had ended where something is in the way of a part. */
  async function cutOffAt(part: string): Promise<void> {
    mkdirSync(join(former, part), { recursive: true })
    writeFileSync(join(former, part, 'foreign'), 'foreign')
    await expect(finishRestore(folder)).rejects.toMatchObject({ code: 'unavailable' })
    rmSync(join(former, part), { recursive: true })
  }

  it.each(['countersign.db', 'blobs', 'uploads'])(
    'at %s can’t be given up, which would leave a mixture, and goes on at the next start',
    async (part) => {
      await cutOffAt(part)
      await expect(removePending(folder)).rejects.toMatchObject({ code: 'unavailable' })
      expect(await finishRestore(folder)).not.toBeNull()
      for (const name of ['countersign.db', 'blobs/a', 'trash/a', 'uploads/a']) {
        expect([read(folder.root, name), read(former, name)], name).toEqual(['new', 'old'])
      }
      expect(read(former, 'countersign.db-wal')).toBe('old')
      expect(existsSync(`${folder.database}-wal`)).toBe(false)
      expect(existsSync(folder.restore)).toBe(false)
    },
  )
})

describe('the place of what was there before', () => {
  it('is beside the data folder, under a name that is free, and none where nothing was there', () => {
    const day = new Date('2026-11-22T12:00:00Z')
    const place = `${folder.root}-before-restore-2026-11-22`
    expect(formerPlace(folder, day)).toBe(place)
    mkdirSync(place)
    expect(formerPlace(folder, day)).toBe(`${place}-2`)
    const empty = dataFolderAt(join(base, 'empty'))
    createDataFolder(empty)
    expect(formerPlace(empty, day)).toBeNull()
  })
})
