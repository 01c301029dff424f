import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeZip } from '../../../../tests/support/make-zip'
import { storedText } from '../../../../tests/support/stored-text'
import { openWatchedFixture, type WatchedFixture } from '../../../../tests/support/watched-fixture'
import { person } from '../../../shared/actor'
import { listWatchedArchives } from '../../db/watched-archives'

let fixture: WatchedFixture

beforeEach(async () => {
  fixture = await openWatchedFixture()
}, 60_000)
afterEach(() => fixture.close())

type Parts = Parameters<typeof makeZip>[0]

/** Puts an archive in place in one step, as programs do that write archives. */
function archive(name: string, parts: Parts): string {
  const path = join(fixture.folder, name)
  writeFileSync(`${path}.part`, makeZip(parts))
  renameSync(`${path}.part`, path)
  return path
}

const found = (title: string) => fixture.documents().find((document) => document.title === title)
const ready = (title: string) => () => (found(title)?.status === 'complete' ? found(title) : undefined)
const textOf = (id: string) => storedText(fixture.library.db, id)
const titles = () =>
  fixture
    .documents()
    .map(({ title }) => title)
    .toSorted()

/** Resolves when the folder was looked at once more, from now. */
async function looked(): Promise<void> {
  const seen = fixture.state().lastSeen ?? 0
  await fixture.until(() => (fixture.state().lastSeen ?? 0) > seen)
}

describe('an archive in a watched folder', { timeout: 60_000 }, () => {
  it('gives its documents, each with its place in it, in the round’s one entry', async () => {
    const path = archive('tides.zip', {
      'notes/north.md': 'The northern tide turns at noon.',
      'south.txt': 'The southern tide turns at midnight.',
      'photo.raw': 'Not a document.',
      '.hidden/c.txt': 'Nobody sees this.',
    })
    fixture.write('a.txt', 'Alpacas live in the Andes.')
    await fixture.watch()
    const north = await fixture.until(ready('north'))
    await fixture.until(ready('south'))
    await fixture.until(ready('a'))
    expect(titles()).toEqual(['a', 'north', 'south'])
    expect(north).toMatchObject({ source: join(path, 'notes/north.md'), sourceGone: false })
    expect(textOf(north.id)).toContain('noon')
    expect(fixture.changes()).toHaveLength(1)
    expect(fixture.changes()[0]?.summary).toContain('3 new documents')
    expect(fixture.state()).toMatchObject({ unread: [], documents: 3 })
    await looked()
    expect(fixture.changes()).toHaveLength(1)
  })

  it('that changes gives new versions, new documents, and says which are gone from it', async () => {
    archive('tides.zip', { 'a.md': 'Alpacas.', 'b.md': 'Badgers.', 'c.md': 'Camels.' })
    await fixture.watch()
    const [a, b, c] = [
      await fixture.until(ready('a')),
      await fixture.until(ready('b')),
      await fixture.until(ready('c')),
    ]
    archive('tides.zip', {
      'a.md': 'Alpacas.',
      'b.md': 'Buffaloes.',
      'd.md': 'Dolphins.',
      'moved/c.md': 'Camels.',
    })
    await fixture.until(ready('d'))
    await fixture.until(() => textOf(b.id).includes('Buffaloes'))
    await fixture.until(() => fixture.library.library.document(c.id).source.endsWith('tides.zip/moved/c.md'))
    expect(fixture.library.library.document(a.id)).toMatchObject({ sourceGone: false })
    archive('tides.zip', { 'b.md': 'Buffaloes.', 'd.md': 'Dolphins.', 'moved/c.md': 'Camels.' })
    await fixture.until(() => fixture.library.library.document(a.id).sourceGone)
    expect(textOf(a.id)).toBe('Alpacas.')
    expect(titles()).toEqual(['a', 'b', 'c', 'd'])
    const change = fixture.changes()[0]
    expect(change?.summary).toContain('1 new document')
    expect(change?.summary).toContain('1 changed')
    await fixture.gate.undo({ id: change?.id ?? '', by: person, signal: new AbortController().signal })
    expect(textOf(b.id)).toBe('Badgers.')
    expect(found('d')).toBeUndefined()
    await looked()
    expect(found('d'), 'what was undone is not taken again').toBeUndefined()
  })

  it('that is renamed, taken away and put back keeps its documents', async () => {
    const path = archive('tides.zip', { 'a.md': 'Alpacas.', 'b.md': 'Badgers.' })
    fixture.write('other.txt', 'Others.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    await fixture.until(ready('b'))
    await fixture.until(ready('other'))
    renameSync(path, join(fixture.folder, 'moved.zip'))
    await fixture.until(() => fixture.library.library.document(id).source.endsWith('moved.zip/a.md'))
    rmSync(join(fixture.folder, 'moved.zip'))
    await fixture.until(() => fixture.library.library.document(id).sourceGone)
    expect(await fixture.library.library.sourceState(id, new AbortController().signal)).toBe('unavailable')
    archive('moved.zip', { 'a.md': 'Alpacas.', 'b.md': 'Badgers.' })
    await fixture.until(() => !fixture.library.library.document(id).sourceGone)
    expect(titles()).toEqual(['a', 'b', 'other'])
    expect(fixture.changes()).toHaveLength(1)
  })

  it('is left out where it can’t be read, with the reason, and its documents stay until it can', async () => {
    archive('tides.zip', { 'a.md': 'Alpacas.' })
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    const whole = makeZip({ 'a.md': 'Antelopes.', 'b.md': 'Badgers.' })
    writeFileSync(join(fixture.folder, 'tides.zip'), whole.subarray(0, whole.length - 30))
    archive('odd.zip', [
      { name: 'good.md', content: 'Good.' },
      { name: '../out.md', content: 'slips out' },
      { name: 'deep.zip', content: makeZip({ 'x.md': 'deep' }) },
      { name: 'locked.md', content: 'secret', isEncrypted: true },
      { name: 'bomb.txt', content: Buffer.alloc(60_000_000, 'a'), claimedSize: 10 },
    ])
    await fixture.until(ready('good'))
    const unread = await fixture.until(() => {
      const { unread } = fixture.state()
      return unread.length === 5
        ? Object.fromEntries(unread.map((each) => [each.path, each.reason]))
        : undefined
    })
    expect(unread).toMatchObject({
      'tides.zip': expect.stringContaining('could not be unpacked'),
      'odd.zip/../out.md': expect.stringContaining('leads out of the archive'),
      'odd.zip/deep.zip': expect.stringContaining('archive inside an archive'),
      'odd.zip/locked.md': expect.stringContaining('password'),
      'odd.zip/bomb.txt': expect.any(String),
    })
    expect(fixture.library.library.document(id)).toMatchObject({ sourceGone: false })
    expect(textOf(id)).toBe('Alpacas.')
    archive('tides.zip', { 'a.md': 'Antelopes.', 'b.md': 'Badgers.' })
    await fixture.until(() => textOf(id) === 'Antelopes.')
    await fixture.until(ready('b'))
  })

  it('is not opened again while it is the same, also after a restart, and says then what it left out', async () => {
    archive('tides.zip', [
      { name: 'a.md', content: 'Alpacas.' },
      { name: 'locked.md', content: 'secret', isEncrypted: true },
    ])
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    await fixture.until(() => listWatchedArchives(fixture.library.db, fixture.state().id).length === 1)
    fixture = await fixture.reopen()
    await fixture.until(() => fixture.state().state === 'watching')
    expect(fixture.opened(), 'archives that were opened').toEqual([])
    expect(fixture.state().unread).toMatchObject([{ path: 'tides.zip/locked.md' }])
    archive('tides.zip', { 'a.md': 'Antelopes.' })
    await fixture.until(() => textOf(id) === 'Antelopes.')
    expect(fixture.opened()).not.toEqual([])
  })

  it('that is a document by itself, or no archive at all, is one document', async () => {
    archive('letter.zip', {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>A letter about tides.</w:t></w:r></w:p></w:body></w:document>',
    })
    fixture.write('plain.zip', 'Only words.')
    await fixture.watch()
    const letter = await fixture.until(ready('letter'))
    expect(textOf(letter.id)).toContain('A letter about tides.')
    await fixture.until(ready('plain'))
    await looked()
    expect(fixture.changes()).toHaveLength(1)
  })

  it('that is ignored by now leaves its documents as they are', async () => {
    archive('tides.zip', { 'a.md': 'Alpacas.' })
    fixture.write('other.txt', 'Others.')
    await fixture.watch()
    const { id } = await fixture.until(ready('a'))
    fixture.write('.gitignore', '*.zip\n')
    await fixture.until(() => fixture.state().documents === 1)
    expect(fixture.library.library.document(id)).toMatchObject({ sourceGone: false, status: 'complete' })
  })

  it('takes nothing where it changed between the look and the taking, and what is there with the next look', async () => {
    const path = archive('tides.zip', { 'a.md': 'Alpacas.' })
    fixture.whenOpened(1, () => archive('tides.zip', { 'a.md': 'Antelopes.' }))
    await fixture.watch()
    const { id, source } = await fixture.until(ready('a'))
    expect(source).toBe(join(path, 'a.md'))
    await fixture.until(() => textOf(id) === 'Antelopes.')
    expect(fixture.documents()).toHaveLength(1)
  })
})
