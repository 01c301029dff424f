import { expect, it } from 'vitest'
import { callContext } from '../../../tests/support/call-context'
import { setUpEmbedding } from '../../../tests/support/embedding-desk'
import { noSummaries } from '../../../tests/support/no-summaries'
import { noWatchedFolders } from '../../../tests/support/no-watched-folders'
import { noWeb } from '../../../tests/support/no-web'
import libraryModule from './module'
import createLibraryRuntime from './runtime'

const desk = setUpEmbedding()

it('search_library tells the model what passages were found by, and when words alone had to do', async () => {
  const id = await desk.addText('cars.txt', 'An automobile needs fuel.')
  const runtime = createLibraryRuntime({
    web: noWeb,
    summaries: noSummaries,
    library: desk.fixture.library,
    watchedFolders: noWatchedFolders,
    files: { resolveReadable: async (path) => path },
  })
  const { output, input } = libraryModule.tools.find(({ name }) => name === 'search_library') ?? {}
  const search = async (query: string) => {
    const wish = { query, top_k: 5, min_similarity: 0 }
    input?.parse(wish)
    const answer = await runtime.search_library.run(wish, callContext)
    output?.parse(answer.state)
    return answer
  }
  const before = await search('automobile')
  expect(Object.keys(before.state).sort()).toEqual(['as_written', 'asked', 'files', 'results', 'took_ms'])
  expect(before.state.files).toEqual([{ document_id: id, name: 'cars.txt' }])

  await desk.switchOn()
  const meant = await search('vehicle')
  expect(meant.state).toMatchObject({ mode: 'vectors', results: [{ document_id: id }] })
  expect(meant.content).toContain('An automobile needs fuel.')

  await desk.fake.stop()
  const away = await search('an automobile')
  const notice = expect.stringMatching(
    /^Only words were searched: .+ can’t be reached: nothing listens there\.$/,
  )
  expect(away.state).toMatchObject({ mode: 'words', notice, results: [{ document_id: id }] })
  expect(away.content).toContain('An automobile needs fuel.')
  expect(away.content).toContain(`(${String(away.state.notice)})`)
})
