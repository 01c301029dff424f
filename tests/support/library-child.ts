import { join } from 'node:path'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'

/**
 * A process that adds files to a library, or reads its documents again, and says on standard output what happens, so
 * that a test can end it at a chosen moment: FOLDER EXTRACT_WORKER INDEX_WORKER (FILE | again:DOCUMENT)…
 */
const [folder = '', extract = '', index = '', ...files] = process.argv.slice(2)
const dbPath = join(folder, 'countersign.db')
const db = openDatabase(dbPath)
const passages = db.raw.prepare('SELECT count(*) FROM chunks').pluck()
const library = createLibrary({
  db,
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
  if (file.startsWith('again:')) {
    const before = passages.get()
    library.restart(file.slice('again:'.length))
    const look = setInterval(() => {
      if (passages.get() === before) return
      clearInterval(look)
      process.stdout.write('writing\n')
    }, 1)
    process.stdout.write('added\n')
    continue
  }
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
