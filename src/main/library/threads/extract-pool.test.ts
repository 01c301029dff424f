import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { deserialize } from 'node:v8'
import { describe, expect, it, vi } from 'vitest'
import { setUpExtractPool } from '../../../../tests/support/extract-pool-desk'
import { makePdf } from '../../../../tests/support/make-pdf'
import { makeXls, number } from '../../../../tests/support/make-xls'
import { makeZip } from '../../../../tests/support/make-zip'
import { docx, relationship, relationships } from '../../../../tests/support/office-parts'
import type { AppError } from '../../../shared/errors'
import { type PackedContent, packedContentSchema } from '../../workers/packed-content'

const { file, createPool, createRoguePool } = setUpExtractPool()

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
    const target = createPool()
    await target.extract(file('page.html'), 'page.html')
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
      const read = await target.extract(file(name), name)
      expect(read.document.text, name).toContain('Words')
    }
    await target.close()
    expect(asked).toBe(0)
    server.close()
  })
})
