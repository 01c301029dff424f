import { expect, it } from 'vitest'
import { setUpLibraryTools, tides } from '../../../tests/support/library-tools'

const desk = setUpLibraryTools()

it('shows what is to be read again in the words in which the list tells how documents stand', async () => {
  const { id } = await desk.add('tides.md', tides)
  for (const [tool, input] of [
    ['restart_ingest', { doc_id: id }],
    ['restart_ingests', { doc_ids: [id] }],
  ] as const) {
    const { preview } = await desk.change(tool, input)
    expect(preview.changes).toEqual([
      expect.objectContaining({ fields: [{ name: 'status', before: 'ready', after: 'waiting' }] }),
    ])
  }
})
