import { expect, it, vi } from 'vitest'
import type { Collection } from '../../shared/contract/library'

const collectionOf = (name: string) => ({ id: name, name }) as Collection
const core = vi.hoisted(() => ({ beforeAnswer: () => {} }))
vi.mock('../app/client', () => ({
  client: {
    library: {
      async createCollection({ name }: { name: string }) {
        core.beforeAnswer()
        return { id: name, name }
      },
    },
  },
}))

import { createCollection, takeCollections, useLibrary } from './library'

const names = () => useLibrary.getState().collections.map(({ name }) => name)

it('leaves a collection that was made where its name belongs', async () => {
  core.beforeAnswer = () => takeCollections(['Bills', 'Letters', 'Papers'].map(collectionOf))
  await createCollection('Letters', '')
  expect(names()).toEqual(['Bills', 'Letters', 'Papers'])
})

it('has a collection that was made before the stream tells it', async () => {
  takeCollections(['Bills', 'Papers'].map(collectionOf))
  core.beforeAnswer = () => {}
  await createCollection('Letters', '')
  expect(names()).toContain('Letters')
})
