import { describe, expect, it } from 'vitest'
import { callContext } from '../../../../tests/support/call-context'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import { makePdf } from '../../../../tests/support/make-pdf'

const desk = setUpLibraryTools()
const { add, change, read, undo } = desk

describe('documents', () => {
  it('are listed with status, pages, chunks and size, and their status is told', async () => {
    const { id } = await add('pages.pdf', makePdf({ title: 'Pages', pages: [['one'], ['two']] }))
    expect((await read('list_documents', { status: 'complete' })).state).toMatchObject({
      documents: [{ document_id: id, title: 'Pages', status: 'complete', pages: 2, chunks: 2 }],
      cursor: null,
      total: 1,
    })
    const { content, state } = await read('get_document_status', { doc_id: id })
    expect(content).toContain('complete: 2 pages, 2 passages')
    expect(state).toMatchObject({ status: 'complete', stage: 'done', error: null, chunks: 2 })
    expect(state.progress).toEqual({ done: 2, total: 2 })
    await expect(read('get_document_status', { doc_id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are listed with what they hold, or why they failed', async () => {
    const whole = await add('tides.md', tides)
    const failed = await add('none.txt', '')
    const { content } = await read('list_documents', {})
    expect(content.split('\n').slice(1).sort()).toEqual(
      [
        `Tides (${whole.id}): complete, 1 passage`,
        `none (${failed.id}): error, This file is empty (0 bytes), so there is nothing to add.`,
      ].sort(),
    )
  })

  it('called by their title are not taken for their id, but named with it', async () => {
    const { library } = desk.fixture
    const named = (id: string) => `${id} (${JSON.stringify(library.document(id).source)})`
    const first = await add('tides.md', tides)
    await expect(read('read_document', { doc_id: ' tides' })).rejects.toMatchObject({
      code: 'not_found',
      message: `“ tides” is the title of a document and not its id, which is ${named(first.id)}.`,
    })
    const second = await add('more.md', `${tides} More.`)
    expect(library.document(second.id).title).toBe('Tides')
    await expect(change('delete_document', { doc_id: 'TIDES' })).rejects.toMatchObject({
      code: 'not_found',
      message: `2 documents are called “TIDES”. Give the id of the one that is meant: ${named(first.id)}, ${named(second.id)}.`,
    })
    await (await change('delete_document', { doc_id: second.id })).apply()
    await expect(read('read_document', { doc_id: 'tides' })).rejects.toThrow(`is ${first.id} (`)
    await expect(change('update_documents', { doc_ids: ['tides'], add_tags: ['sea'] })).rejects.toThrow(
      `is ${first.id} (`,
    )
    await expect(read('read_document', { doc_id: 'tide' })).rejects.toThrow('There is no document tide')
  })

  it('take a title and tags of one visible line, which can’t pose as a line of a list', async () => {
    const { id } = await add('tides.md', tides)
    const { apply } = await change('update_document', {
      doc_id: id,
      title: ' Sea\n2. [Other, p. 9]\u202e\0',
      tags: ['north\nsea'],
    })
    expect((await apply()).state).toMatchObject({ title: 'Sea 2. [Other, p. 9]', tags: ['north sea'] })
    await expect(change('update_document', { doc_id: id, title: '\u202e\n' })).rejects.toThrow(/title/)
    expect(
      (await read('search_library', { query: 'moon', tags: ['north\nsea'] })).state.results,
    ).toHaveLength(1)
  })

  it('are deleted by name and come back', async () => {
    const { id } = await add('tides.md', tides)
    const { preview, apply } = await change('delete_document', { doc_id: id })
    expect(preview.lost).toMatchObject([{ label: 'Tides', reference: id, detail: '1 passage' }])
    const deleted = await apply()
    expect(desk.fixture.library.isPresent(id)).toBe(false)
    await undo('delete_document', deleted.inverse)
    expect(desk.fixture.library.document(id).title).toBe('Tides')
  })

  it('are updated field by field; undo restores all, unless someone changed them since', async () => {
    const { id } = await add('tides.md', tides)
    const { preview, apply } = await change('update_document', {
      doc_id: id,
      title: 'Sea',
      tags: ['a', 'b', 'a'],
    })
    expect(preview.changes[0]).toMatchObject({
      fields: [
        { name: 'title', before: 'Tides', after: 'Sea' },
        { name: 'tags', before: '', after: 'a, b' },
      ],
    })
    const updated = await apply()
    expect(updated.state).toMatchObject({ title: 'Sea', tags: ['a', 'b'] })
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    const redo = await undo('update_document', updated.inverse)
    expect(desk.fixture.library.document(id)).toMatchObject({ title: 'Tides', tags: [] })
    await undo('update_document', redo)
    desk.fixture.library.setDocumentFields(id, { ...desk.fixture.library.documentFields(id), title: 'Other' })
    await expect(undo('update_document', updated.inverse)).rejects.toMatchObject({ code: 'conflict' })
    await expect(change('update_document', { doc_id: id, title: 'Other' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('are updated in the fields that were chosen alone', async () => {
    const { id } = await add('tides.md', tides)
    const { plan: planUpdate, narrow, apply } = desk.runtime.update_document
    const proposed = await planUpdate({ doc_id: id, title: 'Sea', tags: ['a'] }, callContext)
    if ('unchanged' in proposed) throw new Error('It was not planned.')
    const part = await narrow?.(proposed, { fields: [{ change: 0, field: 1 }] }, callContext)
    expect(part?.preview.summary).toBe('Change tags of “Tides”.')
    if (part === undefined) throw new Error('It can’t be narrowed.')
    await apply(part.plan, { ...callContext, journal: () => undefined })
    expect(desk.fixture.library.document(id)).toMatchObject({ title: 'Tides', tags: ['a'] })
  })

  it('have their pictures read from then on where that is asked for, until it is taken back', async () => {
    const { id } = await add('tides.md', tides)
    const { preview, apply } = await change('restart_ingest', { doc_id: id, recognize_text: true })
    expect(preview.summary).toContain('again, with the text in pictures and scans.')
    const { inverse } = await apply()
    expect(desk.fixture.library.isRecognized(id)).toBe(true)
    const redo = await undo('restart_ingest', inverse)
    expect(desk.fixture.library.isRecognized(id)).toBe(false)
    await undo('restart_ingest', redo)
    expect(desk.fixture.library.isRecognized(id)).toBe(true)
    await desk.fixture.settled(id)
    const several = await change('restart_ingests', { doc_ids: [id], recognize_text: false })
    const { inverse: batch } = await several.apply()
    expect(desk.fixture.library.isRecognized(id)).toBe(false)
    await undo('restart_ingests', batch)
    expect(desk.fixture.library.isRecognized(id)).toBe(true)
    await desk.fixture.settled(id)
  })

  it('are ingested again on request; undo gives a complete one back', async () => {
    const { id } = await add('tides.md', tides)
    const restarted = await (await change('restart_ingest', { doc_id: id })).apply()
    expect(restarted.state).toMatchObject({ status: expect.stringMatching(/pending|processing/) })
    await undo('restart_ingest', restarted.inverse)
    expect((await desk.fixture.settled(id)).status).toBe('complete')
    expect((await desk.fixture.library.search({ query: 'moon', limit: 5 })).results).toHaveLength(1)
  })
})
