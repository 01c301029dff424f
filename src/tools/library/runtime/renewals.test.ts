import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { callContext } from '../../../../tests/support/call-context'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import { makeZip } from '../../../../tests/support/make-zip'

const desk = setUpLibraryTools()
const { add, change, undo, read } = desk
const springs = '# Springs\n\nWater comes out of the ground where the rock lets it through.\n'

const textOf = async (doc_id: string) => String((await read('read_document', { doc_id })).state.text)
const total = () => desk.fixture.library.documents({ status: 'all', limit: 50 }).total

describe('a file that was added before and has changed', () => {
  it('is the new version of its document; undo brings the former content back, and again the new one', async () => {
    const { id } = await add('water.md', tides)
    const { preview, apply } = await change('add_document', {
      source: desk.fixture.file('water.md', springs),
    })
    expect(preview.summary).toBe(
      `Add “water.md” (${springs.length} bytes) as the new version of “Tides” in the collection “Documents”.`,
    )
    expect(preview.changes).toMatchObject([
      {
        kind: 'text',
        hunks: [{ lines: expect.arrayContaining(['-# Tides', '+# Springs']) }],
        added: 2,
        removed: 2,
      },
    ])
    const { state, inverse } = await apply()
    expect(state).toMatchObject({ document_id: id, duplicate: false, new_version: true, status: 'pending' })
    await desk.fixture.settled(id)
    expect(await textOf(id)).toContain('out of the ground')
    expect(total()).toBe(1)
    const again = await undo('add_document', inverse)
    expect(await textOf(id)).toContain('The moon')
    await undo('add_document', again)
    expect(await textOf(id)).toContain('out of the ground')
    expect(total()).toBe(1)
  })

  it('is no new version with the content that could not be read, and is read again as what is there', async () => {
    const source = desk.fixture.file('nothing.txt', '')
    const { state: first } = await (await change('add_document', { source })).apply()
    const id = String(first.document_id)
    await desk.fixture.settled(id)
    expect(desk.fixture.library.document(id).status).toBe('error')
    const { preview, apply } = await change('add_document', { source })
    expect(preview.summary).toMatch(/^Read and index “nothing” again\./)
    const { state, content } = await apply()
    expect(state).toEqual({ document_id: id, title: 'nothing', status: 'pending', duplicate: true })
    expect(content).toContain('It is read again')
    await desk.fixture.settled(id)
    desk.fixture.file('many/new.md', tides)
    const moved = desk.fixture.file('many/nothing.txt', '')
    const all = await change('add_document', { source: join(moved, '..') })
    await all.apply()
    const allSettled = () =>
      Promise.all(
        desk.fixture.library
          .documents({ status: 'all', limit: 50 })
          .documents.map(({ id }) => desk.fixture.settled(id)),
      )
    await allSettled()
    desk.fixture.file('many/more.md', springs)
    const again = await change('add_document', { source: join(moved, '..') })
    expect(again.preview.summary).toMatch(/^Add 1 document and 1 to be read again \(/)
    const applied = await again.apply()
    expect(applied.content).toMatch(/^Added 1 document and 1 to be read again from/)
    const { results, duplicate } = applied.state as { results: { source: string }[]; duplicate: boolean }
    expect(duplicate).toBe(false)
    const [of] = results.filter(({ source }) => source === moved)
    expect(of).toMatchObject({ duplicate: true })
    expect(of).not.toHaveProperty('new_version')
    await allSettled()
    const alone = await change('add_document', { source: join(moved, '..') })
    expect(alone.preview.summary).toMatch(/^Read and index 1 document again\./)
    expect((await alone.apply()).state).toMatchObject({ duplicate: true, succeeded: 1 })
  })

  it('is told by its sizes where it is no plain text or differs in its line ends alone', async () => {
    const page = (words: string) => `<!doctype html><title>Water</title><p>${words}</p>`
    for (const [name, before, after] of [
      ['water.html', page('The moon pulls it.'), page('It comes out of the ground.')],
      ['lines.md', tides, tides.replaceAll('\n', '\r\n')],
    ] as const) {
      await add(name, before)
      const { preview } = await change('add_document', { source: desk.fixture.file(name, after) })
      expect(preview.changes).toMatchObject([
        { kind: 'binary', sizeBefore: before.length, sizeAfter: after.length },
      ])
    }
  })

  it('is a change of something that is there, and asks as that', async () => {
    await add('water.md', tides)
    const planned = await desk.runtime.add_document.plan(
      { source: desk.fixture.file('water.md', springs) },
      callContext,
    )
    expect(planned).toMatchObject({ raise: { class: 'safe_update' } })
  })

  it('keeps what people chose for the document, and says so where other things are given', async () => {
    const { id } = await add('water.md', tides, { title: 'Seas', metadata: { shelf: '3' } })
    const source = desk.fixture.file('water.md', springs)
    const { preview, apply } = await change('add_document', { source, title: 'Grounds' })
    expect(preview.warnings).toEqual(['The title, tags and metadata that “Seas” has stay as they are.'])
    await apply()
    await desk.fixture.settled(id)
    const document = desk.fixture.library.document(id)
    expect(document).toMatchObject({ title: 'Seas', metadata: { shelf: '3' } })
  })

  it('is at work until the new content is read, while the former one is there', async () => {
    const { id } = await add('water.md', tides)
    const { apply } = await change('add_document', { source: desk.fixture.file('water.md', springs) })
    await apply()
    const { state, content } = await read('get_document_status', { doc_id: id })
    expect(state.status).toMatch(/pending|processing/)
    expect(content).toContain('new version')
    expect(await textOf(id)).toContain('The moon')
    const pending = await read('list_documents', { status: 'pending' })
    expect(pending.state).toMatchObject({ total: 1 })
    expect((await read('list_documents', { status: 'complete' })).state).toMatchObject({ total: 0 })
    await desk.fixture.settled(id)
    expect((await read('get_document_status', { doc_id: id })).state).toMatchObject({ status: 'complete' })
    expect((await read('list_documents', { status: 'complete' })).state).toMatchObject({ total: 1 })
  })

  it('is stopped by a cancel, one by one or with others; the former content stays, and it can be added again', async () => {
    const { id } = await add('water.md', tides)
    const source = desk.fixture.file('water.md', springs)
    const { library } = desk.fixture
    await (await change('add_document', { source })).apply()
    expect(library.cancel(id)).not.toHaveProperty('renewal')
    await (await change('add_document', { source })).apply()
    expect(await library.cancelAll([id])).toBe(1)
    expect(await library.cancelAll([id])).toBe(0)
    expect(library.document(id)).toMatchObject({ status: 'complete' })
    expect(library.document(id)).not.toHaveProperty('renewal')
    expect(await textOf(id)).toContain('The moon')
    await (await change('add_document', { source })).apply()
    await desk.fixture.settled(id)
    expect(await textOf(id)).toContain('out of the ground')
  })

  it('leaves the former content where it can’t be read, and says why', async () => {
    const { id } = await add('water.md', tides)
    const { apply } = await change('add_document', { source: desk.fixture.file('water.md', ' ') })
    await apply()
    await desk.fixture.settled(id)
    const { state } = await read('get_document_status', { doc_id: id })
    expect(state).toMatchObject({ status: 'complete', error: null })
    expect(state.warnings).toEqual([
      expect.objectContaining({ said: expect.objectContaining({ code: 'document.not_renewed' }) }),
    ])
    expect(await textOf(id)).toContain('The moon')
  })

  it('is not applied where the document was deleted or changed meanwhile, and nothing comes beside it', async () => {
    const { id } = await add('water.md', tides)
    const source = desk.fixture.file('water.md', springs)
    const first = await change('add_document', { source })
    desk.fixture.library.setPresent(id, false)
    await expect(first.apply()).rejects.toMatchObject({ code: 'conflict' })
    desk.fixture.library.setPresent(id, true)
    const second = await change('add_document', { source })
    await first.apply()
    await desk.fixture.settled(id)
    expect((await second.apply()).state).toMatchObject({ document_id: id, duplicate: true })
    expect(total()).toBe(1)
  })

  it('of a document that could not be read is read in its place', async () => {
    const { apply } = await change('add_document', { source: desk.fixture.file('water.md', ' ') })
    const id = String((await apply()).state.document_id)
    await desk.fixture.settled(id)
    expect(desk.fixture.library.document(id).status).toBe('error')
    const mended = await change('add_document', { source: desk.fixture.file('water.md', springs) })
    const { inverse } = await mended.apply()
    await desk.fixture.settled(id)
    expect(desk.fixture.library.document(id)).toMatchObject({ status: 'complete', title: 'Springs' })
    expect(total()).toBe(1)
    await undo('add_document', inverse)
    expect(desk.fixture.library.document(id).status).toBe('complete')
  })

  it('in another collection is a document of its own', async () => {
    await add('water.md', tides)
    const { apply } = await change('create_collection', { name: 'Rivers' })
    const collection_id = String((await apply()).state.collection_id)
    const source = desk.fixture.file('water.md', springs)
    const { state } = await (await change('add_document', { source, collection_id })).apply()
    expect(state).not.toHaveProperty('new_version')
    expect(total()).toBe(2)
  })
})

describe('a folder that was added before', () => {
  it('brings what is new and the new versions in one change, and undo takes both back', async () => {
    const folder = join(desk.fixture.folder, 'papers')
    mkdirSync(folder)
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
    write('tides.md', tides)
    write('same.md', '# Same\n\nNothing changes here.\n')
    const first = await (await change('add_document', { source: folder })).apply()
    const ids = (first.state.results as { document_id: string }[]).map(({ document_id }) => document_id)
    for (const id of ids) await desk.fixture.settled(id)
    write('tides.md', springs)
    write('new.md', '# New\n\nA page that was not there.\n')
    const { preview, apply } = await change('add_document', { source: folder })
    expect(preview.summary).toContain('Add 1 document and the new version of 1')
    const { state, inverse, content } = await apply()
    expect(content).toContain('Added 1 document and the new version of 1')
    const results = state.results as { document_id: string; new_version?: boolean; source: string }[]
    const renewed = results.find(({ new_version }) => new_version)
    const fresh = results.find(({ new_version }) => !new_version)
    if (renewed === undefined || fresh === undefined) throw new Error('One of the two did not come.')
    expect(ids).toContain(renewed.document_id)
    for (const { document_id } of results) await desk.fixture.settled(document_id)
    expect(await textOf(renewed.document_id)).toContain('out of the ground')
    const again = await undo('add_document', inverse)
    expect(await textOf(renewed.document_id)).toContain('The moon')
    expect(desk.fixture.library.isPresent(fresh.document_id)).toBe(false)
    await undo('add_document', again)
    expect(await textOf(renewed.document_id)).toContain('out of the ground')
    expect(total()).toBe(3)
  })

  it('shows which lines change where texts do, each at its place', async () => {
    const folder = join(desk.fixture.folder, 'shown')
    mkdirSync(folder)
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
    const page = (words: string) => `<!doctype html><title>Water</title><p>${words}</p>`
    for (const name of ['a.md', 'c.md']) write(name, `# ${name}\n\nThe moon pulls it.\n`)
    write('d.html', page('The moon pulls it.'))
    const first = await (await change('add_document', { source: folder })).apply()
    for (const { document_id } of first.state.results as { document_id: string }[]) {
      await desk.fixture.settled(document_id)
    }
    write('a.md', '# a.md\n\nThe sun pulls it.\n')
    write('b.md', '# b.md\n\nIt is new.\n')
    write('d.html', page('The sun pulls it.'))
    const { preview } = await change('add_document', { source: folder })
    expect(preview.targets.map(({ reference }) => reference)).toEqual(
      ['a.md', 'b.md', 'd.html'].map((name) => expect.stringMatching(new RegExp(`${name}$`))),
    )
    expect(preview.changes).toMatchObject([
      {
        kind: 'text',
        hunks: [{ lines: expect.arrayContaining(['-The moon pulls it.', '+The sun pulls it.']) }],
      },
      { kind: 'binary', sizeAfter: 19 },
      { kind: 'binary', sizeBefore: 60, sizeAfter: 59 },
    ])
  })

  it('compares as many texts as anyone reads, and tells the others by their sizes', async () => {
    const folder = join(desk.fixture.folder, 'many')
    mkdirSync(folder)
    const write = (words: string) => {
      for (let i = 10; i < 35; i++) writeFileSync(join(folder, `${i}.md`), `# ${i}\n\n${words}\n`)
    }
    write('First.')
    const first = await (await change('add_document', { source: folder })).apply()
    for (const { document_id } of first.state.results as { document_id: string }[]) {
      await desk.fixture.settled(document_id)
    }
    write('Second.')
    const { preview } = await change('add_document', { source: folder })
    expect(preview.changes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 20 }, () => 'text'),
      ...Array.from({ length: 5 }, () => 'binary'),
    ])
  })

  it('has each new version taken back by itself', async () => {
    const folder = join(desk.fixture.folder, 'papers')
    mkdirSync(folder)
    const names = ['one.md', 'two.md']
    for (const name of names) writeFileSync(join(folder, name), `# ${name}\n\nThe former words.\n`)
    const first = await (await change('add_document', { source: folder })).apply()
    const [one = '', two = ''] = (first.state.results as { document_id: string }[]).map(
      (each) => each.document_id,
    )
    for (const id of [one, two]) await desk.fixture.settled(id)
    for (const name of names) writeFileSync(join(folder, name), `# ${name}\n\nThe later words.\n`)
    const { inverse } = await (await change('add_document', { source: folder })).apply()
    for (const id of [one, two]) await desk.fixture.settled(id)
    const { items, onlyItems } = desk.runtime.add_document
    const all = inverse as Parameters<NonNullable<typeof onlyItems>>[0]
    const only = onlyItems?.(all, new Set([one]))
    await undo('add_document', only)
    expect(await textOf(one)).toContain('former')
    expect(await textOf(two)).toContain('later')
    const told = await items?.(all, callContext)
    expect(told?.map(({ target, undone }) => [target.reference, undone])).toEqual([
      [one, true],
      [two, false],
    ])
    // What was taken back by itself stays so when the rest is.
    const again = await undo('add_document', inverse)
    expect(await textOf(two)).toContain('former')
    await undo('add_document', again)
    expect(await textOf(one)).toContain('former')
    expect(await textOf(two)).toContain('later')
  })

  it('leaves out whose document changed since it was shown, and adds the rest', async () => {
    const folder = join(desk.fixture.folder, 'papers')
    mkdirSync(folder)
    writeFileSync(join(folder, 'tides.md'), tides)
    const first = await (await change('add_document', { source: folder })).apply()
    const id = String(first.state.document_id)
    await desk.fixture.settled(id)
    writeFileSync(join(folder, 'tides.md'), springs)
    writeFileSync(join(folder, 'new.md'), '# New\n\nA page that was not there.\n')
    const { apply } = await change('add_document', { source: folder })
    desk.fixture.library.setPresent(id, false)
    const { state } = await apply()
    expect(state).toMatchObject({ succeeded: 1 })
    expect(state.skipped).toEqual([
      expect.objectContaining({ said: expect.objectContaining({ code: 'adding.document_changed' }) }),
    ])
  })
})

it('a changed file of an archive that is added again is the new version of its document', async () => {
  const path = join(desk.fixture.folder, 'papers.zip')
  const pack = (content: string) => {
    rmSync(path, { force: true })
    writeFileSync(path, makeZip([{ name: 'tides.md', content }]))
  }
  pack(tides)
  const first = await (await change('add_document', { source: path })).apply()
  const id = String(first.state.document_id)
  await desk.fixture.settled(id)
  pack(springs)
  const { state } = await (await change('add_document', { source: path })).apply()
  expect(state).toMatchObject({ document_id: id, new_version: true })
  await desk.fixture.settled(id)
  expect(await textOf(id)).toContain('out of the ground')
})
