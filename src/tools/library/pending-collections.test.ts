import { afterEach, beforeEach, expect, it } from 'vitest'
import { type LibraryTools, openLibraryTools } from '../../../tests/support/library-tools'
import { planned } from '../../../tests/support/open-files'

let fixture: LibraryTools['fixture']
let runtime: LibraryTools['runtime']

beforeEach(async () => {
  ;({ fixture, runtime } = await openLibraryTools())
}, 60_000)
afterEach(() => fixture.close())

const context = { signal: new AbortController().signal, progress: () => undefined, runId: 'run' }

it('plans what goes into a collection that is only proposed yet, and names it as what is needed', async () => {
  const proposed = planned(await runtime.create_collection.plan({ name: 'Sea' }, context))
  const id = proposed.plan.collection_id ?? ''
  const [target] = proposed.preview.targets
  expect(target).toMatchObject({ kind: 'collection', reference: id })
  const pending = { ...context, pendingPlans: () => [proposed.plan] }

  const listed = await runtime.list_collections.run({}, pending)
  expect(listed.content).toContain(`Sea (${id}): proposed by you`)

  const source = fixture.file('moon.md', '# Moon')
  const adding = { source, collection_id: id }
  await expect(runtime.add_document.plan(adding, context)).rejects.toMatchObject({ code: 'not_found' })
  const addition = planned(await runtime.add_document.plan(adding, pending))
  expect(addition.preview.container).toMatchObject({ label: 'Sea', reference: id })

  const document = await fixture.add(source)
  const moving = { doc_id: document.id, collection_id: id }
  await expect(runtime.update_document.plan(moving, context)).rejects.toMatchObject({ code: 'not_found' })
  const move = planned(await runtime.update_document.plan(moving, pending))
  expect(move.preview).toMatchObject({
    changes: [{ fields: [{ name: 'collection', before: 'Documents', after: 'Sea' }] }],
    container: { reference: id },
  })

  const renaming = { collection_id: id, name: 'Ocean' }
  await expect(runtime.update_collection.plan(renaming, context)).rejects.toMatchObject({ code: 'not_found' })
  const rename = planned(await runtime.update_collection.plan(renaming, pending))
  expect(rename.preview.targets).toMatchObject([{ reference: id }])

  // Applied in their order, each fits what was planned for it.
  const effect = { ...context, journal: () => undefined }
  await runtime.create_collection.apply(proposed.plan, effect)
  await runtime.update_document.apply(move.plan, effect)
  await runtime.update_collection.apply(rename.plan, effect)
  expect(fixture.library.document(document.id).collectionId).toBe(id)
  expect(fixture.library.collection(id).name).toBe('Ocean')
})
