import { realpath } from 'node:fs/promises'
import createLibraryRuntime from '../../src/tools/library/runtime'
import { type LibraryFixture, openLibraryFixture } from './library-fixture'
import { noSummaries } from './no-summaries'
import { noWatchedFolders } from './no-watched-folders'
import { noWeb } from './no-web'

/** The library's tools over a library on a folder of its own, where every file may be read. */
export interface LibraryTools {
  readonly fixture: LibraryFixture
  readonly runtime: ReturnType<typeof createLibraryRuntime>
}

/** Opens them; the first test may have to build the workers. */
export async function openLibraryTools(): Promise<LibraryTools> {
  const fixture = await openLibraryFixture()
  const runtime = createLibraryRuntime({
    web: noWeb,
    summaries: noSummaries,
    library: fixture.library,
    watchedFolders: noWatchedFolders,
    files: { resolveReadable: (path) => realpath(path) },
  })
  return { fixture, runtime }
}
