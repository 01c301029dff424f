import { afterEach, beforeEach, expect, it } from 'vitest'
import { type FakeEmbeddings, startFakeEmbeddings } from '../../../tests/support/fake-embeddings'
import { type LibraryFixture, openLibraryFixture } from '../../../tests/support/library-fixture'
import { noSummaries } from '../../../tests/support/no-summaries'
import { noWatchedFolders } from '../../../tests/support/no-watched-folders'
import { noWeb } from '../../../tests/support/no-web'
import libraryModule from './module'
import createLibraryRuntime from './runtime'

let fixture: LibraryFixture
let fake: FakeEmbeddings

beforeEach(async () => {
  ;[fixture, fake] = await Promise.all([openLibraryFixture(), startFakeEmbeddings()])
}, 60_000)
afterEach(async () => {
  await Promise.all([fixture.close(), fake.close()])
})

it('search_library tells the model what passages were found by, and when words alone had to do', async () => {
  const { id } = await fixture.add(fixture.file('cars.txt', 'An automobile needs fuel.'))
  await fixture.settled(id)
  const runtime = createLibraryRuntime({
    web: noWeb,
    summaries: noSummaries,
    library: fixture.library,
    watchedFolders: noWatchedFolders,
    files: { resolveReadable: async (path) => path },
  })
  const { output, input } = libraryModule.tools.find(({ name }) => name === 'search_library') ?? {}
  const search = async (query: string) => {
    const context = { signal: new AbortController().signal, progress: () => {}, runId: null }
    const wish = { query, top_k: 5, min_similarity: 0 }
    input?.parse(wish)
    const answer = await runtime.search_library.run(wish, context)
    output?.parse(answer.state)
    return answer
  }
  const before = await search('automobile')
  expect(Object.keys(before.state).sort()).toEqual(['results', 'took_ms'])

  fixture.embedding.resume({ stays: true })
  await fixture.embedding.choose({ provider: 'ollama', address: fake.address, model: 'tiny' })
  await fixture.event((event) => event.type === 'embedding' && event.status.state === 'done')
  const meant = await search('vehicle')
  expect(meant.state).toMatchObject({ mode: 'vectors', results: [{ document_id: id }] })
  expect(meant.content).toContain('An automobile needs fuel.')

  await fake.stop()
  const away = await search('an automobile')
  const notice = expect.stringMatching(
    /^Only words were searched: .+ can’t be reached: nothing listens there\.$/,
  )
  expect(away.state).toMatchObject({ mode: 'words', notice, results: [{ document_id: id }] })
  expect(away.content).toContain('An automobile needs fuel.')
  expect(away.content).toContain(`(${String(away.state.notice)})`)
})
