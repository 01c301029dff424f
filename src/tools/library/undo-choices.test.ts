import { expect, it } from 'vitest'
import { fillerText } from '../../../tests/support/library-fixture'
import { setUpLibraryTools } from '../../../tests/support/library-tools'
import type { UndoChoice } from '../../shared/contract/undo-choices'
import type { EffectContext, ToolContext, WriteImplementation } from '../../shared/tool/runtime'
import libraryModule from './module'

const desk = setUpLibraryTools()

const context: ToolContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  runId: null,
}

type Names = (typeof libraryModule.tools)[number]
type WriteName = Exclude<Names, { class: 'read' }>['name']

/** Applies a tool and answers its undo: refused, compared and chosen on as the gate does it. */
async function applied(name: WriteName, input: unknown) {
  const tool = libraryModule.tools.find((each) => each.name === name)
  if (tool === undefined || tool.class === 'read') throw new Error(`${name} is no write tool`)
  // The tests go through the schemas as the gate does, so the types of single tools are not what they rely on.
  const implementation = desk.runtime[name] as unknown as WriteImplementation<never>
  const journaling = (take: (inverse: never) => void): EffectContext<never> => ({
    ...context,
    journal: (inverse) => take(tool.inverse.parse(JSON.parse(JSON.stringify(inverse))) as never),
  })
  const planned = await implementation.plan(tool.input.parse(input) as never, context)
  if ('unchanged' in planned) throw new Error(planned.unchanged.content)
  let inverse = undefined as never
  const { state } = await implementation.apply(
    tool.plan.parse(planned.plan) as never,
    journaling((one) => (inverse = one)),
  )
  const revert = async (from: never): Promise<never> => {
    let next = undefined as never
    await implementation.revert(
      from,
      journaling((one) => (next = one)),
    )
    return next
  }
  return {
    id: String(Object.values(tool.output.parse(state) as Record<string, unknown>)[0]),
    undo: () => revert(inverse),
    revert,
    differences: async () => (await implementation.compare?.(inverse, context)) ?? [],
    async choose(choice: UndoChoice): Promise<never> {
      await expect(revert(inverse)).rejects.toMatchObject({ code: 'conflict' })
      const rebased = await implementation.rebase?.(inverse, () => choice, context)
      if (!rebased) throw new Error('all of it was kept')
      return revert(rebased)
    },
    keeps: async () => (await implementation.rebase?.(inverse, () => 'keep', context)) === null,
  }
}

const library = () => desk.fixture.library
const added = async (name: string, more: object = {}) => {
  const change = await applied('add_document', {
    source: desk.fixture.file(name, `# ${name}\n\nfar away`),
    ...more,
  })
  await desk.fixture.settled(change.id)
  return change
}
const names = () =>
  library()
    .collections()
    .map(({ name }) => name)

it('undoes the fields that a change changed, and leaves those that somebody else changed', async () => {
  const { id } = await added('moon.md')
  const change = await applied('update_document', { doc_id: id, title: 'Moonlight' })
  library().setDocumentFields(id, { ...library().documentFields(id), tags: ['mine'] })
  expect(await change.differences()).toEqual([])
  const redo = await change.undo()
  expect(library().document(id)).toMatchObject({ title: 'moon.md', tags: ['mine'] })
  await change.revert(redo)
  expect(library().document(id)).toMatchObject({ title: 'Moonlight', tags: ['mine'] })
})

it('gives a document back the title that was read since, where it was renamed before it was read', async () => {
  const path = desk.fixture.file('moon.md', `# Moonrise\n\n${fillerText(2000)}`)
  const { id } = await applied('add_document', { source: path })
  expect(library().document(id)).toMatchObject({ status: 'pending', title: 'moon' })
  const change = await applied('update_document', { doc_id: id, title: 'Mine' })
  await desk.fixture.settled(id)
  library().setDocumentFields(id, { ...library().documentFields(id), tags: ['later'] })
  expect(library().document(id)).toMatchObject({ status: 'complete', title: 'Mine' })
  expect(await change.differences()).toEqual([])
  const redo = await change.undo()
  expect(library().documentFields(id)).toMatchObject({
    ...{ title: 'Moonrise', titleChosen: false, tags: ['later'] },
  })
  const again = await change.revert(redo)
  expect(library().documentFields(id)).toMatchObject({ title: 'Mine', titleChosen: true, tags: ['later'] })
  await change.revert(again)
  expect(library().document(id).title).toBe('Moonrise')
})

it('renames again what was renamed, taken back and then read', async () => {
  const path = desk.fixture.file('moon.md', `# Moonrise\n\n${fillerText(2000)}`)
  const { id } = await applied('add_document', { source: path })
  const change = await applied('update_document', { doc_id: id, title: 'Mine' })
  const redo = await change.undo()
  await desk.fixture.settled(id)
  expect(library().document(id).title).toBe('Moonrise')
  await change.revert(redo)
  expect(library().document(id).title).toBe('Mine')
})

it('names a document by its file again where it says no title itself, also after the file was renamed', async () => {
  const { id } = await applied('add_document', { source: desk.fixture.file('moon.txt', 'far away') })
  const change = await applied('update_document', { doc_id: id, title: 'Mine' })
  await desk.fixture.settled(id)
  const moved = { path: desk.fixture.file('sun.txt', 'far away'), gone: false }
  await library().batches.setSources([{ id, source: moved, beside: () => {} }])
  await change.undo()
  expect(library().document(id).title).toBe('sun')
})

it('shows a document that was changed again field by field, and undoes it when that is chosen', async () => {
  const { id } = await added('moon.md')
  const change = await applied('update_document', { doc_id: id, title: 'Moonlight', tags: ['sky'] })
  library().setDocumentFields(id, { ...library().documentFields(id), title: 'Mine' })
  expect(await change.differences()).toMatchObject([
    {
      label: 'Mine',
      reference: id,
      obstacle: 'changed',
      choices: ['keep', 'replace'],
      fields: [
        { name: 'title', theirs: 'Mine', restored: 'moon.md' },
        { name: 'tags', theirs: 'sky', restored: '' },
      ],
    },
  ])
  expect(await change.keeps()).toBe(true)
  const redo = await change.choose('replace')
  expect(library().document(id)).toMatchObject({ title: 'moon.md', tags: [] })
  await change.revert(redo)
  expect(library().document(id)).toMatchObject({ title: 'Mine', tags: ['sky'] })
})

it('says that a document whose fields were changed is gone', async () => {
  const { id } = await added('moon.md')
  const change = await applied('update_document', { doc_id: id, title: 'Moonlight' })
  library().setPresent(id, false)
  expect(await change.differences()).toMatchObject([{ obstacle: 'gone', choices: ['keep'] }])
  await expect(change.undo()).rejects.toMatchObject({ code: 'conflict' })
})

it('asks before it takes out an added document that somebody changed, and brings it back as it was then', async () => {
  const change = await added('moon.md')
  library().setDocumentFields(change.id, { ...library().documentFields(change.id), tags: ['mine'] })
  expect(await change.differences()).toMatchObject([
    { obstacle: 'changed', fields: [{ name: 'tags', theirs: 'mine', restored: '' }] },
  ])
  const redo = await change.choose('replace')
  expect(library().isPresent(change.id)).toBe(false)
  const again = await change.revert(redo)
  expect(library().document(change.id).tags).toEqual(['mine'])
  await change.revert(again)
  expect(library().isPresent(change.id)).toBe(false)
})

it('does not take the title that reading the file gave for a change of somebody', async () => {
  const change = await added('moon.md')
  expect(library().document(change.id).title).toBe('moon.md')
  expect(await change.differences()).toEqual([])
})

it('brings a deleted document back under its id: replacing, or beside, the same content added again', async () => {
  const { id } = await added('moon.md')
  const change = await applied('delete_document', { doc_id: id })
  const again = await added('moon.md')
  expect(await change.differences()).toMatchObject([
    { obstacle: 'duplicate', choices: ['keep', 'replace', 'beside'] },
  ])
  const redo = await change.choose('replace')
  expect([library().isPresent(id), library().isPresent(again.id)]).toEqual([true, false])
  await change.revert(redo)
  expect([library().isPresent(id), library().isPresent(again.id)]).toEqual([false, true])
  await change.choose('beside')
  expect([library().isPresent(id), library().isPresent(again.id)]).toEqual([true, true])
})

it('brings a deleted document back into “Documents” where its collection is gone', async () => {
  const sea = await applied('create_collection', { name: 'Sea' })
  const { id } = await added('moon.md', { collection_id: sea.id })
  const change = await applied('delete_document', { doc_id: id })
  library().setCollectionPresent(sea.id, 'Sea', false)
  expect(await change.differences()).toMatchObject([
    { obstacle: 'container_gone', choices: ['keep', 'beside'], beside: 'Documents' },
  ])
  await change.choose('beside')
  expect(library().document(id).collectionId).toBe(library().defaultCollectionId)
})

it('removes a new collection with what came into it when that is chosen, and brings all of it back', async () => {
  const sea = await applied('create_collection', { name: 'Sea' })
  const { id } = await added('moon.md', { collection_id: sea.id })
  expect(await sea.differences()).toMatchObject([
    { obstacle: 'filled', choices: ['keep', 'replace'], fields: [{ name: 'documents', theirs: 'moon.md' }] },
  ])
  const redo = await sea.choose('replace')
  expect(names()).toEqual(['Documents'])
  await sea.revert(redo)
  expect(library().document(id).collectionId).toBe(sea.id)
})

it('gives a collection a free name where its own was taken', async () => {
  const sea = await applied('create_collection', { name: 'Sea' })
  const renamed = await applied('update_collection', { collection_id: sea.id, name: 'Ocean' })
  await applied('create_collection', { name: 'Sea' })
  expect(await renamed.differences()).toMatchObject([
    { obstacle: 'name_taken', choices: ['keep', 'beside'], beside: 'Sea (restored)' },
  ])
  const redo = await renamed.choose('beside')
  expect(names()).toEqual(['Documents', 'Sea', 'Sea (restored)'])
  await renamed.revert(redo)
  expect(names()).toEqual(['Documents', 'Ocean', 'Sea'])
  const gone = await applied('delete_collection', { collection_id: sea.id })
  await applied('create_collection', { name: 'Ocean' })
  await gone.choose('beside')
  expect(names()).toEqual(['Documents', 'Ocean', 'Ocean (restored)', 'Sea'])
})

it('shows a collection that was changed again, and undoes it when that is chosen', async () => {
  const sea = await applied('create_collection', { name: 'Sea' })
  const change = await applied('update_collection', { collection_id: sea.id, name: 'Ocean' })
  library().updateCollection(sea.id, { name: 'Mine', description: 'also mine' })
  expect(await change.differences()).toMatchObject([
    { obstacle: 'changed', fields: [{ name: 'name', theirs: 'Mine', restored: 'Sea' }] },
  ])
  await change.choose('replace')
  expect(library().collection(sea.id)).toMatchObject({ name: 'Sea', description: 'also mine' })
})
