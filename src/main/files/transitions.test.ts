import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectContext, type OpenFiles, openFiles, planText } from '../../../tests/support/open-files'
import { temporaryFor, writeAtomically } from './atomic-write'

let open: OpenFiles
let docs: string
beforeEach(async () => {
  open = openFiles()
  docs = open.docs
  await open.grants.grant(docs, 'read_write', 'flag')
})
afterEach(() => open.close())

const at = (name: string) => join(docs, name)
const textOf = (name: string) => readFileSync(at(name), 'utf8')

const planEdit = (name: string, text: string) => planText(open.files, at(name), text)

/** Applies and answers what was journaled. */
async function apply(change: Parameters<OpenFiles['files']['apply']>[0]) {
  const effect = effectContext()
  await open.files.apply(change, effect)
  expect(effect.journaled).toHaveLength(1)
  return firstOf(effect.journaled)
}

async function revert(inverse: Parameters<OpenFiles['files']['revert']>[0]) {
  const effect = effectContext()
  await open.files.revert(inverse, effect)
  expect(effect.journaled).toHaveLength(1)
  return firstOf(effect.journaled)
}

function firstOf<T>(list: readonly T[]): T {
  const [first] = list
  if (first === undefined) throw new Error('nothing was journaled')
  return first
}

/** Applies up to the journal and not one step further, as a crash there would. */
async function crashAtJournal(change: Parameters<OpenFiles['files']['apply']>[0]) {
  const effect = effectContext()
  const journal = (inverse: Parameters<typeof effect.journal>[0]) => {
    effect.journal(inverse)
    throw new Error('crash')
  }
  await expect(open.files.apply(change, { signal: effect.signal, journal })).rejects.toThrow('crash')
  return firstOf(effect.journaled)
}

describe('a new file', () => {
  it('comes with the folders that it needs, goes with them on undo, and comes again on redo', async () => {
    const { change, folders } = await open.files.planNewFile(at('a/b/c.txt'), 'text\n')
    expect(folders).toEqual([at('a'), at('a/b')])
    const inverse = await apply(change)
    expect(textOf('a/b/c.txt')).toBe('text\n')
    expect(readdirSync(at('a/b'))).toEqual(['c.txt'])
    const redo = await revert(inverse)
    expect(existsSync(at('a'))).toBe(false)
    const undo = await revert(redo)
    expect(textOf('a/b/c.txt')).toBe('text\n')
    await revert(undo)
    expect(readdirSync(docs)).toEqual([])
  })

  it('never overwrites: what came there since stays, and the folders made for it go', async () => {
    const { change } = await open.files.planNewFile(at('a.txt'), 'mine')
    writeFileSync(at('a.txt'), 'theirs')
    const effect = effectContext()
    await expect(open.files.apply(change, effect)).rejects.toMatchObject({ code: 'conflict' })
    expect(effect.journaled).toEqual([])
    expect(textOf('a.txt')).toBe('theirs')
  })

  it('does not overwrite what comes between the check and the write', async () => {
    const { change } = await open.files.planNewFile(at('new/a.txt'), 'mine')
    const effect = effectContext()
    const journal = (inverse: Parameters<typeof effect.journal>[0]) => {
      effect.journal(inverse)
      mkdirSync(at('new'))
      writeFileSync(at('new/a.txt'), 'theirs')
    }
    await expect(open.files.apply(change, { signal: effect.signal, journal })).rejects.toMatchObject({
      code: 'already_exists',
    })
    // The caller rolls back whatever was journaled; that must not touch what is not ours.
    await revert(firstOf(effect.journaled))
    expect(textOf('new/a.txt')).toBe('theirs')
  })

  it('does not need the folder to be missing still: two plans for one new folder both apply', async () => {
    const first = await open.files.planNewFile(at('new/1.txt'), '1')
    const second = await open.files.planNewFile(at('new/2.txt'), '2')
    const undoFirst = await apply(first.change)
    await apply(second.change)
    expect(readdirSync(at('new'))).toEqual(['1.txt', '2.txt'])
    await revert(undoFirst)
    expect(readdirSync(at('new'))).toEqual(['2.txt'])
  })

  it('is not removed by undo once it was changed', async () => {
    const inverse = await apply((await open.files.planNewFile(at('a.txt'), 'mine')).change)
    writeFileSync(at('a.txt'), 'mine, and more')
    const effect = effectContext()
    await expect(open.files.revert(inverse, effect)).rejects.toMatchObject({ code: 'conflict' })
    expect(effect.journaled).toEqual([])
    expect(textOf('a.txt')).toBe('mine, and more')
  })

  it('refuses content that is not what was approved', async () => {
    const { change } = await open.files.planNewFile(at('a.txt'), 'mine')
    const [content] = change.contents
    if (content === undefined) throw new Error('no content')
    const forged = { ...change, contents: [{ ...content, data: 'other' }] }
    await expect(open.files.apply(forged, effectContext())).rejects.toMatchObject({ code: 'corrupt' })
    expect(readdirSync(docs)).toEqual([])
  })
})

describe('an edited file', () => {
  it('is named where what was kept of it is damaged, and stays as it is', async () => {
    writeFileSync(at('a.txt'), 'before')
    const inverse = await apply(await planEdit('a.txt', 'after'))
    const kept = readdirSync(open.blobs.folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(open.blobs.folder, name))
      .find((path) => statSync(path).isFile() && readFileSync(path, 'utf8') === 'before')
    writeFileSync(kept ?? '', 'BEFORE')
    await expect(open.files.revert(inverse, effectContext())).rejects.toMatchObject({
      code: 'corrupt',
      message: expect.stringMatching(/a\.txt" can’t be written .* damaged: .* backup .*blobs/),
    })
    expect(textOf('a.txt')).toBe('after')
  })

  it('keeps its permissions, goes back byte for byte, and undo can be undone', async () => {
    writeFileSync(at('a.txt'), 'before')
    chmodSync(at('a.txt'), 0o640)
    const inverse = await apply(await planEdit('a.txt', 'after'))
    expect(textOf('a.txt')).toBe('after')
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o640)
    const redo = await revert(inverse)
    expect(textOf('a.txt')).toBe('before')
    expect(statSync(at('a.txt')).mode & 0o777).toBe(0o640)
    await revert(redo)
    expect(textOf('a.txt')).toBe('after')
    expect(readdirSync(docs)).toEqual(['a.txt'])
  })

  it('refuses a plan whose base moved and keeps what is there', async () => {
    writeFileSync(at('a.txt'), 'before')
    const change = await planEdit('a.txt', 'after')
    writeFileSync(at('a.txt'), 'changed meanwhile')
    await expect(open.files.apply(change, effectContext())).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('a.txt'),
    })
    expect(textOf('a.txt')).toBe('changed meanwhile')
  })

  it('leaves the other names of a hard-linked file as they are', async () => {
    writeFileSync(join(open.base, 'outside.txt'), 'before')
    linkSync(join(open.base, 'outside.txt'), at('a.txt'))
    const inverse = await apply(await planEdit('a.txt', 'after'))
    expect(readFileSync(join(open.base, 'outside.txt'), 'utf8')).toBe('before')
    await revert(inverse)
    expect(textOf('a.txt')).toBe('before')
  })

  it('still can be undone when the grant is gone', async () => {
    writeFileSync(at('a.txt'), 'before')
    const inverse = await apply(await planEdit('a.txt', 'after'))
    for (const grant of open.grants.list()) open.grants.revoke(grant.id)
    await revert(inverse)
    expect(textOf('a.txt')).toBe('before')
  })

  it('is not undone through a folder that became a link', async () => {
    mkdirSync(at('sub'))
    writeFileSync(at('sub/a.txt'), 'before')
    const inverse = await apply(await planEdit('sub/a.txt', 'after'))
    mkdirSync(join(open.base, 'outside'))
    writeFileSync(join(open.base, 'outside/a.txt'), 'after')
    rmSync(at('sub'), { recursive: true })
    symlinkSync(join(open.base, 'outside'), at('sub'))
    await expect(open.files.revert(inverse, effectContext())).rejects.toMatchObject({ code: 'conflict' })
    expect(readFileSync(join(open.base, 'outside/a.txt'), 'utf8')).toBe('after')
  })
})

describe('a crash', () => {
  it('before the first step leaves everything as it was', async () => {
    writeFileSync(at('a.txt'), 'before')
    const inverse = await crashAtJournal(await planEdit('a.txt', 'after'))
    await revert(inverse)
    expect(textOf('a.txt')).toBe('before')
  })

  it('while the new text is on its way leaves no temporary file behind', async () => {
    writeFileSync(at('a.txt'), 'before')
    const inverse = await crashAtJournal(await planEdit('a.txt', 'after'))
    const [leftover] = inverse.leftovers
    if (leftover === undefined) throw new Error('no temporary name was journaled')
    writeFileSync(leftover, 'aft')
    await revert(inverse)
    expect(readdirSync(docs)).toEqual(['a.txt'])
    expect(textOf('a.txt')).toBe('before')
  })

  it('after the file has both its names leaves neither', async () => {
    const inverse = await crashAtJournal((await open.files.planNewFile(at('a.txt'), 'mine')).change)
    const [leftover] = inverse.leftovers
    if (leftover === undefined) throw new Error('no temporary name was journaled')
    writeFileSync(leftover, 'mine')
    linkSync(leftover, at('a.txt'))
    await revert(inverse)
    expect(readdirSync(docs)).toEqual([])
  })

  it('between folder and file takes the folder away again', async () => {
    const inverse = await crashAtJournal((await open.files.planNewFile(at('a/b/c.txt'), 'mine')).change)
    mkdirSync(at('a'))
    await revert(inverse)
    expect(readdirSync(docs)).toEqual([])
  })

  it('after all steps is turned back whole, and turning back twice changes nothing more', async () => {
    writeFileSync(at('a.txt'), 'before')
    const inverse = await apply(await planEdit('a.txt', 'after'))
    await revert(inverse)
    await revert(inverse)
    expect(textOf('a.txt')).toBe('before')
  })
})

describe('a write', () => {
  const absent = { kind: 'absent' } as const
  const after = { kind: 'file', sha256: '', size: 1, mode: 0o644, node: null } as const

  it('goes through a random name, made exclusively, and follows no link that waits there', async () => {
    expect(temporaryFor(at('a'))).not.toBe(temporaryFor(at('a')))
    const temporary = temporaryFor(at('a.txt'))
    writeFileSync(join(open.base, 'victim'), 'victim')
    symlinkSync(join(open.base, 'victim'), temporary)
    const write = { path: at('a.txt'), before: absent, after, bytes: Buffer.from('x'), temporary }
    await expect(writeAtomically(write)).rejects.toMatchObject({ code: 'already_exists' })
    expect(readFileSync(join(open.base, 'victim'), 'utf8')).toBe('victim')
    expect(existsSync(at('a.txt'))).toBe(false)
  })

  it('removes its temporary file when it fails', async () => {
    writeFileSync(at('a.txt'), 'theirs')
    const temporary = temporaryFor(at('a.txt'))
    const write = { path: at('a.txt'), before: absent, after, bytes: Buffer.from('x'), temporary }
    await expect(writeAtomically(write)).rejects.toMatchObject({ code: 'conflict' })
    expect(readdirSync(docs)).toEqual(['a.txt'])
  })

  it('handles names of 255 bytes, with line breaks and with characters that turn text', async () => {
    for (const name of [`${'ä'.repeat(126)}.md`, 'line\nbreak.txt', 'invoice\u202efdp.txt']) {
      const inverse = await apply((await open.files.planNewFile(at(name), 'text')).change)
      expect(lstatSync(at(name)).size).toBe(4)
      await revert(inverse)
    }
    await expect(open.files.planNewFile(at('x'.repeat(256)), 'text')).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(readdirSync(docs)).toEqual([])
  })
})
