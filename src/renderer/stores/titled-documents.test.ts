import { expect, it, vi } from 'vitest'
import type { DocumentFilter } from '../../shared/contract/document-table'

const core = vi.hoisted(() => ({ titles: [] as string[] }))
vi.mock('../app/client', () => ({
  client: {
    library: {
      rows: async ({ filter }: { readonly filter: DocumentFilter }) => ({
        documents: core.titles.flatMap((title, id) =>
          title.includes(filter.text ?? '') ? [{ id: `${id}`, title }] : [],
        ),
      }),
    },
  },
}))

import { documentTitleLimit } from '../../shared/contract/document'
import { documentTitled } from './titled-documents'

it('finds a document by a title that is as long as one may be', async () => {
  const longest = 'A'.repeat(documentTitleLimit)
  core.titles = ['Short', longest]
  expect(await documentTitled(longest)).toEqual({ id: '1' })
  expect(await documentTitled(`${longest}A`)).toEqual({ documents: 0 })
})
