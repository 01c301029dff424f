import { expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../../tests/support/library-tools'
import { namesIn } from './names'

const desk = setUpLibraryTools()

it('says what the ids of an input are called, and leaves out what is not there', async () => {
  const { library } = desk.fixture
  const { id } = await desk.add('tides.md', tides)
  const [collection] = library.collections()
  const names = namesIn(library)
  expect(names({ doc_id: id, collection_id: collection?.id })).toEqual({
    doc_id: 'Tides',
    collection_id: collection?.name,
  })
  expect(names({ doc_id: 'none', collection_id: 'none' })).toEqual({})
  library.setPresent(id, false)
  expect(names({ doc_id: id })).toEqual({})
  expect(names({})).toEqual({})
})
