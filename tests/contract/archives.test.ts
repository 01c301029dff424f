import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { setUpCoreDesk } from '../support/core-desk'
import { makePdf } from '../support/make-pdf'
import { makeZip } from '../support/make-zip'
import { freshFolder } from '../support/start-host'

const desk = setUpCoreDesk('for all tests')

/** Adds a file of these bytes, and tells what became of it by the paths below it. */
async function add(name: string, bytes: Uint8Array) {
  const path = join(desk.papers, name)
  writeFileSync(path, bytes)
  const added = await desk.client.library.add({ paths: [path] })
  await vi.waitUntil(
    async () => (await desk.client.library.documents({ status: 'pending' })).total === 0,
    30_000,
  )
  const documents = await Promise.all(added.documents.map(({ id }) => desk.client.library.document({ id })))
  const below = (full: string) => full.slice(path.length)
  return {
    documents: Object.fromEntries(documents.map((document) => [below(document.source), document])),
    skipped: Object.fromEntries(added.skipped.map(({ path: full, reason }) => [below(full), reason])),
  }
}

describe('an archive', () => {
  it('is a set of documents, each with its place in it, and one undo takes all of them out', async () => {
    const { documents, skipped } = await add(
      'tides.zip',
      makeZip({
        'notes/north.md': '# North\n\nThe northern tide turns at noon.\n',
        'notes/süd – 潮.txt': 'The southern tide turns at midnight.\n',
        'report.pdf': makePdf({ title: 'Report', pages: [['The gauge stands at four feet.']] }),
        'notes/': '',
        '.hidden/secret.md': 'Nobody asked for this.',
        '__MACOSX/._north.md': 'Left by a file manager.',
      }),
    )
    expect(skipped).toEqual({})
    expect(Object.keys(documents).sort()).toEqual(['/notes/north.md', '/notes/süd – 潮.txt', '/report.pdf'])
    expect(documents['/report.pdf']).toMatchObject({ status: 'complete', title: 'Report', pages: 1 })
    expect(documents['/notes/süd – 潮.txt']).toMatchObject({ status: 'complete', title: 'süd – 潮' })
    const { results } = await desk.client.library.search({ query: 'northern tide' })
    expect(results[0]?.document_id).toBe(documents['/notes/north.md']?.id)
    const id = documents['/report.pdf']?.id ?? ''
    expect((await desk.client.library.page({ id, page: 1 })).text).toContain('four feet')
    expect(await desk.client.library.sourceState({ id })).toBe('none')
    const [change] = await desk.client.changes.list({ limit: 1 })
    const { undone, kept } = await desk.client.changes.undoRun({ runId: change?.runId ?? '' })
    expect([undone.length, kept.length]).toEqual([1, 0])
    const { preview } = await desk.client.changes.get({ id: undone[0]?.id ?? '' })
    expect(preview.changes.map(({ label }) => label).sort()).toEqual(
      ['notes/north.md', 'notes/süd – 潮.txt', 'report.pdf'].map((name) =>
        join(desk.papers, 'tides.zip', name),
      ),
    )
    expect((await desk.client.library.documents({})).total).toBe(0)
  })

  it('names what it can’t take, and takes the rest', async () => {
    const whole = makeZip([
      { name: 'good.md', content: '# Good\n\nThis can be read.\n' },
      { name: '../outside.md', content: 'slips out' },
      { name: '/etc/absolute.md', content: 'slips out' },
      { name: 'inner.zip', content: makeZip({ 'deep.md': 'deep' }) },
      { name: 'disguised.md', content: makeZip({ 'deep.md': 'deep' }) },
      { name: 'locked.md', content: 'secret', isEncrypted: true },
      { name: 'picture.bmp', content: 'BM' },
      { name: 'good.md', content: 'another one' },
      { name: 'bomb.txt', content: Buffer.alloc(60_000_000, 'a'), claimedSize: 10 },
      { name: 'lying.txt', content: 'twelve bytes', claimedSize: 3 },
    ])
    const { documents, skipped } = await add('odd.zip', whole)
    expect(documents['/good.md']).toMatchObject({ status: 'complete' })
    // Its name says text; its content is looked at when it is read.
    expect(documents['/disguised.md']).toMatchObject({
      status: 'error',
      error: expect.stringContaining('ZIP archive'),
    })
    expect(Object.keys(documents).sort()).toEqual(['/disguised.md', '/good.md'])
    expect(skipped).toMatchObject({
      '/../outside.md': expect.stringContaining('leads out of the archive'),
      '//etc/absolute.md': expect.stringContaining('leads out of the archive'),
      '/inner.zip': expect.stringContaining('an archive inside an archive'),
      '/locked.md': expect.stringContaining('protected by a password'),
      '/picture.bmp': expect.stringContaining('Countersign reads PDF'),
      '/good.md': expect.stringContaining('another file of this name'),
      '/bomb.txt': expect.any(String),
      '/lying.txt': expect.any(String),
    })
  }, 60_000)

  it('that unpacks to far more than it is, with sizes that are true, is stopped on the way', async () => {
    const { documents, skipped } = await add(
      'bomb.zip',
      makeZip({ 'bomb.txt': Buffer.alloc(60_000_000, 'a'), 'fine.md': 'Fine.' }),
    )
    expect(Object.keys(documents)).toEqual(['/fine.md'])
    expect(skipped).toEqual({
      '/bomb.txt': 'It unpacks to far more than a document would, so it was left out.',
    })
  })

  it('that is damaged, or holds nothing to read, says so', async () => {
    const whole = makeZip({ 'a.md': 'One.', 'b.md': 'Two.' })
    const cut = await add('cut.zip', whole.subarray(0, whole.length - 30))
    expect(cut).toEqual({
      documents: {},
      skipped: { '': 'This archive is damaged and could not be unpacked. Nothing was added.' },
    })
    const empty = await add('empty.zip', makeZip({}))
    expect(empty.skipped).toEqual({ '': 'There is no file in this archive that the library reads.' })
    const broken = Buffer.from(makeZip({ 'c.md': 'Three. '.repeat(2000), 'd.md': 'Four.' }))
    broken.fill(0xff, 40, 50)
    const { documents, skipped } = await add('broken.zip', broken)
    expect(Object.keys(documents)).toEqual(['/d.md'])
    expect(skipped['/c.md']).toContain('Other files of it are not affected.')
  })

  it('inside a folder is opened with the same limits, and each file is named with its archive', async () => {
    const folder = freshFolder('with-archive')
    const inside = { 'in/x.md': 'Ex.', 'deep.zip': makeZip({ 'y.md': 'Why.' }), 'photo.png': 'none' }
    writeFileSync(join(folder, 'more.zip'), makeZip(inside))
    const { documents, skipped } = await desk.client.library.add({ paths: [folder] })
    expect(documents.map(({ source }) => source)).toEqual([join(folder, 'more.zip/in/x.md')])
    expect(skipped).toEqual([
      {
        path: join(folder, 'more.zip/deep.zip'),
        reason: expect.stringContaining('an archive inside an archive'),
        said: { code: 'archive.nested', values: {} },
      },
      {
        path: join(folder, 'more.zip/photo.png'),
        reason: expect.stringContaining('Read text in pictures'),
        said: { code: 'adding.picture', values: {} },
      },
    ])
    const [change] = await desk.client.changes.list({ limit: 1 })
    expect(change?.summary).toContain('“more.zip › in/x.md”')
    rmSync(folder, { recursive: true, force: true })
  })

  it('that is a document keeps being one, whatever it is called', async () => {
    const word = makeZip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml':
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>A letter about tides.</w:t></w:r></w:p></w:body></w:document>',
    })
    const { documents } = await add('letter.zip', word)
    expect(Object.keys(documents)).toEqual([''])
    expect(documents['']?.mime).toContain('wordprocessingml')
  })
})
