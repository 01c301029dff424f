import { utimesSync, writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LibraryFixture, openLibraryFixture } from '../../../tests/support/library-fixture'
import { makePdf } from '../../../tests/support/make-pdf'
import { noSummaries } from '../../../tests/support/no-summaries'
import { noWatchedFolders } from '../../../tests/support/no-watched-folders'
import { createBlobStore } from '../../main/changes/blobs'
import { createWebService } from '../../main/web/service'
import { AppError } from '../../shared/errors'
import libraryModule from './module'
import createLibraryRuntime from './runtime'

let fixture: LibraryFixture
let granted: boolean
let runtime: ReturnType<typeof createLibraryRuntime>

beforeEach(async () => {
  fixture = await openLibraryFixture()
  start()
}, 60_000)
afterEach(() => fixture.close())

function start(): void {
  granted = true
  runtime = createLibraryRuntime({
    web: createWebService({
      named: () => [],
      store: { blobs: createBlobStore(join(fixture.folder, 'blobs')) },
    }),
    summaries: noSummaries,
    library: fixture.library,
    watchedFolders: noWatchedFolders,
    files: {
      async resolveReadable(path) {
        if (!granted) throw new AppError('outside_grant', `${path} is outside the granted folders.`)
        return await realpath(path)
      },
    },
  })
}

const context = { signal: new AbortController().signal, progress: () => {}, runId: null }

/** What the gate does: plans, applies the plan as it was stored, and keeps the inverse. */
async function change<Name extends WriteName>(name: Name, input: unknown, byHand?: true) {
  const tool = libraryModule.tools.find((each) => each.name === name)
  if (tool === undefined || tool.class === 'read') throw new Error(`${name} is no write tool`)
  const implementation = runtime[name] as unknown as Erased
  const planned = await implementation.plan(tool.input.parse(input), {
    ...context,
    ...(byHand && { byHand }),
  })
  if ('unchanged' in planned) throw new Error(planned.unchanged.content)
  const apply = async () => {
    let inverse: unknown
    const answer = await implementation.apply(tool.plan.parse(stored(planned.plan)), {
      ...context,
      journal: (value) => {
        inverse = tool.inverse.parse(stored(value))
      },
    })
    expect(inverse).toBeDefined()
    return { ...answer, state: tool.output.parse(answer.state) as Record<string, unknown>, inverse }
  }
  return { preview: planned.preview, apply }
}

async function undo(name: WriteName, inverse: unknown): Promise<unknown> {
  let next: unknown
  await (runtime[name] as unknown as Erased).revert(inverse, {
    ...context,
    journal: (value) => {
      next = value
    },
  })
  return next
}

async function read(name: ReadName, input: unknown) {
  const tool = libraryModule.tools.find((each) => each.name === name)
  if (tool === undefined) throw new Error('unknown tool')
  const implementation = runtime[name] as unknown as {
    run(input: unknown, c: typeof context): Promise<Answered>
  }
  const answer = await implementation.run(tool.input.parse(input), context)
  expect(answer.origin).toBe('library')
  expect(answer.content).not.toBe('')
  return { content: answer.content, state: tool.output.parse(answer.state) as Record<string, unknown> }
}

type Names = (typeof libraryModule.tools)[number]
type WriteName = Exclude<Names, { class: 'read' }>['name']
type ReadName = Extract<Names, { class: 'read' }>['name']
type Answered = { content: string; state: unknown; origin?: string }
// The tests go through the schemas as the gate does, so the types of single tools are not what they rely on.
type Erased = {
  plan(
    input: unknown,
    c: typeof context,
  ): Promise<
    { plan: unknown; preview: import('../../shared/tool/preview').Preview } | { unchanged: Answered }
  >
  apply(plan: unknown, c: typeof context & { journal(value: unknown): void }): Promise<Answered>
  revert(
    inverse: unknown,
    c: typeof context & { journal(value: unknown): void },
  ): Promise<{ content: string }>
}
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

async function add(name: string, content: string | Uint8Array, options: object = {}) {
  const { apply } = await change('add_document', { source: fixture.file(name, content), ...options })
  const added = await apply()
  await fixture.settled(String(added.state.document_id))
  return { id: String(added.state.document_id), ...added }
}

const tides = '# Tides\n\nThe moon pulls the water of the seas twice a day.\n'

describe('the catalog', () => {
  it('has the names, classes and aliases of the outside interface', () => {
    expect(Object.fromEntries(libraryModule.tools.map((tool) => [tool.name, tool.class]))).toEqual({
      search_library: 'read',
      add_document: 'safe_create',
      fetch_web_content: 'safe_create',
      list_collections: 'read',
      create_collection: 'safe_create',
      update_collection: 'safe_update',
      delete_collection: 'destructive_delete',
      list_documents: 'read',
      get_document_status: 'read',
      restart_ingest: 'safe_update',
      restart_ingests: 'safe_update',
      delete_document: 'destructive_delete',
      delete_documents: 'destructive_delete',
      read_document: 'read',
      update_document: 'safe_update',
      update_documents: 'safe_update',
      summarize_document: 'read',
      // Beside those of the outside interface.
      update_watched_folder: 'safe_update',
    })
    expect(libraryModule.tools.find(({ name }) => name === 'search_library')?.aliases).toEqual(['search_rag'])
    expect(Object.keys(runtime).sort()).toEqual(libraryModule.tools.map(({ name }) => name).sort())
  })
})

describe('add_document', () => {
  it('shows the file, adds it, and undo takes it out and brings it back', async () => {
    const { preview, apply } = await change('add_document', { source: fixture.file('tides.md', tides) })
    expect(preview.summary).toBe(`Add “tides.md” (${tides.length} bytes) to the collection “Documents”.`)
    const { state, inverse } = await apply()
    expect(state).toMatchObject({ title: 'tides', duplicate: false })
    const id = String(state.document_id)
    await fixture.settled(id)
    const again = await undo('add_document', inverse)
    expect(fixture.library.isPresent(id)).toBe(false)
    await undo('add_document', again)
    expect(fixture.library.document(id).status).toBe('complete')
  })

  it('has nothing to propose where the same content is there, whatever its name', async () => {
    const { id } = await add('one.md', tides)
    const planned = await runtime.add_document.plan({ source: fixture.file('two.md', tides) }, context)
    if (!('unchanged' in planned)) throw new Error('It was planned.')
    const { state, content } = planned.unchanged
    expect(state).toEqual({ document_id: id, title: 'Tides', status: 'complete', duplicate: true })
    expect(content).toContain('already')
    expect(fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(1)
  })

  it('adds once when two plans for one content are applied one after the other', async () => {
    const first = await change('add_document', { source: fixture.file('one.md', tides) })
    const second = await change('add_document', { source: fixture.file('two.md', tides) })
    const { state } = await first.apply()
    expect((await second.apply()).state).toMatchObject({ document_id: state.document_id, duplicate: true })
  })

  it('refuses a path outside the grants, at planning and at applying, unless the person handed it over, once', async () => {
    const source = fixture.file('tides.md', tides)
    const { apply } = await change('add_document', { source })
    granted = false
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
    await expect(apply()).rejects.toMatchObject({ code: 'outside_grant' })
    fixture.library.handedOver(source)
    // A call that is not the person's own gesture leaves it alone.
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
    const handed = await change('add_document', { source }, true)
    await expect(change('add_document', { source }, true)).rejects.toMatchObject({ code: 'outside_grant' })
    expect((await handed.apply()).state).toMatchObject({ duplicate: false })
  })

  it('forgets what the person handed over with the call that it was for, also where that fails', async () => {
    const source = fixture.file('tides.md', tides)
    granted = false
    fixture.library.handedOver(source)
    await expect(change('add_document', { source, collection_id: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(change('add_document', { source })).rejects.toMatchObject({ code: 'outside_grant' })
  })

  it('ends in a conflict when the file changed after it was shown', async () => {
    const source = fixture.file('tides.md', tides)
    const { apply } = await change('add_document', { source })
    writeFileSync(source, `${tides}more`)
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    utimesSync(source, 1, 1)
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    expect(fixture.library.documents({ status: 'all', limit: 5 }).total).toBe(0)
  })

  it.each([
    ['an address in the local network', 'https://192.168.0.1/a', 'denied'],
    ['an address that is none of the web', 'ftp://example.org/a', 'invalid_input'],
    ['a folder', '.', 'unsupported'],
  ])('refuses %s with a sentence', async (_, source, code) => {
    const path = source === '.' ? fixture.folder : source
    await expect(change('add_document', { source: path })).rejects.toMatchObject({ code })
  })

  it('takes title and metadata, and keeps the title', async () => {
    const { id } = await add('tides.md', tides, { title: 'Chosen', metadata: { author: 'A' } })
    expect(fixture.library.document(id)).toMatchObject({ title: 'Chosen', metadata: { author: 'A' } })
  })

  it('undoes an addition that a crash kept from happening', async () => {
    await undo('add_document', { document_id: 'never-made', present: false })
  })
})

describe('search_library', () => {
  it('answers numbered passages to cite, in state and content', async () => {
    await add('pages.pdf', makePdf({ title: 'Pages', pages: [['nothing here'], ['the marzipan recipe']] }))
    const { content, state } = await read('search_library', { query: 'marzipan' })
    expect(content).toBe('1. [Pages, p. 2]\nthe marzipan recipe')
    expect(state.results).toMatchObject([
      { title: 'Pages', page: 2, similarity: 1, text: 'the marzipan recipe' },
    ])
    expect(state.took_ms).toEqual(expect.any(Number))
  })

  it('says how much there was to search when nothing fits, and refuses an unknown collection', async () => {
    await add('tides.md', tides)
    expect((await read('search_library', { query: 'marzipan' })).content).toContain('1 document')
    await expect(read('search_library', { query: 'x', collection_id: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('collections', () => {
  it('are made, changed and listed; undo takes each step back', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    const { preview, apply } = await change('update_collection', {
      collection_id,
      name: 'Ocean',
      description: 'salt',
    })
    expect(preview.changes[0]).toMatchObject({
      fields: [{ name: 'name', before: 'Sea', after: 'Ocean' }, { name: 'description' }],
    })
    const updated = await apply()
    expect((await read('list_collections', {})).state.collections).toMatchObject([
      { name: 'Documents' },
      { name: 'Ocean', documents: 0 },
    ])
    await undo('update_collection', updated.inverse)
    expect(fixture.library.collection(collection_id)).toMatchObject({ name: 'Sea', description: '' })
    await undo('create_collection', made.inverse)
    expect(fixture.library.isCollectionPresent(collection_id)).toBe(false)
  })

  it('refuse a name that is taken, whatever its case, and a second apply over someone else’s change', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    await expect(change('create_collection', { name: 'sEA' })).rejects.toMatchObject({
      code: 'already_exists',
    })
    const update = await change('update_collection', { collection_id, name: 'Ocean' })
    fixture.library.updateCollection(collection_id, { name: 'Lake', description: '' })
    await expect(update.apply()).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      undo('update_collection', {
        collection_id,
        before: { name: 'Sea', description: '' },
        after: { name: 'X', description: '' },
      }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('keep what was added since when their creation is undone', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    await add('tides.md', tides, { collection_id: made.state.collection_id })
    await expect(undo('create_collection', made.inverse)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('name every document that deleting loses, and come back whole', async () => {
    const made = await (await change('create_collection', { name: 'Sea' })).apply()
    const collection_id = String(made.state.collection_id)
    await add('tides.md', tides, { collection_id })
    await add('moon.md', '# Moon\n\nfar away', { collection_id })
    const search = async () =>
      JSON.stringify((await fixture.library.search({ query: 'moon', limit: 5 })).results)
    const before = await search()
    const { preview, apply } = await change('delete_collection', { collection_id })
    expect(preview.lost.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'collection Sea',
      'document Tides',
      'document Moon',
    ])
    expect(preview.recovery).toBe('trash')
    const stale = await change('delete_collection', { collection_id })
    const deleted = await apply()
    await expect(stale.apply()).rejects.toMatchObject({ code: 'conflict' })
    expect(await search()).toBe('[]')
    const redo = await undo('delete_collection', deleted.inverse)
    expect(await search()).toBe(before)
    await undo('delete_collection', redo)
    expect(await search()).toBe('[]')
  })

  it('refuse to lose the one for everything', async () => {
    await expect(change('delete_collection', { collection_id: 'default' })).rejects.toMatchObject({
      code: 'denied',
    })
  })
})

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
    await expect(read('get_document_status', { doc_id: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are deleted by name and come back', async () => {
    const { id } = await add('tides.md', tides)
    const { preview, apply } = await change('delete_document', { doc_id: id })
    expect(preview.lost).toMatchObject([{ label: 'Tides', reference: id, detail: '1 passage' }])
    const deleted = await apply()
    expect(fixture.library.isPresent(id)).toBe(false)
    await undo('delete_document', deleted.inverse)
    expect(fixture.library.document(id).title).toBe('Tides')
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
    expect(fixture.library.document(id)).toMatchObject({ title: 'Tides', tags: [] })
    await undo('update_document', redo)
    fixture.library.setDocumentFields(id, { ...fixture.library.documentFields(id), title: 'Other' })
    await expect(undo('update_document', updated.inverse)).rejects.toMatchObject({ code: 'conflict' })
    await expect(change('update_document', { doc_id: id, title: 'Other' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })

  it('are updated in the fields that were chosen alone', async () => {
    const { id } = await add('tides.md', tides)
    const { plan: planUpdate, narrow, apply } = runtime.update_document
    const proposed = await planUpdate({ doc_id: id, title: 'Sea', tags: ['a'] }, context)
    if ('unchanged' in proposed) throw new Error('It was not planned.')
    const part = await narrow?.(proposed, { fields: [{ change: 0, field: 1 }] }, context)
    expect(part?.preview.summary).toBe('Change tags of “Tides”.')
    if (part === undefined) throw new Error('It can’t be narrowed.')
    await apply(part.plan, { ...context, journal: () => undefined })
    expect(fixture.library.document(id)).toMatchObject({ title: 'Tides', tags: ['a'] })
  })

  it('have their pictures read from then on where that is asked for, until it is taken back', async () => {
    const { id } = await add('tides.md', tides)
    const { preview, apply } = await change('restart_ingest', { doc_id: id, recognize_text: true })
    expect(preview.summary).toContain('again, with the text in pictures and scans.')
    const { inverse } = await apply()
    expect(fixture.library.isRecognized(id)).toBe(true)
    const redo = await undo('restart_ingest', inverse)
    expect(fixture.library.isRecognized(id)).toBe(false)
    await undo('restart_ingest', redo)
    expect(fixture.library.isRecognized(id)).toBe(true)
    await fixture.settled(id)
    const several = await change('restart_ingests', { doc_ids: [id], recognize_text: false })
    const { inverse: batch } = await several.apply()
    expect(fixture.library.isRecognized(id)).toBe(false)
    await undo('restart_ingests', batch)
    expect(fixture.library.isRecognized(id)).toBe(true)
    await fixture.settled(id)
  })

  it('are ingested again on request; undo gives a complete one back', async () => {
    const { id } = await add('tides.md', tides)
    const restarted = await (await change('restart_ingest', { doc_id: id })).apply()
    expect(restarted.state).toMatchObject({ status: expect.stringMatching(/pending|processing/) })
    await undo('restart_ingest', restarted.inverse)
    expect((await fixture.settled(id)).status).toBe('complete')
    expect((await fixture.library.search({ query: 'moon', limit: 5 })).results).toHaveLength(1)
  })
})

describe('reading', () => {
  it('gives pages with marks, pieces by characters, and says where to go on', async () => {
    const { id } = await add('pages.pdf', makePdf({ title: 'Pages', pages: [['one'], ['two'], ['three']] }))
    expect((await read('read_document', { doc_id: id, from_page: 2, to_page: 9 })).state).toMatchObject({
      text: '[page 2]\ntwo\n\n[page 3]\nthree',
      pages: 3,
      from_page: 2,
      to_page: 3,
    })
    const { content, state } = await read('read_document', { doc_id: id, start: 1, length: 4 })
    expect(state).toMatchObject({ start: 1, end: 5 })
    expect(content).toContain('go on with start=5')
    for (const input of [{ from_page: 4 }, { from_page: 3, to_page: 2 }, { from_page: 1, start: 0 }]) {
      await expect(read('read_document', { doc_id: id, ...input })).rejects.toMatchObject({
        code: 'invalid_input',
      })
    }
  })

  it('refuses pages of a document without pages', async () => {
    const { id } = await add('tides.md', tides)
    expect((await read('read_document', { doc_id: id })).state.text).toContain('The moon')
    await expect(read('read_document', { doc_id: id, from_page: 1 })).rejects.toMatchObject({
      code: 'unsupported',
    })
  })

  it('says why a document that failed can’t be read', async () => {
    const { id } = await add('empty.pdf', '')
    await expect(read('read_document', { doc_id: id })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('0 bytes'),
    })
  })

  it('summarizes by the document’s own sentences, in order, with where they are from', async () => {
    const topic = (page: number) =>
      `The harbour of the town number ${page} has a deep channel for large ships.`
    const pages = Array.from({ length: 12 }, (_, page) => [
      topic(page),
      'Lunch was good that day and nothing else happened.',
    ])
    const { id } = await add('harbours.pdf', makePdf({ title: 'Harbours', pages }))
    const { state, content } = await read('summarize_document', { doc_id: id, max_chunks: 3 })
    const chunks = state.chunks as {
      chunk_id: string
      page: number
      sentence: string
      start: number
      end: number
    }[]
    expect(chunks.length).toBeGreaterThan(0)
    expect(chunks.length).toBeLessThanOrEqual(3)
    for (const { sentence, start, end, page } of chunks) {
      expect(fixture.library.text(id, start, end - start).text.replace(/\s+/g, ' ')).toContain(sentence)
      expect(content).toContain(`${sentence} [Harbours, p. ${page}]`)
    }
    expect(chunks.map(({ page }) => page)).toEqual(chunks.map(({ page }) => page).sort((a, b) => a - b))
  })
})
