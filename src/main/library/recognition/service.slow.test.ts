import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildWorker } from '../../../../tests/support/build-worker'
import { type LibraryFixture, openLibraryFixture } from '../../../../tests/support/library-fixture'
import { makePdf } from '../../../../tests/support/make-pdf'
import { makeScan, pictureOfText, scannedPage } from '../../../../tests/support/scanned'
import { createSettingsTable } from '../../db/settings'
import { createExtractPool } from '../threads/extract-pool'

// Seconds a page on a quiet machine.
vi.setConfig({ testTimeout: 180_000 })

const english = ['The tide rises and falls twice a day', 'because the Moon pulls on the sea.']
const harbour = ['The harbour master writes down', 'each ship that comes in.']

let fixture: LibraryFixture

beforeEach(async () => {
  fixture = await openLibraryFixture()
})

afterEach(async () => fixture.close())

/** One language is quicker than two. */
function setUp(readPictures: boolean): void {
  createSettingsTable(fixture.db).write({ readPictures, recognitionLanguages: ['eng'] })
}

const find = async (query: string) => (await fixture.library.search({ query, limit: 5 })).results

describe('a scan while text recognition is off', () => {
  it('fails with what to switch on, and is read when that is asked for, found, and marked on its page', async () => {
    setUp(false)
    const scan = fixture.file('scan.pdf', await makeScan([english, harbour]))
    const { id } = await fixture.add(scan)
    const failed = await fixture.settled(id)
    expect(failed).toMatchObject({ status: 'error', unreadPictures: true })
    expect(failed.error).toContain('Read text in pictures and scans')

    fixture.library.restart(id, true)
    expect(await fixture.settled(id)).toMatchObject({ status: 'complete', pages: 2, unreadPictures: false })
    const [passage] = await find('harbour master')
    expect(passage).toMatchObject({ document_id: id, page: 2 })
    const { start = 0, end = 0 } = passage ?? {}
    const [rects] = await fixture.library.marks({ id, page: 2, ranges: [{ start, end }] })
    expect(rects).toHaveLength(2)
    const shown = await fixture.library.page({ id, page: 2, width: 600 })
    expect(shown.text).toBe(harbour.join('\n'))
    const [word] = harbour.join(' ').split(' ')
    expect(shown.words[0]).toMatchObject({ start: 0, end: word?.length, turn: 0 })
  })

  it('is shown as it was when the restart is taken back', async () => {
    const { id } = await fixture.add(fixture.file('scan.pdf', await makeScan([english])))
    await fixture.settled(id)
    fixture.library.restart(id, true)
    expect(fixture.library.isRecognized(id)).toBe(true)
    fixture.library.undoRestart(id, 'error', false)
    expect(fixture.library.isRecognized(id)).toBe(false)
    expect((await fixture.settled(id)).status).toBe('cancelled')
  })
})

describe('text recognition that is switched on', () => {
  it('reads a picture as a document, which is drawn and marked', async () => {
    setUp(true)
    const { id } = await fixture.add(fixture.file('note.png', await pictureOfText(english)))
    expect(await fixture.settled(id)).toMatchObject({ status: 'complete', mime: 'image/png', pages: 1 })
    expect(await fixture.library.layout(id)).toMatchObject({ drawn: true })
    const text = english.join('\n')
    const start = text.indexOf('Moon')
    const page = await fixture.library.page({ id, page: 1, width: 800 })
    expect(page).toMatchObject({ pages: 1, text })
    expect(Math.abs(page.width - 800)).toBeLessThan(2)
    const [rects] = await fixture.library.marks({ id, page: 1, ranges: [{ start, end: start + 4 }] })
    expect(rects).toHaveLength(1)
  })

  it('lets files that have their text go first, tells of its pages, and stops when it is cancelled', async () => {
    setUp(true)
    const scanned = await scannedPage(english)
    const pages = [...Array.from({ length: 11 }, () => scanned), ['Typed words of the last page']]
    const long = await fixture.add(fixture.file('long.pdf', makePdf({ pages })))
    await fixture.event(
      (event) =>
        event.type === 'document' && event.document.id === long.id && event.document.progress.done === 1,
    )
    expect(fixture.library.document(long.id).progress.total).toBe(12)
    const note = await fixture.add(fixture.file('note.md', 'A note about lighthouses.'))
    expect((await fixture.settled(note.id)).status).toBe('complete')
    expect(fixture.library.document(long.id).status).toBe('processing')
    fixture.library.cancel(long.id)
    expect((await fixture.settled(long.id)).status).toBe('cancelled')
    const next = await fixture.add(fixture.file('next.png', await pictureOfText(harbour)))
    expect((await fixture.settled(next.id)).status).toBe('complete')
    expect(fixture.library.document(long.id).status).toBe('cancelled')
  })

  it('is taken up again after the program ended in the middle of it', async () => {
    setUp(true)
    const { id } = await fixture.add(fixture.file('scan.pdf', await makeScan([english, harbour])))
    await fixture.event(
      (event) => event.type === 'document' && event.document.id === id && event.document.progress.done === 1,
    )
    fixture = await fixture.reopen()
    fixture.library.resume()
    expect(await fixture.settled(id)).toMatchObject({ status: 'complete', pages: 2 })
  })

  it('reads again what a former version of it read, and nothing else', async () => {
    setUp(true)
    const { id } = await fixture.add(fixture.file('scan.pdf', await makeScan([english])))
    await fixture.settled(id)
    fixture.db.raw.prepare('UPDATE documents SET extractor = ? WHERE id = ?').run('1+recognition 0', id)
    fixture = await fixture.reopen()
    const extractor = () =>
      fixture.db.raw.prepare('SELECT extractor FROM documents WHERE id = ?').pluck().get(id)
    fixture.library.resume()
    await vi.waitFor(() => expect(extractor()).toMatch(/\+recognition 1$/), { timeout: 60_000 })
    expect((await find('Moon sea'))[0]).toMatchObject({ document_id: id, page: 1 })
  })
})

/** A reader of its own, whose files of text recognition a test may spoil. */
async function spoiledReader(spoil: (recognitionFolder: string) => void): Promise<string> {
  const folder = join(fixture.folder, 'reader')
  cpSync(dirname(fileURLToPath(await buildWorker('extract'))), folder, { recursive: true })
  symlinkSync(resolve('node_modules'), join(fixture.folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  spoil(join(folder, 'recognition'))
  return join(folder, 'extract.js')
}

describe('text recognition that fails as a whole', () => {
  it.each([
    ['a file of it is missing', (files: string) => rmSync(join(files, 'eng.traineddata.gz'))],
    [
      'its thread ends',
      (files: string) => writeFileSync(join(files, 'tesseract-core.cjs'), 'process.exit(1)'),
    ],
  ])('leaves a document with the text that it has besides, where %s', async (_why, spoil) => {
    fixture = await fixture.reopen({ extract: await spoiledReader(spoil) })
    setUp(true)
    const pages = [['Typed words about a lighthouse'], await scannedPage(english)]
    const { id } = await fixture.add(fixture.file('mixed.pdf', makePdf({ pages })))
    expect(await fixture.settled(id)).toMatchObject({
      ...{ status: 'complete', error: null, pages: 2, unreadPictures: true },
    })
    expect((await find('lighthouse'))[0]).toMatchObject({ document_id: id, page: 1 })
    fixture.library.resume()
    expect(fixture.library.document(id).status).toBe('complete')
  })

  it('says why for a document that is nothing but pictures', async () => {
    const spoil = (files: string) => rmSync(join(files, 'eng.traineddata.gz'))
    fixture = await fixture.reopen({ extract: await spoiledReader(spoil) })
    setUp(true)
    const { id } = await fixture.add(fixture.file('scan.pdf', await makeScan([english])))
    expect(await fixture.settled(id)).toMatchObject({
      status: 'error',
      error: expect.stringContaining('Text recognition is not complete in this installation'),
    })
  })
})

describe('the worker that recognizes text', () => {
  it('ends a page that takes too long, with a sentence', async () => {
    const pool = createExtractPool({ workerUrl: await buildWorker('extract') })
    try {
      const path = fixture.file('scan.pdf', await makeScan([english]))
      await expect(
        pool.recognizePacked(path, 'scan.pdf', ['eng'], { pageTimeLimitMs: 1 }),
      ).rejects.toMatchObject({
        code: 'timeout',
        message: expect.stringMatching(/^One page of this file took longer than 1 s/),
      })
    } finally {
      await pool.close()
    }
  })

  it('reads without any network', async () => {
    const path = fixture.file('scan.pdf', await makeScan([english]))
    const log = join(fixture.folder, 'network.log')
    writeFileSync(log, '')
    const trap = fixture.file('trap.mjs', networkTrap(log))
    const worker = new Worker(await buildWorker('extract'), { execArgv: ['--import', trap], env: {} })
    try {
      const answer = new Promise<{ kind: string }>((resolve, reject) => {
        worker.once('error', reject)
        worker.on('message', (message) => message.kind !== 'progress' && resolve(message))
      })
      worker.postMessage({ kind: 'extract_packed', id: 1, path, name: 'scan.pdf', languages: ['deu'] })
      expect(await answer).toMatchObject({
        kind: 'done',
        value: { extractor: expect.stringContaining('recognition') },
      })
      expect(readFileSync(log, 'utf8')).toBe('trap set\n')
    } finally {
      await worker.terminate()
    }
  })
})

/** A module that writes down and refuses every way of Node to a network. */
function networkTrap(log: string): string {
  return `
    import { appendFileSync } from 'node:fs'
    import dns from 'node:dns'
    import net from 'node:net'
    import dgram from 'node:dgram'
    const refuse = (name) => () => {
      appendFileSync(${JSON.stringify(log)}, name + '\\n')
      throw new Error('There is no network.')
    }
    net.Socket.prototype.connect = refuse('connect')
    dgram.createSocket = refuse('datagram')
    dns.lookup = refuse('lookup')
    globalThis.fetch = refuse('fetch')
    appendFileSync(${JSON.stringify(log)}, 'trap set\\n')
  `
}
