import { expect, it } from 'vitest'
import { setUpLibraryTools } from '../../../tests/support/library-tools'
import { planned } from '../../../tests/support/open-files'

const desk = setUpLibraryTools()

const context = { signal: new AbortController().signal, progress: () => undefined, runId: 'run' }

it('plans what goes into a collection that is only proposed yet, and names it as what is needed', async () => {
  const proposed = planned(await desk.runtime.create_collection.plan({ name: 'Sea' }, context))
  const id = proposed.plan.collection_id ?? ''
  const [target] = proposed.preview.targets
  expect(target).toMatchObject({ kind: 'collection', reference: id })
  const pending = { ...context, pendingPlans: () => [proposed.plan] }

  const listed = await desk.runtime.list_collections.run({}, pending)
  expect(listed.content).toContain(`Sea (${id}): proposed by you`)

  const source = desk.fixture.file('moon.md', '# Moon')
  const adding = { source, collection_id: id }
  await expect(desk.runtime.add_document.plan(adding, context)).rejects.toMatchObject({ code: 'not_found' })
  const addition = planned(await desk.runtime.add_document.plan(adding, pending))
  expect(addition.preview.container).toMatchObject({ label: 'Sea', reference: id })

  const document = await desk.fixture.add(source)
  const moving = { doc_id: document.id, collection_id: id }
  await expect(desk.runtime.update_document.plan(moving, context)).rejects.toMatchObject({
    code: 'not_found',
  })
  const move = planned(await desk.runtime.update_document.plan(moving, pending))
  expect(move.preview).toMatchObject({
    changes: [{ fields: [{ name: 'collection', before: 'Documents', after: 'Sea' }] }],
    container: { reference: id },
  })

  const renaming = { collection_id: id, name: 'Ocean' }
  await expect(desk.runtime.update_collection.plan(renaming, context)).rejects.toMatchObject({
    code: 'not_found',
  })
  const rename = planned(await desk.runtime.update_collection.plan(renaming, pending))
  expect(rename.preview.targets).toMatchObject([{ reference: id }])

  // Nothing of them is told as moved before it has come: it may come yet.
  const ofPage = { ...adding, source: 'https://example.org/tides' }
  const page = planned(await desk.runtime.add_document.plan(ofPage, pending))
  for (const { plan } of [addition, page]) await desk.runtime.add_document.requireBase?.(plan)

  // Applied in their order, each fits what was planned for it.
  const effect = { ...context, journal: () => undefined }
  await desk.runtime.create_collection.apply(proposed.plan, effect)
  await desk.runtime.update_document.apply(move.plan, effect)
  await desk.runtime.update_collection.apply(rename.plan, effect)
  expect(desk.fixture.library.document(document.id).collectionId).toBe(id)
  expect(desk.fixture.library.collection(id).name).toBe('Ocean')
})
