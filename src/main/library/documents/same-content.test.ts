import { rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setUpLibrary, tides } from '../../../../tests/support/library-desk'

const desk = setUpLibrary()
const duplicate = {
  status: 'error',
  error: expect.stringContaining('The same content is in this collection'),
}

const numberOf = (id: string) =>
  Number(desk.fixture.db.raw.prepare('SELECT number FROM documents WHERE id = ?').pluck().get(id))

it.each([
  ['small', tides],
  ['large', `${tides}${'The sea is wide. '.repeat(20_000)}`],
])('keeps the first of two equal %s files that are copied at the same time', async (_, text) => {
  // Each finds the other one on its way; which is copied first hangs on the moment.
  for (let round = 0; round < 4; round++) {
    const content = `${text}\nRound ${round}.\n`
    const files = ['first', 'second'].map((name) => desk.fixture.file(`${name}-${round}.md`, content))
    const added = await Promise.all(files.map((path) => desk.fixture.add(path)))
    const settled = await Promise.all(added.map(({ id }) => desk.fixture.settled(id)))
    const inOrder = settled.toSorted((a, b) => numberOf(a.id) - numberOf(b.id))
    expect(inOrder).toMatchObject([{ status: 'complete' }, duplicate])
  }
})

it('does not read a file twice that was not there at first, and is in the library from elsewhere by now', async () => {
  const path = desk.fixture.file('drive.md', tides)
  const { id } = await desk.fixture.add(path)
  rmSync(path)
  expect(await desk.fixture.settled(id)).toMatchObject({ status: 'error' })
  await desk.addText('copy.md', tides)
  writeFileSync(path, tides)
  desk.fixture.library.restart(id)
  expect(await desk.fixture.settled(id)).toMatchObject(duplicate)
})

it('reads a document again although there is another with its content', async () => {
  const { library } = desk.fixture
  const id = await desk.addText('one.md', tides)
  const other = library.createCollection({ id: library.newId(), name: 'Other', description: '' })
  const moved = await desk.fixture.add(desk.fixture.file('two.md', tides), { collectionId: other.id })
  await desk.fixture.settled(moved.id)
  const fields = library.documentFields(moved.id)
  library.setDocumentFields(moved.id, { ...fields, collectionId: library.defaultCollectionId })
  for (const each of [id, moved.id]) {
    library.restart(each)
    expect(await desk.fixture.settled(each)).toMatchObject({ status: 'complete' })
  }
})
