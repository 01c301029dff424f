import { beforeEach, expect, it, vi } from 'vitest'

type Handed = { readonly paths: readonly string[]; readonly answer: PromiseWithResolvers<unknown> }
const core = vi.hoisted(() => ({ handed: [] as Handed[] }))
vi.mock('../app/client', () => ({
  client: {
    library: {
      add({ paths }: { readonly paths: readonly string[] }) {
        const answer = Promise.withResolvers<unknown>()
        core.handed.push({ paths, answer })
        return answer.promise
      },
    },
  },
}))
vi.mock('../app/hold-page', () => ({ holdPage: undefined }))
vi.mock('../app/upload', () => ({ pathOfFile: undefined }))

import { addPaths } from './add-to-library'
import {
  beginAddition,
  endAddition,
  followAddedDocument,
  hideAddition,
  stopAdding,
  useAdditions,
} from './additions'

const nothing = {
  runId: 'run',
  documents: [],
  skipped: [],
  known: [],
  renewed: [],
  unchanged: 0,
  sameNamed: [],
}
const addition = () => useAdditions.getState().addition
const many = (folder: string) => Array.from({ length: 40 }, (_, index) => `/${folder}/${index}.md`)

/** Answers the oldest part that was handed over, and waits for what follows from that. */
async function answerOne(answer: object = nothing): Promise<void> {
  core.handed.shift()?.answer.resolve(answer)
  await new Promise((resolve) => setImmediate(resolve))
}

beforeEach(() => {
  core.handed.length = 0
  hideAddition()
})

it('is done once every drop that it tells of is', async () => {
  const first = addPaths(['/a.md'], null)
  const second = addPaths(['/b.md', '/c.md'], null)
  await expect.poll(() => core.handed).toHaveLength(2)
  await answerOne()
  await first
  expect(addition()).toMatchObject({ state: 'handing_over', handedOver: 1, total: 3 })
  await answerOne()
  await second
  expect(addition()).toMatchObject({ state: 'handed_over', handedOver: 3, total: 3 })
})

it('stops every drop that is being handed over', async () => {
  const drops = [addPaths(many('a'), null), addPaths(many('b'), null)]
  await expect.poll(() => core.handed).toHaveLength(2)
  stopAdding()
  await answerOne()
  await answerOne()
  await Promise.all(drops)
  expect(core.handed).toHaveLength(0)
  expect(addition()).toMatchObject({ state: 'stopped', handedOver: 32 })
})

it('hands over what is dropped after a stop', async () => {
  const stopped = addPaths(many('a'), null)
  await expect.poll(() => core.handed).toHaveLength(1)
  stopAdding()
  const next = addPaths(['/b.md'], null)
  await expect.poll(() => core.handed).toHaveLength(2)
  await answerOne()
  await stopped
  expect(addition()?.state).toBe('handing_over')
  await answerOne()
  await next
  expect(addition()?.state).toBe('stopped')
})

it('tells on of what is still being read when more is dropped', async () => {
  const first = addPaths(['/a.md', '/program.exe'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  const reading = { id: 'a', title: 'a', status: 'processing', addedAt: Date.now() }
  await answerOne({
    ...nothing,
    documents: [reading],
    skipped: [{ path: '/program.exe', reason: 'It can’t be read.' }],
  })
  await first
  expect(addition()?.state).toBe('handed_over')

  const second = addPaths(['/b.md'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  expect(addition()).toMatchObject({ state: 'handing_over', handedOver: 2, total: 3, documentIds: ['a'] })
  await answerOne({ ...nothing, documents: [{ ...reading, id: 'b', status: 'complete' }] })
  await second
  expect(addition()).toMatchObject({ state: 'handed_over', handedOver: 3, documentIds: ['a', 'b'] })
  expect(addition()?.skipped).toMatchObject([{ path: '/program.exe' }])
})

it('takes nothing for its own that came between its drops, and joins pages to no files', async () => {
  const first = addPaths(['/a.md'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  const reading = { id: 'a', title: 'a', status: 'processing', addedAt: Date.now() }
  await answerOne({ ...nothing, documents: [reading] })
  await first
  useAdditions.setState(({ addition }) => ({ addition: addition && { ...addition, startedAt: 0 } }))

  const second = addPaths(['/b.md'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  const watched = { ...reading, id: 'watched', addedAt: 1000 }
  followAddedDocument(watched as unknown as Parameters<typeof followAddedDocument>[0])
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(addition()?.documentIds).toEqual(['a'])
  await answerOne()
  await second

  const pages = beginAddition(1, 'pages')
  expect(addition()).toMatchObject({ total: 1, documentIds: [] })
  endAddition(pages, false)
})

it('begins anew once all of it is read', async () => {
  const first = addPaths(['/a.md'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  await answerOne({ ...nothing, documents: [{ id: 'a', status: 'error', addedAt: Date.now() }] })
  await first
  const second = addPaths(['/b.md'], null)
  await expect.poll(() => core.handed).toHaveLength(1)
  expect(addition()).toMatchObject({ state: 'handing_over', handedOver: 0, total: 1, documentIds: [] })
  await answerOne()
  await second
})
