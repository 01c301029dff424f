import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectContext, type OpenFiles, openFiles } from '../../../tests/support/open-files'
import { otherDisk } from '../../../tests/support/other-disk'
import type { FileInverse } from '../../shared/tool/file-change'
import { listTrash } from '../db/trash'

const signal = new AbortController().signal

/** Everything about a tree that must come back. */
function picture(path: string): unknown {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return ['link', readlinkSync(path)]
  const about = [stats.mode, Math.floor(stats.mtimeMs)]
  if (stats.isFile()) return ['file', ...about, readFileSync(path).toString('base64')]
  const inside = readdirSync(path)
    .sort()
    .map((name) => [name, picture(join(path, name))])
  return ['folder', ...about, inside]
}

function firstOf<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined) throw new Error('the list is empty')
  return first
}

for (const disk of otherDisk === null ? (['same'] as const) : (['same', 'other'] as const)) {
  describe(`the trash on the ${disk} disk`, () => {
    let open: OpenFiles
    let docs: string
    let dataInside: string | undefined
    beforeEach(async () => {
      dataInside =
        disk === 'other' && otherDisk !== null ? mkdtempSync(join(otherDisk, 'countersign-')) : undefined
      open = openFiles(dataInside)
      docs = open.docs
      await open.grants.grant(docs, 'read_write', 'flag')
      mkdirSync(join(docs, 'folder/deep'), { recursive: true })
      writeFileSync(join(docs, 'folder/deep/data.bin'), Buffer.from([0, 255, 13, 10]))
      writeFileSync(join(docs, 'folder/run.sh'), '#!/bin/sh\n')
      chmodSync(join(docs, 'folder/run.sh'), 0o750)
      utimesSync(join(docs, 'folder/run.sh'), 1_000_000_000.123, 1_234_567_890.987)
      symlinkSync('../outside/nowhere', join(docs, 'folder/dangling'))
      writeFileSync(join(docs, 'line\nbreak \u202e.txt'), 'x')
      utimesSync(join(docs, 'folder'), 1_100_000_000, 1_100_000_000)
    })
    afterEach(() => {
      open.close()
      if (dataInside !== undefined) rmSync(dataInside, { recursive: true, force: true })
    })

    const trash = async (...names: string[]) => {
      const { change } = await open.files.planRemovals(
        names.map((name) => join(docs, name)),
        signal,
      )
      const effect = effectContext()
      await open.files.apply(change, effect)
      return firstOf(effect.journaled)
    }
    const revert = async (inverse: FileInverse) => {
      const effect = effectContext()
      await open.files.revert(inverse, effect)
      return firstOf(effect.journaled)
    }
    const crashAtJournal = async (...names: string[]) => {
      const { change } = await open.files.planRemovals(
        names.map((name) => join(docs, name)),
        signal,
      )
      const journaled: FileInverse[] = []
      const journal = (inverse: FileInverse) => {
        journaled.push(inverse)
        throw new Error('crash')
      }
      await expect(open.files.apply(change, { signal, journal })).rejects.toThrow('crash')
      return { inverse: firstOf(journaled), transitions: change.transitions }
    }

    it('brings everything back byte for byte with permissions and times, and again after undo and redo', async () => {
      const before = picture(join(docs, 'folder'))
      const names = ['folder', 'line\nbreak \u202e.txt']
      const inverse = await trash(...names)
      expect(readdirSync(docs)).toEqual([])
      expect(listTrash(open.db)).toHaveLength(2)
      const redo = await revert(inverse)
      expect(picture(join(docs, 'folder'))).toEqual(before)
      expect(listTrash(open.db)).toEqual([])
      expect(readdirSync(open.folder.trash)).toEqual([])
      const undo = await revert(redo)
      expect(readdirSync(docs)).toEqual([])
      await revert(undo)
      expect(readdirSync(docs).sort()).toEqual(names)
    })

    it('keeps what it holds for this account alone, with a note that says where it was', async () => {
      await trash('folder')
      const [slot = ''] = readdirSync(open.folder.trash)
      expect(statSync(join(open.folder.trash, slot)).mode & 0o777).toBe(0o700)
      const about: unknown = JSON.parse(readFileSync(join(open.folder.trash, slot, 'about.json'), 'utf8'))
      expect(about).toMatchObject({ original_path: join(docs, 'folder') })
    })

    it('takes a link and leaves what it points to', async () => {
      writeFileSync(join(open.base, 'outside.txt'), 'x')
      symlinkSync(join(open.base, 'outside.txt'), join(docs, 'link'))
      const inverse = await trash('link')
      expect(readFileSync(join(open.base, 'outside.txt'), 'utf8')).toBe('x')
      await revert(inverse)
      expect(readlinkSync(join(docs, 'link'))).toBe(join(open.base, 'outside.txt'))
    })

    it('refuses a plan whose folder was changed inside, and moves nothing', async () => {
      const { change } = await open.files.planRemovals([join(docs, 'folder')], signal)
      writeFileSync(join(docs, 'folder/deep/new.txt'), 'new')
      await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({ code: 'conflict' })
      expect(existsSync(join(docs, 'folder/deep/new.txt'))).toBe(true)
    })

    it('gives nothing back over something that came there since', async () => {
      const inverse = await trash('folder')
      writeFileSync(join(docs, 'folder'), 'new')
      await expect(open.files.revert(inverse, effectContext())).rejects.toMatchObject({ code: 'conflict' })
      expect(readFileSync(join(docs, 'folder'), 'utf8')).toBe('new')
      rmSync(join(docs, 'folder'))
      await revert(inverse)
      expect(existsSync(join(docs, 'folder/run.sh'))).toBe(true)
    })

    it('says so when the trash was emptied by hand', async () => {
      const inverse = await trash('folder')
      rmSync(join(open.folder.trash, firstOf(readdirSync(open.folder.trash))), { recursive: true })
      await expect(open.files.revert(inverse, effectContext())).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('not in the trash'),
      })
    })

    it('turns back at once what it had moved when a later one fails, and the rollback finds nothing to do', async () => {
      const { change } = await open.files.planRemovals(
        [join(docs, 'folder'), join(docs, 'line\nbreak \u202e.txt')],
        signal,
      )
      const journaled: FileInverse[] = []
      const journal = (inverse: FileInverse) => {
        journaled.push(inverse)
        rmSync(join(docs, 'line\nbreak \u202e.txt'))
        writeFileSync(join(docs, 'line\nbreak \u202e.txt'), 'another')
      }
      await expect(open.files.apply(change, { signal, journal })).rejects.toMatchObject({ code: 'conflict' })
      await revert(firstOf(journaled))
      expect(readFileSync(join(docs, 'line\nbreak \u202e.txt'), 'utf8')).toBe('another')
      expect(existsSync(join(docs, 'folder/run.sh'))).toBe(true)
      expect(listTrash(open.db)).toEqual([])
    })

    it('a crash before anything moved leaves all in place', async () => {
      const { inverse } = await crashAtJournal('folder')
      await revert(inverse)
      expect(existsSync(join(docs, 'folder/run.sh'))).toBe(true)
      expect(readdirSync(open.folder.trash)).toEqual([])
    })

    it('a crash between two things brings the first back and leaves the second', async () => {
      const { inverse, transitions } = await crashAtJournal('folder', 'line\nbreak \u202e.txt')
      const first = firstOf(transitions)
      await open.files.apply({ transitions: [first], contents: [] }, effectContext())
      expect(readdirSync(docs)).toHaveLength(1)
      await revert(inverse)
      expect(readdirSync(docs).sort()).toEqual(['folder', 'line\nbreak \u202e.txt'])
    })
  })
}

describe('a crash in the middle of a move', () => {
  let open: OpenFiles
  let docs: string
  beforeEach(async () => {
    open = openFiles()
    docs = open.docs
    await open.grants.grant(docs, 'read_write', 'flag')
    writeFileSync(join(docs, 'a.txt'), 'text')
  })
  afterEach(() => open.close())

  async function trashed(): Promise<{ inverse: FileInverse; slot: string }> {
    const { change } = await open.files.planRemovals([join(docs, 'a.txt')], signal)
    const effect = effectContext()
    await open.files.apply(change, effect)
    return {
      inverse: firstOf(effect.journaled),
      slot: join(open.folder.trash, firstOf(readdirSync(open.folder.trash))),
    }
  }

  it('out of the trash, when the file has both names, ends with the file in place alone', async () => {
    const { inverse, slot } = await trashed()
    linkSync(join(slot, 'content'), join(docs, 'a.txt'))
    await open.files.revert(inverse, effectContext())
    expect(readFileSync(join(docs, 'a.txt'), 'utf8')).toBe('text')
    expect(existsSync(slot)).toBe(false)
  })

  it('to another disk, when the original was on its way out, brings back the checked copy', async () => {
    const { inverse, slot } = await trashed()
    writeFileSync(join(docs, `.countersign-leaving-${slot.split('/').at(-1)}`), 'te')
    await open.files.revert(inverse, effectContext())
    expect(readdirSync(docs)).toEqual(['a.txt'])
    expect(readFileSync(join(docs, 'a.txt'), 'utf8')).toBe('text')
  })

  it('to another disk, when only a part had arrived, keeps the original and drops the part', async () => {
    const { inverse, slot } = await trashed()
    renameSync(join(slot, 'content'), join(docs, 'a.txt'))
    writeFileSync(join(slot, 'incoming'), 'te')
    await open.files.revert(inverse, effectContext())
    expect(readFileSync(join(docs, 'a.txt'), 'utf8')).toBe('text')
    expect(existsSync(slot)).toBe(false)
  })
})
