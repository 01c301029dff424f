import { describe, expect, it } from 'vitest'
import { buildWorker } from '../../../../tests/support/build-worker'
import { setUpLibrary } from '../../../../tests/support/library-desk'
import { makePdf } from '../../../../tests/support/make-pdf'
import { scannedPage } from '../../../../tests/support/scanned'
import { createSettingsTable } from '../../db/settings'

const desk = setUpLibrary()

/** The real reader, with what `recognize` makes of a request for the text in pictures and of its answer. */
async function readerWith(recognize: string): Promise<string> {
  const real = await buildWorker('extract')
  return desk.fixture.file(
    'reader.mjs',
    `import { parentPort, Worker } from 'node:worker_threads'
     import { deserialize, serialize } from 'node:v8'
     const real = new Worker(new URL(${JSON.stringify(real.href)}))
     const recognizing = new Set()
     const answer = (message) => parentPort.postMessage(message)
     ${recognize}
     real.on('message', (message) => answer(recognizing.has(message.id) ? recognized(message) : message))
     parentPort.on('message', ({ languages, ...request }) => {
       if (languages !== undefined && !recognizes(request)) return
       if (languages !== undefined) recognizing.add(request.id)
       real.postMessage(request)
     })`,
  )
}

/** Reads no pictures, but says of them that they were read. */
const recognizing = `
  const recognizes = () => true
  const recognized = (message) => {
    if (message.kind !== 'done') return message
    const { document, ...rest } = deserialize(message.value.bytes)
    const bytes = new Uint8Array(serialize({ ...rest, document: { ...document, picturePages: 0 } }))
    const extractor = message.value.extractor + '+recognition 1'
    return { ...message, value: { ...message.value, extractor, picturePages: 0, bytes } }
  }`

const failing = `
  const error = { code: 'too_large', message: 'Reading this file needs more memory than is allowed.' }
  const recognizes = ({ id }) => { answer({ kind: 'error', id, error }) }`

const row = (id: string) =>
  desk.fixture.db.raw
    .prepare('SELECT number, extractor, picture_pages FROM documents WHERE id = ?')
    .get(id) as {
    number: number
    extractor: string
    picture_pages: number
  }

/** A document as it is after its pictures were read while that was set for all. */
async function addRecognized(): Promise<string> {
  const pages = [['Typed words about a lighthouse'], await scannedPage(['A line in a picture'])]
  const { id } = await desk.fixture.add(desk.fixture.file('mixed.pdf', makePdf({ pages })))
  await desk.fixture.settled(id)
  desk.fixture.db.raw
    .prepare("UPDATE documents SET extractor = extractor || '+recognition 1', picture_pages = 0 WHERE id = ?")
    .run(id)
  desk.fixture.db.raw
    .prepare("UPDATE document_texts SET text = text || ' A line in a picture' WHERE document_number = ?")
    .run(row(id).number)
  return id
}

describe('a document whose pictures were read', { timeout: 60_000 }, () => {
  it('has them read again also while that is no longer set', async () => {
    const id = await addRecognized()
    const former = row(id)
    await desk.reopen({ extract: await readerWith(recognizing) })
    desk.fixture.library.restart(id)
    expect(await desk.fixture.settled(id)).toMatchObject({ status: 'complete', unreadPictures: false })
    expect(row(id)).toMatchObject({ extractor: former.extractor, picture_pages: 0 })
    expect(row(id).number).not.toBe(former.number)
  })

  it.each([false, true])('keeps what was read of them when that fails now (set for all: %s)', async (set) => {
    const id = await addRecognized()
    const former = row(id)
    await desk.reopen({ extract: await readerWith(failing) })
    createSettingsTable(desk.fixture.db).write({ readPictures: set, recognitionLanguages: ['eng'] })
    const { library } = desk.fixture
    library.restart(id)
    expect(await desk.fixture.settled(id)).toMatchObject({ status: 'complete', unreadPictures: false })
    expect(Object.values(library.warnings(id).at(-1)?.said.inner ?? {})).toMatchObject([
      { code: 'document.recognized_less' },
    ])
    expect(row(id)).toEqual(former)
    expect((await library.text(id, 0, 200)).text).toContain('A line in a picture')
  })
})
