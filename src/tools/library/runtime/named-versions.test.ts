import { describe, expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'

const desk = setUpLibraryTools()
const { add, change, undo, read } = desk
const springs = '# Springs\n\nWater comes out of the ground where the rock lets it through.\n'

const textOf = async (doc_id: string) => String((await read('read_document', { doc_id })).state.text)
const total = () => desk.fixture.library.documents({ status: 'all', limit: 50 }).total

/** Hands files over of which a person said whose new versions they are, as one drop. */
async function hand(files: Readonly<Record<string, string | undefined>>) {
  const { library } = desk.fixture
  const { signal } = new AbortController()
  const candidates = []
  for (const [name, versionOf] of Object.entries(files)) {
    const path = desk.fixture.file(name, name === 'handed.md' ? springs : `${springs}\n${name}\n`)
    const { name: label, ...content } = await library.inspect(path, signal)
    candidates.push({ ...content, source: path, label, versionOf })
  }
  const source = candidates.length === 1 ? (candidates[0]?.source ?? '') : desk.fixture.folder
  library.handOver(source, { files: candidates, kind: 'files' })
  return await change('add_document', { source }, true)
}

describe('a file that is said to be the new version of a document', () => {
  it('is, wherever it lies, and is where the document is made from then on; undo brings the former content back', async () => {
    const { id } = await add('water.md', tides)
    const { preview, apply } = await hand({ 'handed.md': id })
    expect(preview.summary).toContain('as the new version of “Tides”')
    const { state, inverse } = await apply()
    expect(state).toMatchObject({ document_id: id, new_version: true })
    await desk.fixture.settled(id)
    expect(await textOf(id)).toContain('out of the ground')
    expect(desk.fixture.library.document(id).source).toMatch(/handed\.md$/)
    expect(total()).toBe(1)
    await undo('add_document', inverse)
    expect(await textOf(id)).toContain('The moon')
    expect(total()).toBe(1)
  })

  it('is a change of something that is there, and asks as that', async () => {
    const { id } = await add('water.md', tides)
    const { library, file } = desk.fixture
    const source = file('handed.md', springs)
    const { name: label, ...content } = await library.inspect(source, new AbortController().signal)
    library.handOver(source, { files: [{ ...content, source, label, versionOf: id }], kind: 'files' })
    const planned = await desk.runtime.add_document.plan(
      { source },
      { signal: new AbortController().signal, progress: () => {}, runId: null, byHand: true },
    )
    expect(planned).toMatchObject({ raise: { class: 'safe_update' } })
  })

  it('is not, where the document was deleted or changed since it was shown', async () => {
    const { id } = await add('water.md', tides)
    const { apply } = await hand({ 'handed.md': id })
    desk.fixture.library.setPresent(id, false)
    await expect(apply()).rejects.toMatchObject({ code: 'conflict' })
    expect(total()).toBe(0)
  })

  it('is a document of its own where that one is gone, or in another collection', async () => {
    const { id } = await add('water.md', tides)
    desk.fixture.library.setPresent(id, false)
    const { apply } = await hand({ 'handed.md': id })
    const { state } = await apply()
    expect(state.document_id).not.toBe(id)
    expect(state).not.toHaveProperty('new_version')
  })

  it('comes in with others, new ones and new versions, in one change', async () => {
    const { id } = await add('water.md', tides)
    const { apply } = await hand({ 'one.md': id, 'two.md': undefined })
    const { state, inverse } = await apply()
    expect(state).toMatchObject({ succeeded: 2 })
    await desk.fixture.settled(id)
    expect(await textOf(id)).toContain('one.md')
    expect(total()).toBe(2)
    await undo('add_document', inverse)
    expect(await textOf(id)).toContain('The moon')
    expect(total()).toBe(1)
  })
})
