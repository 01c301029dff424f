import { expect, it } from 'vitest'
import { setUpLibraryTools } from '../../../tests/support/library-tools'
import { planned } from '../../../tests/support/open-files'

const desk = setUpLibraryTools()

const context = { signal: new AbortController().signal, progress: () => undefined, runId: 'run' }
const field = (...places: number[]) => ({ fields: places.map((place) => ({ change: 0, field: place })) })

it('changes only the chosen fields of a collection, and undoes only those', async () => {
  const { id } = desk.fixture.library.createCollection({ id: 'sea', name: 'Sea', description: 'salt' })
  const { plan, narrow, apply, revert } = desk.runtime.update_collection
  const proposed = planned(await plan({ collection_id: id, name: 'Ocean', description: 'deep' }, context))
  expect(proposed.preview.changes).toMatchObject([
    { fields: [{ name: 'name', before: 'Sea', after: 'Ocean' }, { name: 'description' }] },
  ])
  const part = await narrow?.(proposed, field(1), context)
  if (part === undefined) throw new Error('It can’t be narrowed.')
  expect(part.preview.summary).toBe('Change description of the collection “Sea”.')
  expect(part.preview.changes).toEqual([
    { kind: 'fields', label: 'Sea', fields: [{ name: 'description', before: 'salt', after: 'deep' }] },
  ])
  let inverse = { collection_id: id, before: part.plan.before, after: part.plan.after }
  await apply(part.plan, { ...context, journal: (one) => (inverse = one) })
  expect(desk.fixture.library.collection(id)).toMatchObject({ name: 'Sea', description: 'deep' })
  desk.fixture.library.updateCollection(id, { name: 'Mine', description: 'deep' })
  await revert(inverse, { ...context, journal: () => undefined })
  expect(desk.fixture.library.collection(id)).toMatchObject({ name: 'Mine', description: 'salt' })
})

it('refuses a field that was not shown', async () => {
  const { id } = desk.fixture.library.createCollection({ id: 'sea', name: 'Sea', description: 'salt' })
  const proposed = planned(
    await desk.runtime.update_collection.plan(
      { collection_id: id, name: 'Ocean', description: 'deep' },
      context,
    ),
  )
  for (const choice of [field(2), field(0, 7), field()]) {
    await expect(desk.runtime.update_collection.narrow?.(proposed, choice, context)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  }
})

it('needs a proposed collection only where moving there is chosen', async () => {
  const { plan: made } = planned(await desk.runtime.create_collection.plan({ name: 'Sea' }, context))
  const document = await desk.fixture.add(desk.fixture.file('moon.md', '# Moon'))
  const moving = { doc_id: document.id, title: 'Moonlight', collection_id: made.collection_id }
  const proposed = planned(
    await desk.runtime.update_document.plan(moving, { ...context, pendingPlans: () => [made] }),
  )
  const title = await desk.runtime.update_document.narrow?.(proposed, field(0), context)
  expect(title?.preview).toMatchObject({ changes: [{ fields: [{ name: 'title', after: 'Moonlight' }] }] })
  expect(title?.preview.container).toBeUndefined()
  expect(title?.plan.after.collection_id).toBe(document.collectionId)
  const move = await desk.runtime.update_document.narrow?.(proposed, field(1), context)
  expect(move?.preview).toMatchObject({
    changes: [{ fields: [{ name: 'collection', after: 'Sea' }] }],
    container: { reference: made.collection_id },
  })
  expect(move?.plan.after).toMatchObject({ title: document.title, collection_id: made.collection_id })
})
