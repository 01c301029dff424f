import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { fromClientError } from '../../src/main/rpc/client'
import type { Document } from '../../src/shared/contract/document'
import { setUpCoreDesk } from '../support/core-desk'
import { makePdf } from '../support/make-pdf'

// What a person does with documents that are on their way into the library.

const desk = setUpCoreDesk('for all tests')

const password = 'sesame-4711'

async function add(...names: string[]): Promise<Document[]> {
  const { documents, skipped } = await desk.client.library.add({
    paths: names.map((name) => join(desk.papers, name)),
  })
  expect(skipped).toEqual([])
  return documents
}

async function settled(id: string): Promise<Document> {
  let document = await desk.client.library.document({ id })
  await vi.waitUntil(async () => {
    document = await desk.client.library.document({ id })
    return document.status !== 'pending' && document.status !== 'processing'
  }, 30_000)
  return document
}

/** Files of the data folder that hold these bytes. */
function holding(bytes: string): string[] {
  return readdirSync(desk.data.root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path) && readFileSync(path).includes(bytes))
}

describe('a locked PDF', () => {
  it('says so outside the window, is read with its password, and the password is nowhere afterwards', async () => {
    const locked = makePdf({ title: 'Secret', pages: [['The tide turns at noon.']], password })
    writeFileSync(join(desk.papers, 'secret.pdf'), locked)
    const [added] = await add('secret.pdf')
    const id = added?.id ?? ''
    expect(await settled(id)).toMatchObject({
      status: 'error',
      locked: true,
      mime: 'application/pdf',
      error:
        'This PDF is locked with a password. Open it in the Library of Countersign’s window, which asks for the password.',
    })
    const status = await desk.client.tools.call({ tool: 'get_document_status', input: { doc_id: id } })
    expect(status).toMatchObject({ result: { content: expect.stringContaining('Countersign’s window') } })

    const read = await desk.client.tools.call({ tool: 'read_document', input: { doc_id: id } })
    expect(read).toMatchObject({ result: { success: false, error: { code: 'locked' } } })

    const wrong = await desk.client.library.unlock({ id, password: 'barley' }).catch(fromClientError)
    expect(wrong).toMatchObject({
      code: 'locked',
      message: 'This password does not open the PDF. Nothing was changed; try another one.',
    })
    expect(await desk.client.library.document({ id })).toMatchObject({ status: 'error', locked: true })

    await desk.client.library.unlock({ id, password })
    expect(await settled(id)).toMatchObject({ status: 'complete', locked: false, pages: 1 })
    expect((await desk.client.library.search({ query: 'tide noon' })).results).toMatchObject([
      { document_id: id },
    ])
    expect(holding(password)).toEqual([])

    // The pages need it again, and it was not kept: the text is shown instead.
    expect(await desk.client.library.page({ id, page: 1 }).catch(fromClientError)).toMatchObject({
      code: 'locked',
    })
    const layout = await desk.client.library.layout({ id, asText: true })
    expect(layout).toMatchObject({ drawn: false, pages: [{ page: 1, start: 0 }] })
    expect(layout.parts.length).toBeGreaterThan(0)
    const again = await desk.client.library.unlock({ id, password }).catch(fromClientError)
    expect(again).toMatchObject({ code: 'conflict' })
  })
})

describe('what is on its way', () => {
  it('is cancelled all at once, and what is ready stays', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `note-${at}.md`)
    for (const name of names) writeFileSync(join(desk.papers, name), `# ${name}\n\n${'word '.repeat(2000)}`)
    const ids = (await add(...names)).map(({ id }) => id)
    const { cancelled } = await desk.client.library.cancelAll({ ids: [...ids, 'no such document'] })
    const documents = await Promise.all(ids.map(settled))
    expect(documents.filter(({ status }) => status === 'cancelled')).toHaveLength(cancelled)
    expect(documents.filter(({ status }) => status === 'complete')).toHaveLength(ids.length - cancelled)
  })
})

describe('a pasted text', () => {
  it('becomes a document with its title in its collection, as the person’s own change', async () => {
    const { id: collectionId } = await desk.client.library.createCollection({ name: 'Clippings' })
    const title = 'Tides: high/low? “noon”'
    const text = 'At noon the harbour is empty.\n'
    const { documents, skipped } = await desk.client.library.addText({ title, text, collectionId })
    expect(skipped).toEqual([])
    const document = await settled(documents[0]?.id ?? '')
    expect(document).toMatchObject({ title, collectionId, status: 'complete', mime: 'text/plain' })
    expect((await desk.client.library.text({ id: document.id })).text).toBe(text)
    const [change] = await desk.client.changes.list({ limit: 1 })
    expect(change).toMatchObject({ tool: 'add_document', actor: { kind: 'person' } })
    await desk.client.changes.undo({ id: change?.id ?? '' })
    await expect(desk.client.library.document({ id: document.id })).rejects.toThrow()
  })

  it('leaves no file behind where the library has it already, and keeps that of one that could not be read', async () => {
    const { uploads } = desk.data
    const paste = async (title: string, text: string) =>
      (await desk.client.library.addText({ title, text })).documents[0]?.id ?? ''
    const first = await paste('Ebb', 'At noon the water is gone.\n')
    await settled(first)
    await expect.poll(() => readdirSync(uploads)).toEqual([])
    expect(await paste('Ebb again', 'At noon the water is gone.\n')).toBe(first)
    expect(readdirSync(uploads)).toEqual([])
    const unread = await paste('Nothing', '\u00ad\n')
    expect(await settled(unread)).toMatchObject({ status: 'error' })
    expect(readdirSync(uploads)).toHaveLength(1)
  })
})
