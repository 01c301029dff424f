import { join } from 'node:path'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'

/**
 * A process that adds files to a library and says on standard output what happens, so that a test can end it at
 * a chosen moment: FOLDER EXTRACT_WORKER INDEX_WORKER FILE…
 */
const [folder = '', extract = '', index = '', ...files] = process.argv.slice(2)
const dbPath = join(folder, 'countersign.db')
const library = createLibrary({
  db: openDatabase(dbPath),
  dbPath,
  blobs: createBlobStore(join(folder, 'blobs')),
  publish: (event) => {
    if (event.type !== 'document') return
    const { status, stage } = event.document
    process.stdout.write(`${status === 'complete' ? status : stage}\n`)
  },
  now: Date.now,
  workers: { extract: new URL(extract), index: new URL(index) },
})

for (const file of files) {
  const { path, size, sha256 } = await library.inspect(file, new AbortController().signal)
  library.add({
    id: library.newId(),
    path,
    size,
    sha256,
    collectionId: library.defaultCollectionId,
    title: null,
    metadata: {},
  })
  process.stdout.write('added\n')
}
