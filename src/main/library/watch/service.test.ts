import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedText } from '../../../../tests/support/stored-text'
import { openWatchedFixture, type WatchedFixture } from '../../../../tests/support/watched-fixture'
import { person } from '../../../shared/actor'

let fixture: WatchedFixture

beforeEach(async () => {
  fixture = await openWatchedFixture()
}, 60_000)
afterEach(() => fixture.close())

const ready = (title: string) => () => {
  const found = fixture.documents().find((document) => document.title === title)
  return found?.status === 'complete' ? found : undefined
}
const find = async (query: string) =>
  (await fixture.library.library.search({ query, limit: 5 })).results.map(({ title }) => title)
const textOf = (id: string) => storedText(fixture.library.db, id)
const undo = (id: string) => fixture.gate.undo({ id, by: person, signal: new AbortController().signal })

describe('a watched folder', { timeout: 60_000 }, () => {
  it('becomes documents, one entry of the ledger for a round, under the standing decision', async () => {
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    fixture.write('sub/b.md', 'Badgers dig setts.')
    fixture.write('.hidden/c.txt', 'Nobody sees this.')
    fixture.write('picture.bin', 'Not a document.')
    fixture.write('.gitignore', 'ignored.txt\n')
    fixture.write('ignored.txt', 'Left out.')
    symlinkSync(fixture.folder, join(fixture.folder, 'loop'))
    await fixture.watch()
    await fixture.until(ready('a'))
    await fixture.until(ready('b'))
    expect(fixture.documents().map(({ title }) => title)).toEqual(expect.arrayContaining(['a', 'b']))
    expect(fixture.documents()).toHaveLength(2)
    expect(await find('alpacas')).toEqual(['a'])
    const [change, ...more] = fixture.changes()
    expect(more).toEqual([])
    expect(change).toMatchObject({
      tool: 'update_watched_folder',
      approval: 'standing',
      status: 'applied',
      actor: { kind: 'watched_folder', name: 'Watched folder' },
    })
    expect(change?.summary).toContain('2 new documents')
  })

  it('is told as moved to whoever would take in what was taken since, before they do', async () => {
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    const { id } = await fixture.watch()
    await fixture.until(ready('a'))
    const file = (path: string) => ({
      ...{ path, size: 1, sha256: 'f'.repeat(64), stamp: '', node: '', otherDisk: false },
      base: null,
    })
    const planned = (path: string) => [{ kind: 'added' as const, documentId: 'new', files: [file(path)] }]
    fixture.watched.requireBase(id, planned('b.txt'))
    expect(() => fixture.watched.requireBase(id, planned('a.txt'))).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
  })

  it('keeps the former version of a document that waits to be read again when its file changes', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    // As one that was told to be read again, behind many others.
    fixture.library.db.raw
      .prepare(`UPDATE documents SET status = 'pending', stage = 'waiting' WHERE id = ?`)
      .run(id)
    writeFileSync(path, 'Camels live in the desert.')
    await fixture.until(() => fixture.changes().length > 1)
    await fixture.until(() => fixture.documents()[0]?.status === 'complete' && textOf(id).includes('Camels'))
    const [change] = fixture.changes()
    await undo(change?.id ?? '')
    expect(textOf(id)).toContain('Alpacas')
    expect(await find('alpacas')).toEqual(['a'])
    expect(await find('camels')).toEqual([])
  })

  it('takes a changed file as the document’s new version; undo brings the former back, redo the new', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    writeFileSync(path, 'Camels live in the desert.')
    await fixture.until(() => textOf(id).includes('Camels'))
    expect(await find('camels')).toEqual(['a'])
    expect(await find('alpacas')).toEqual([])
    expect(fixture.documents()).toHaveLength(2)
    const [change] = fixture.changes()
    expect(change?.summary).toContain('1 changed document')
    const undone = await undo(change?.id ?? '')
    expect(textOf(id)).toContain('Alpacas')
    expect(await find('camels')).toEqual([])
    await undo(undone.id)
    expect(textOf(id)).toContain('Camels')
  })

  it('does not take again what was undone', async () => {
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.watch()
    await fixture.until(ready('a'))
    await undo(fixture.changes()[0]?.id ?? '')
    const seen = fixture.state().lastSeen ?? 0
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.until(ready('b'))
    await fixture.until(() => (fixture.state().lastSeen ?? 0) > seen)
    expect(fixture.documents().map(({ title }) => title)).toEqual(['b'])
  })

  it('offers a choice where a document of an undone round has changed since', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    const first = fixture.changes()[0]?.id ?? ''
    writeFileSync(path, 'Camels live in the desert.')
    await fixture.until(() => textOf(id).includes('Camels'))
    await expect(undo(first)).rejects.toMatchObject({ code: 'conflict' })
    const { differences } = await fixture.gate.compareUndo({
      id: first,
      signal: new AbortController().signal,
    })
    expect(differences).toMatchObject([{ reference: id, choices: ['keep', 'replace'] }])
    await fixture.gate.undo({
      id: first,
      decisions: [{ reference: id, choice: 'keep' }],
      by: person,
      signal: new AbortController().signal,
    })
    expect(fixture.documents().map(({ title }) => title)).toEqual(['a'])
  })

  it('follows renames and moves, also of whole folders, without reading anew', async () => {
    fixture.write('old/a.txt', 'Alpacas live in the Andes.')
    fixture.write('old/b.txt', 'Badgers dig setts.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    renameSync(join(fixture.folder, 'old'), join(fixture.folder, 'new'))
    renameSync(join(fixture.folder, 'new/a.txt'), join(fixture.folder, 'llamas.txt'))
    const moved = await fixture.until(ready('llamas'))
    expect(moved).toMatchObject({ id, source: join(fixture.folder, 'llamas.txt'), sourceGone: false })
    await fixture.until(() => fixture.documents().some(({ source }) => source.endsWith('new/b.txt')))
    expect(fixture.documents()).toHaveLength(2)
    expect(fixture.changes()).toHaveLength(1)
    await fixture.until(() => fixture.library.library.document(id).stage === 'done')
    expect(await find('alpacas')).toEqual(['llamas'])
  })

  it('keeps both contents where a file was moved away and another written in its place', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    renameSync(path, join(fixture.folder, 'old.txt'))
    writeFileSync(path, 'Camels live in the desert.')
    const old = await fixture.until(ready('old'))
    await fixture.until(() => fixture.documents().every(({ status }) => status === 'complete'))
    await fixture.until(() => [textOf(id), textOf(old.id)].some((text) => text.includes('Camels')))
    expect([textOf(id), textOf(old.id)].toSorted().map((text) => text.slice(0, 6))).toEqual([
      'Alpaca',
      'Camels',
    ])
  })

  it('takes what editors write beside and rename over the file', async () => {
    const path = fixture.write('a.txt', 'First words.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    writeFileSync(`${path}.swp`, 'Second words.')
    renameSync(`${path}.swp`, path)
    await fixture.until(() => textOf(id).includes('Second'))
    expect(fixture.documents()).toHaveLength(1)
  })

  it('keeps the documents of deleted files and says that their source is gone', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    rmSync(path)
    await fixture.until(() => fixture.library.library.document(id).sourceGone)
    expect(await find('alpacas')).toEqual(['a'])
    expect(fixture.state()).toMatchObject({ documents: 2, gone: 1, state: 'watching' })
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.until(() => !fixture.library.library.document(id).sourceGone)
    expect(fixture.documents()).toHaveLength(2)
  })

  it('says nothing of a source that is gone once it is not watched any more', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    const kept = fixture.write('b.txt', 'Badgers dig setts.')
    const { id: folderId } = await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    rmSync(path)
    await fixture.until(() => fixture.library.library.document(id).sourceGone)
    const before = fixture.library.events.length
    await fixture.watched.stop(folderId, person)
    expect(fixture.documents().map(({ sourceGone }) => sourceGone)).toEqual([false, false])
    expect(fixture.library.events.slice(before)).toMatchObject([
      { type: 'document', document: { id, sourceGone: false } },
    ])
    // Watched once more, it knows what it has.
    await fixture.watch()
    expect(fixture.state()).toMatchObject({ documents: 1, gone: 0 })
    rmSync(kept)
    fixture.write('c.txt', 'Cranes fly south.')
    await fixture.until(() => fixture.state().gone === 1)
  })

  it.each([
    ['is away', (folder: string) => renameSync(folder, `${folder}-away`)],
    [
      'is emptied',
      (folder: string) => {
        renameSync(folder, `${folder}-away`)
        mkdirSync(folder)
      },
    ],
    [
      'is another one',
      (folder: string) => {
        renameSync(folder, `${folder}-away`)
        mkdirSync(folder)
        writeFileSync(join(folder, 'lost+found.txt'), 'Something else.')
      },
    ],
  ])(
    'says “unavailable” and marks nothing as gone where the folder %s, and goes on when it is back',
    async (_, take) => {
      fixture.write('a.txt', 'Alpacas live in the Andes.')
      fixture.write('b.txt', 'Badgers dig setts.')
      await fixture.watch()
      await fixture.until(ready('a'))
      take(fixture.folder)
      const away = await fixture.until(() => fixture.state().state === 'unavailable' && fixture.state())
      expect(away.problem).toMatch(/^(At )?".*\. Nothing was taken out of the library\./)
      expect(fixture.documents().map(({ sourceGone }) => sourceGone)).toEqual([false, false])
      rmSync(fixture.folder, { recursive: true, force: true })
      renameSync(`${fixture.folder}-away`, fixture.folder)
      fixture.write('c.txt', 'Cranes fly south.')
      await fixture.until(ready('c'))
      expect(fixture.state().state).toBe('watching')
      expect(fixture.documents()).toHaveLength(3)
    },
  )

  it('takes up a document that is in the collection already instead of a second one', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    const { id } = await fixture.library.add(path)
    await fixture.library.settled(id)
    linkSync(path, join(fixture.folder, 'copy.txt'))
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.watch()
    await fixture.until(ready('b'))
    expect(fixture.documents()).toHaveLength(2)
    rmSync(join(fixture.folder, 'copy.txt'))
    writeFileSync(path, 'Camels live in the desert.')
    await fixture.until(() => textOf(id).includes('Camels'))
  })

  it('goes on after a restart with what changed meanwhile, and keeps the former version when the new can’t be read', async () => {
    const path = fixture.write('a.txt', 'Alpacas live in the Andes.')
    fixture.write('b.txt', 'Badgers dig setts.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    await fixture.until(ready('b'))
    await fixture.watched.close()
    writeFileSync(path, '')
    fixture.write('c.txt', 'Cranes fly south.')
    fixture = await fixture.reopen()
    await fixture.until(ready('c'))
    const unread = await fixture.until(() => fixture.state().unread[0])
    expect(unread.path).toBe('a.txt')
    expect(textOf(id)).toContain('Alpacas')
  })

  it('says of a file that is too large why it was left out', async () => {
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    truncateSync(fixture.write('huge.pdf', ''), 600_000_000)
    await fixture.watch()
    await fixture.until(ready('a'))
    const unread = await fixture.until(() => fixture.state().unread[0])
    expect(unread).toMatchObject({ path: 'huge.pdf', reason: expect.stringContaining('600') })
  })

  it('asks for the grant at every look: without it the folder is unavailable', async () => {
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.watch()
    await fixture.until(ready('a'))
    fixture.revoke()
    const away = await fixture.until(() => fixture.state().state === 'unavailable' && fixture.state())
    expect(away.problem).toContain('outside the granted folders')
    expect(fixture.documents()).toHaveLength(1)
  })

  it('refuses a folder twice, one inside another, and a file; stops and leaves the documents', async () => {
    const path = fixture.write('sub/a.txt', 'Alpacas live in the Andes.')
    const { id } = await fixture.watch()
    const watch = (folder: string) =>
      fixture.watched.watch({ path: folder, collectionId: 'default', by: person })
    await expect(watch(fixture.folder)).rejects.toMatchObject({ code: 'already_exists' })
    await expect(watch(join(fixture.folder, 'sub'))).rejects.toMatchObject({ code: 'already_exists' })
    await expect(watch(path)).rejects.toMatchObject({ code: 'invalid_input' })
    await fixture.until(ready('a'))
    await fixture.watched.stop(id, person)
    expect(fixture.watched.list()).toEqual([])
    expect(fixture.documents()).toHaveLength(1)
  })
})
