import { join } from 'node:path'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createLibrary } from '../../src/main/library/service'

/**
 * A process that adds files to a library, or reads its documents again, and kills itself hard as soon as all were added
 * and one of them has met a moment (a stage, `complete`, or `writing` its passages): whoever else would do it may come
 * too late. FOLDER EXTRACT_WORKER INDEX_WORKER MOMENT (FILE | again:DOCUMENT)…
 */
const [folder = '', extract = '', index = '', moment = '', ...files] = process.argv.slice(2)
let added = 0
let isMet = false

function met(what: string): void {
  if (what === 'added') added++
  if (what === moment) isMet = true
  if (isMet && added === files.length) process.kill(process.pid, 'SIGKILL')
}

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
    met(status === 'complete' ? status : stage)
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
      met('writing')
    }, 1)
    met('added')
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
  met('added')
}
