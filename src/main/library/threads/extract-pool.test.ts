import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildWorker } from '../../../../tests/support/build-worker'
import { makePdf } from '../../../../tests/support/make-pdf'
import { makeXls, number } from '../../../../tests/support/make-xls'
import { makeZip } from '../../../../tests/support/make-zip'
import { docx, relationship, relationships } from '../../../../tests/support/office-parts'
import type { AppError } from '../../../shared/errors'
import { type PackedContent, packedContentSchema } from '../../workers/packed-content'
import { createExtractPool, type ExtractPool, type ExtractPoolOptions } from './extract-pool'

let folder: string
let workerUrl: URL
let pool: ExtractPool | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-pool-'))
  workerUrl = await buildWorker('extract')
  await writeFile(
    join(folder, 'tides.pdf'),
    makePdf({ title: 'Tides', pages: [['Spring tide'], ['Neap tide']] }),
  )
  await writeFile(join(folder, 'long.pdf'), makePdf({ pages: Array.from({ length: 900 }, longPage) }))
  await writeFile(join(folder, 'note.md'), '# Note\n\nSome words.\n')
}, 60_000)
afterEach(() => pool?.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

function longPage(_value: unknown, page: number): string[] {
  return Array.from(
    { length: 40 },
    (_, line) => `Page ${page} line ${line}: the quick brown fox jumps over it.`,
  )
}

const file = (name: string) => join(folder, name)

function createPool(options: Partial<ExtractPoolOptions> = {}): ExtractPool {
  pool = createExtractPool({ workerUrl, ...options })
  return pool
}

/** A worker that misbehaves by the path that it is asked for; written for its test, run as a real thread. */
async function createRoguePool(options: Partial<ExtractPoolOptions> = {}): Promise<ExtractPool> {
  const path = file('rogue.mjs')
  await writeFile(
    path,
    `import { MessageChannel, parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ id, path, kind, files }) => {
       if (kind === 'read_offered') for (;;) {}
       if (path?.startsWith('offer')) {
         const { port1, port2 } = new MessageChannel()
         const offer = { pages: 1000, next: new SharedArrayBuffer(4), port: port2 }
         parentPort.postMessage({ kind: 'offer', id, offer }, [port2])
         if (path === 'offer and exit') setTimeout(() => process.exit(3), 300)
         else port1.on('close', () => parentPort.postMessage({ kind: 'done', id, value: { path } }))
         return
       }
       if (path === 'slow') return setTimeout(() => parentPort.postMessage({ kind: 'done', id, value: { path } }), 1000)
       if (kind === 'extract_together') {
         if (files.some(({ path }) => path === 'throw')) throw new Error('parser bug')
         return parentPort.postMessage({ kind: 'done', id, value: files })
       }
       if (path === 'throw') throw new Error('parser bug')
       if (path === 'exit') process.exit(3)
       if (path === 'spin') for (;;) {}
       if (path === 'eat') for (const all = []; ; ) all.push(new Array(100000).fill(Math.random()))
       if (path === 'environment') return parentPort.postMessage({ kind: 'done', id, value: Object.keys(process.env) })
       if (path === 'start-then-spin') { parentPort.postMessage({ kind: 'progress', id, progress: { stage: 'reading', done: 0, total: 1 } }); for (;;) {} }
       parentPort.postMessage({ kind: 'done', id, value: { path, kind } })
     })`,
  )
  return createPool({ workerUrl: path, size: 1, ...options })
}

describe('the extract pool', () => {
  it('sends the words of a long text with it, and neither those of a short one nor those of pages', async () => {
    const target = createPool()
    const words = Array.from({ length: 25_000 }, (_, number) => `word${number % 700}`).join(' ')
    await writeFile(file('long.txt'), words)
    const contentOf = async (name: string): Promise<PackedContent> => {
      const { bytes } = await target.extractPacked(file(name), name)
      return packedContentSchema.parse(deserialize(bytes))
    }
    const { chunks, wordStream } = await contentOf('long.txt')
    expect(wordStream?.counts).toHaveLength(chunks.length)
    expect(wordStream?.numbers).toHaveLength(25_000)
    expect((await contentOf('note.md')).wordStream).toBeUndefined()
    const paged = await contentOf('long.pdf')
    expect(paged.document.text.length).toBeGreaterThan(words.length)
    expect(paged.wordStream).toBeUndefined()
  })

  it('reads documents into text and passages', async () => {
    const { document, chunks } = await createPool().extract(file('tides.pdf'), 'tides.pdf')
    expect(document).toMatchObject({ title: 'Tides', pages: [{ page: 1 }, { page: 2 }] })
    expect(chunks.map(({ start, end }) => document.text.slice(start, end))).toEqual([
      'Spring tide',
      'Neap tide',
    ])
  })

  it('reads several at a time and hands each caller its own', async () => {
    const target = createPool()
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        target.extract(file(n % 2 === 0 ? 'tides.pdf' : 'note.md'), `${n}.md`),
      ),
    )
    expect(results.map(({ document }) => document.title)).toEqual(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? 'Tides' : 'Note')),
    )
    expect(target.workers().extract).toBe(2)
  })

  it('reads a long PDF with both threads as one of them does', async () => {
    const target = createPool()
    const together = await target.extract(file('long.pdf'), 'long.pdf')
    expect(target.workers().extract).toBe(2)
    await target.close()
    const alone = await createPool({ size: 1 }).extract(file('long.pdf'), 'long.pdf')
    expect(together).toEqual(alone)
    expect(together.document.pages).toHaveLength(900)
  })

  it('has another thread read parts of a long PDF, which are as they would be here', async () => {
    const reader = new Worker(workerUrl)
    const helper = new Worker(workerUrl)
    try {
      let parts = 0
      reader.on('message', ({ kind, offer }) => {
        if (kind !== 'offer') return
        const { port1, port2 } = new MessageChannel()
        port1.on('message', (told) => {
          if (typeof told === 'object') parts++
          offer.port.postMessage(told)
        })
        port1.on('close', () => offer.port.close())
        const cancelled = new SharedArrayBuffer(4)
        const request = { kind: 'read_offered', id: 1, path: file('long.pdf'), cancelled }
        helper.postMessage({ ...request, offer: { ...offer, port: port2 } }, [port2])
      })
      reader.postMessage({ kind: 'extract', id: 1, path: file('long.pdf'), name: 'long.pdf' })
      const document = await new Promise((resolve, reject) => {
        reader.on('message', (message) => {
          if (message.kind === 'done') resolve(message.value)
          if (message.kind === 'error') reject(new Error(message.error.message))
        })
      })
      expect(parts).toBeGreaterThan(0)
      expect(document).toEqual(await createPool({ size: 1 }).extract(file('long.pdf'), 'long.pdf'))
    } finally {
      await Promise.all([reader.terminate(), helper.terminate()])
    }
  })

  it('goes on where a thread ends that has offered pages', async () => {
    const target = await createRoguePool({ size: 2 })
    const busy = target.extract('slow', 'x')
    const ended = target.extract('offer and exit', 'x')
    await expect(ended).rejects.toMatchObject({ code: 'corrupt' })
    await expect(busy).resolves.toEqual({ path: 'slow' })
    await expect(target.extract('next', 'x')).resolves.toMatchObject({ path: 'next' })
  })

  it('ends a thread that does not leave the pages of another file when it is called away', async () => {
    const target = await createRoguePool({ size: 2 })
    const offering = target.extract('offer', 'x')
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    await expect(target.extract('next', 'x')).resolves.toMatchObject({ path: 'next' })
    await expect(offering).resolves.toEqual({ path: 'offer' })
  })

  it('ends whoever reads pages of a file that is no longer wanted', async () => {
    const target = await createRoguePool({ size: 2 })
    const stop = new AbortController()
    const offering = target.extract('offer', 'x', { signal: stop.signal })
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    stop.abort()
    await expect(offering).rejects.toMatchObject({ code: 'cancelled' })
    await vi.waitUntil(() => target.workers().extract === 0, { timeout: 20_000 })
  })

  it('leaves a long PDF to one thread as soon as another file waits', async () => {
    const target = createPool()
    const ended: string[] = []
    const read = (name: string) => target.extract(file(name), name).then(() => ended.push(name))
    const long = read('long.pdf')
    await vi.waitUntil(() => target.workers().extract === 2, { timeout: 20_000 })
    await read('tides.pdf')
    await read('note.md')
    await long
    expect(ended).toEqual(['tides.pdf', 'note.md', 'long.pdf'])
  })

  it('has a thread ready for what is about to come, and no more than it needs', async () => {
    const target = createPool({ idleMs: 50 })
    target.warm()
    target.warm()
    expect(target.workers().extract).toBe(1)
    await target.extract(file('tides.pdf'), 'tides.pdf')
    expect(target.workers().extract).toBe(1)
    await vi.waitUntil(() => target.workers().extract === 0, { timeout: 20_000 })
    await target.close()
    target.warm()
    expect(target.workers().extract).toBe(0)
  })

  it('reports progress by pages', async () => {
    const seen: number[] = []
    await createPool().extract(file('long.pdf'), 'long.pdf', {
      onProgress: ({ stage, done }) => stage === 'extracting' && seen.push(done),
    })
    expect(seen.at(-1)).toBe(900)
    expect(seen.length).toBeGreaterThan(10)
  })

  it('passes errors on with their code and words, and goes on', async () => {
    const target = createPool({ size: 1 })
    await writeFile(file('empty.pdf'), '')
    await expect(target.extract(file('empty.pdf'), 'empty.pdf')).rejects.toMatchObject({
      name: 'AppError',
      code: 'unsupported',
      message: expect.stringContaining('empty'),
    })
    await expect(target.render(file('tides.pdf'), 0)).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await target.extract(file('note.md'), 'note.md')).document.title).toBe('Note')
  })

  it('reads small files together, and a bad one or one that crashes the reader fails alone', async () => {
    const { signal } = new AbortController()
    const target = createPool({ size: 1 })
    await writeFile(file('nothing.md'), '')
    const read = (name: string) => target.extractPacked(file(name), name, { signal, size: 100 })
    const all = await Promise.allSettled(['note.md', 'nothing.md', 'tides.pdf'].map(read))
    expect(
      all.map((each) => (each.status === 'fulfilled' ? each.value.title : (each.reason as AppError).code)),
    ).toEqual(['Note', 'unsupported', 'Tides'])

    const rogue = await createRoguePool()
    const names = ['fine', 'throw', 'good']
    const some = await Promise.allSettled(
      names.map((name) => rogue.extractPacked(name, name, { signal, size: 100 })),
    )
    expect(some.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(rogue.workers().extract).toBe(1)
  })

  it('reads a sheet that is wide and long with little more memory than its text', async () => {
    const rows = 15_000
    const columns = 256
    const records = Array.from({ length: rows }, (_, row) => [
      number(row, row % columns, 0, row),
      number(row, columns - 1, 0, row),
    ])
    await writeFile(file('wide.xls'), makeXls({ sheets: [{ name: 'Wide', records: records.flat() }] }))
    const target = createPool({ memoryMb: 140 })
    const { document } = await target.extract(file('wide.xls'), 'wide.xls')
    expect(document.text.length).toBeGreaterThan(rows * columns * 3)
  })

  it('draws a page and finds a passage on it', async () => {
    const target = createPool()
    expect(await target.render(file('tides.pdf'), 2, { maxWidth: 100 })).toMatchObject({
      width: 100,
      pages: 2,
    })
    const page = { page: 2, pageText: 'Neap tide' }
    const [rects] = await target.rects(file('tides.pdf'), { ...page, ranges: [{ start: 0, end: 4 }] })
    expect(rects).toHaveLength(1)
    expect(await target.words(file('tides.pdf'), page)).toHaveLength(2)
    expect(target.workers()).toEqual({ extract: 0, view: 1 })
  })

  it('draws while every reader is busy', async () => {
    const target = await createRoguePool()
    const stuck = expect(target.extract('spin', 'x')).rejects.toMatchObject({ code: 'cancelled' })
    expect(await target.render('fine', 1)).toEqual({ path: 'fine', kind: 'render' })
    await target.close()
    await stuck
  })

  it('draws the new content after a file changed', async () => {
    const target = createPool()
    await writeFile(file('changing.pdf'), makePdf({ pages: [['one']] }))
    expect((await target.render(file('changing.pdf'), 1)).pages).toBe(1)
    await writeFile(file('changing.pdf'), makePdf({ pages: [['one'], ['two'], ['three']] }))
    expect((await target.render(file('changing.pdf'), 3)).pages).toBe(3)
  })

  it('stops a running job when it is aborted, and goes on with the next', async () => {
    const target = await createRoguePool()
    const controller = new AbortController()
    const job = target.extract('start-then-spin', 'x', {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    const next = target.extract('fine', 'x')
    await expect(job).rejects.toMatchObject({ code: 'cancelled' })
    expect(await next).toEqual({ path: 'fine', kind: 'extract' })
  })

  it('drops a waiting job when it is aborted', async () => {
    const target = createPool({ size: 1 })
    const controller = new AbortController()
    const first = target.extract(file('long.pdf'), 'long.pdf')
    const second = target.extract(file('note.md'), 'note.md', { signal: controller.signal })
    controller.abort()
    await expect(second).rejects.toMatchObject({ code: 'cancelled' })
    expect((await first).document.pages).toHaveLength(900)
    await expect(target.extract(file('note.md'), 'x', { signal: controller.signal })).rejects.toMatchObject({
      code: 'cancelled',
    })
  })

  it('ends a job that takes longer than its limit', async () => {
    const target = await createRoguePool()
    await expect(target.extract('spin', 'x', { timeLimitMs: 300 })).rejects.toMatchObject({ code: 'timeout' })
    expect(await target.extract('fine', 'x')).toMatchObject({ path: 'fine' })
  })

  it.each(['throw', 'exit'])(
    'fails one job when its worker dies (%s), and replaces the worker',
    async (way) => {
      const target = await createRoguePool()
      const results = await Promise.allSettled([target.extract(way, 'x'), target.extract('fine', 'x')])
      expect(results[0]).toMatchObject({ status: 'rejected', reason: { name: 'AppError', code: 'corrupt' } })
      expect(results[1]).toMatchObject({ status: 'fulfilled', value: { path: 'fine' } })
    },
  )

  it('fails one job when it needs too much memory', async () => {
    const target = await createRoguePool({ memoryMb: 48 })
    const results = await Promise.allSettled([target.extract('eat', 'x'), target.extract('fine', 'x')])
    expect(results[0]).toMatchObject({ status: 'rejected', reason: { name: 'AppError', code: 'too_large' } })
    expect(results[1]).toMatchObject({ status: 'fulfilled' })
  })

  it('gives the readers of documents none of the environment', async () => {
    process.env.COUNTERSIGN_TEST_SECRET = 'x'
    const target = await createRoguePool()
    expect(await target.extract('environment', 'x')).toEqual([])
    delete process.env.COUNTERSIGN_TEST_SECRET
  })

  it('ends threads that have nothing to do, and starts them again', async () => {
    const target = createPool({ idleMs: 1 })
    await target.extract(file('note.md'), 'note.md')
    await expect.poll(() => target.workers().extract).toBe(0)
    expect((await target.extract(file('note.md'), 'note.md')).document.title).toBe('Note')
  })

  it('fails what is queued and running when it is closed, and refuses more', async () => {
    const target = await createRoguePool()
    const jobs = Promise.allSettled([target.extract('spin', 'x'), target.extract('fine', 'x')])
    await target.close()
    for (const job of await jobs)
      expect(job).toMatchObject({ status: 'rejected', reason: { code: 'cancelled' } })
    await expect(target.extract('fine', 'x')).rejects.toMatchObject({ code: 'cancelled' })
    expect(target.workers()).toEqual({ extract: 0, view: 0 })
  })

  it('fetches nothing that a document names', async () => {
    let asked = 0
    const server = createServer((socket) => {
      asked++
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const html = `<html><head><link rel="stylesheet" href="${origin}/a.css"><base href="${origin}/">
      <script src="${origin}/b.js"></script></head><body><img src="${origin}/c.png"><iframe src="${origin}/d"></iframe>
      <p>Words</p></body></html>`
    await writeFile(file('page.html'), html)
    await createPool().extract(file('page.html'), 'page.html')
    const picture = `<w:p><w:r><w:drawing><a:blip r:link="p"/></w:drawing><w:t>Words</w:t></w:r></w:p>`
    const others = {
      'letter.docx': docx(picture, {
        'word/_rels/document.xml.rels': relationships(
          relationship('p', 'image', `${origin}/p.png`, ' TargetMode="External"'),
          relationship('t', 'attachedTemplate', `${origin}/t.dotm`, ' TargetMode="External"'),
        ),
      }),
      'book.epub': makeZip({
        mimetype: 'application/epub+zip',
        'a.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Words</p><img src="${origin}/e.png"/></body></html>`,
      }),
      'notes.odt': makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<office:document-content><office:body><office:text><text:p>Words<draw:image xlink:href="${origin}/o.png"/></text:p></office:text></office:body></office:document-content>`,
      }),
      'mail.eml': `From: a@example.org\r\nSubject: Words\r\nContent-Type: text/html\r\n\r\n<p>Words</p><img src="${origin}/m.png">`,
    }
    for (const [name, content] of Object.entries(others)) {
      await writeFile(file(name), content)
      const read = await pool?.extract(file(name), name)
      expect(read?.document.text, name).toContain('Words')
    }
    await pool?.close()
    expect(asked).toBe(0)
    server.close()
  })
})
