import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Proposal } from '../../src/shared/contract/changes'
import { setUpCoreDesk } from '../support/core-desk'
import { makePdf } from '../support/make-pdf'
import { propose } from '../support/propose'
import { html, type Site, servePages } from '../support/serve-pages'

const desk = setUpCoreDesk('for all tests')
let site: Site

beforeAll(async () => {
  site = await servePages({})
  await desk.client.settings.set({ webHosts: [site.host] })
}, 60_000)
beforeEach(() => {
  for (const path of Object.keys(site.pages)) delete site.pages[path]
  site.asked.splice(0)
})
afterAll(() => site.close())

const pageSchema = z.object({
  url: z.string(),
  document_id: z.string().nullable(),
  title: z.string(),
  outcome: z.string(),
  error: z.string().optional(),
})
const stateSchema = z.object({
  pages: z.array(pageSchema),
  succeeded: z.number(),
  failed: z.number(),
  stopped: z.boolean(),
})

const approve = ({ id, planHash }: Proposal) => desk.client.proposals.approve({ id, planHash })

async function fetched(input: Record<string, unknown>) {
  const { proposal, result } = await approve(await propose(desk.client, 'fetch_web_content', input))
  if (proposal.status !== 'applied') throw new Error(proposal.reason ?? proposal.status)
  const { pages, ...counts } = stateSchema.parse(result?.state)
  const [first] = pages
  return { pages, first, counts, changeId: proposal.changeId ?? '' }
}

async function settled(id: string | null | undefined) {
  return await vi.waitUntil(
    async () => {
      const document = await desk.client.library.document({ id: id ?? '' })
      return ['complete', 'error'].includes(document.status) ? document : false
    },
    { timeout: 30_000 },
  )
}

describe('a page that is fetched', () => {
  it('asks nobody before the yes, shows the whole address, and becomes a document that is found', async () => {
    site.pages['/tides?at=noon'] = html('Northern tides', '<p>The northern tide turns at noon.</p>')
    const url = `${site.origin}/tides?at=noon`
    const proposal = await propose(desk.client, 'fetch_web_content', { url: `${url}#top` })
    expect(site.asked).toEqual([])
    expect(proposal).toMatchObject({ class: 'safe_create', status: 'pending' })
    expect(proposal.preview).toMatchObject({ sends: [site.host], recovery: 'undo' })
    expect(proposal.preview.summary).toContain(`“${url}”`)
    expect(JSON.stringify(proposal.preview.changes)).toContain(JSON.stringify(url))

    const { proposal: after, result } = await approve(proposal)
    expect(after.status).toBe('applied')
    expect(site.asked).toEqual(['/tides?at=noon'])
    expect(result?.origin).toBe('web')
    const [page] = stateSchema.parse(result?.state).pages
    expect(page).toMatchObject({ url, title: 'Northern tides', outcome: 'added' })
    const document = await settled(page?.document_id)
    expect(document).toMatchObject({ status: 'complete', source: url, title: 'Northern tides' })
    expect(await desk.client.library.sourceState({ id: document.id })).toBe('none')
    const { results } = await desk.client.library.search({ query: 'northern tide' })
    expect(results.map((each) => each.document_id)).toContain(document.id)

    await desk.client.changes.undo({ id: after.changeId ?? '' })
    await expect(desk.client.library.document({ id: document.id })).rejects.toThrow('no document')
  })

  it('is unchanged when it is the same, and a new version of the same document when it is not', async () => {
    site.pages['/news'] = html('News', '<p>Nothing happened on Monday.</p>')
    const url = `${site.origin}/news`
    const { first } = await fetched({ url })
    await settled(first?.document_id)
    const again = await fetched({ url })
    expect(again.first).toMatchObject({ document_id: first?.document_id, outcome: 'unchanged' })

    site.pages['/news'] = html('News', '<p>Something happened on Tuesday.</p>')
    const changed = await fetched({ url })
    expect(changed.first).toMatchObject({ document_id: first?.document_id, outcome: 'changed' })
    const textOf = async () =>
      (await desk.client.library.text({ id: first?.document_id ?? '', start: 0, length: 500 })).text
    await vi.waitUntil(async () => (await textOf()).includes('Tuesday'), { timeout: 30_000 })
    await desk.client.changes.undo({ id: changed.changeId })
    await vi.waitUntil(async () => (await textOf()).includes('Monday'), { timeout: 30_000 })
  })

  it('is what its content is, whatever its header says', async () => {
    const pdf = makePdf({ pages: [['A report about lighthouses.']] })
    site.pages['/report'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(pdf)
    site.pages['/latin'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-2' })
        .end(
          Buffer.from('<!doctype html><title>\xb3\xf3d\xbc</title><p>\xb3\xf3d\xbc p\xb3ynie</p>', 'latin1'),
        )
    site.pages['/photo'] = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01', 'latin1'))
    const { first } = await fetched({ url: `${site.origin}/report` })
    expect(await settled(first?.document_id)).toMatchObject({ mime: 'application/pdf', status: 'complete' })
    const latin = await fetched({ url: `${site.origin}/latin` })
    expect(await settled(latin.first?.document_id)).toMatchObject({ title: 'łódź' })
    const { results } = await desk.client.library.search({ query: 'płynie' })
    expect(results[0]?.document_id).toBe(latin.first?.document_id)
    await expect(fetched({ url: `${site.origin}/photo` })).rejects.toThrow('neither a page nor a document')
  })

  it('is asked about before an undo takes away what the person changed of it since', async () => {
    site.pages['/mine'] = html('Mine', '<p>It is mine by now.</p>')
    const { first, changeId } = await fetched({ url: `${site.origin}/mine` })
    await settled(first?.document_id)
    await approve(
      await propose(desk.client, 'update_document', { doc_id: first?.document_id, tags: ['kept'] }),
    )
    await expect(desk.client.changes.undo({ id: changeId })).rejects.toThrow('changed since')
    const { differences } = await desk.client.changes.compareUndo({ id: changeId })
    expect(differences).toMatchObject([{ reference: first?.document_id, obstacle: 'changed' }])
    const decisions = [{ reference: first?.document_id ?? '', choice: 'replace' as const }]
    await desk.client.changes.undo({ id: changeId, decisions })
    await expect(desk.client.library.document({ id: first?.document_id ?? '' })).rejects.toThrow(
      'no document',
    )
  })

  it('shows an address whole, however long it is', async () => {
    const url = `${site.origin}/?q=${'x'.repeat(3000)}end`
    const { preview } = await propose(desk.client, 'fetch_web_content', { url })
    expect(preview.summary.length).toBeLessThan(500)
    expect(JSON.stringify(preview.changes)).toContain(url)
  })

  it('that can’t be had leaves nothing, and the proposal says why', async () => {
    site.pages['/leads'] = (_request, response) =>
      response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    const before = await desk.client.library.documents({})
    for (const [path, why] of [
      ['/missing', 'has no page at this address'],
      ['/leads', 'into your own network'],
    ] as const) {
      const { proposal } = await approve(
        await propose(desk.client, 'add_document', { source: `${site.origin}${path}` }),
      )
      expect(proposal).toMatchObject({ status: 'failed', changeId: null })
      expect(proposal.reason).toContain(why)
    }
    expect((await desk.client.library.documents({})).total).toBe(before.total)
  })

  it('is refused before anyone is asked where its address leads into the local network', async () => {
    const outcome = await desk.client.tools.call({
      tool: 'fetch_web_content',
      input: { url: 'http://[::ffff:192.168.0.1]/' },
    })
    expect(outcome).toMatchObject({
      status: 'done',
      result: { success: false, error: { code: 'denied', said: { code: 'web.nearby' } } },
    })
  })

  it('asks in a dialog for more pages of a site than a person takes in at a glance', async () => {
    const crawl = (max_pages: number) =>
      propose(desk.client, 'fetch_web_content', { url: site.origin, mode: 'crawl', max_pages })
    expect(await crawl(10)).toMatchObject({ class: 'safe_create', raisedBecause: [] })
    expect(await crawl(11)).toMatchObject({
      class: 'destructive_update',
      raisedBecause: ['It changes 11 things at once.'],
    })
  })

  it('comes with those of its site as one change, which is taken back and done again', async () => {
    site.pages['/'] = html(
      'Coast',
      '<p>The coast is long.</p><a href="/cape">Cape</a><a href="/lost">Lost</a>',
    )
    site.pages['/cape'] = html('Cape', '<p>The cape is far.</p>')
    const input = { url: site.origin, mode: 'crawl', max_pages: 10, title_prefix: 'Atlas:' }
    const { pages, counts, changeId } = await fetched(input)
    expect(pages.map(({ title, outcome }) => [title, outcome])).toEqual([
      ['Atlas: Coast', 'added'],
      ['Atlas: Cape', 'added'],
      [`${site.origin}/lost`, 'failed'],
    ])
    expect(pages[2]?.error).toContain('has no page at this address')
    expect(counts).toMatchObject({ succeeded: 2, failed: 1, stopped: false })
    const titles = async () =>
      (await desk.client.library.documents({ title: 'Atlas:' })).documents.map(({ title }) => title).sort()
    await settled(pages[0]?.document_id)
    await settled(pages[1]?.document_id)
    expect(await titles()).toEqual(['Atlas: Cape', 'Atlas: Coast'])
    const undone = await desk.client.changes.undo({ id: changeId })
    expect(await titles()).toEqual([])
    await desk.client.changes.undo({ id: undone.id })
    expect(await titles()).toEqual(['Atlas: Cape', 'Atlas: Coast'])
  })

  it('is added by add_document with a title and metadata, in the tool’s own shape', async () => {
    site.pages['/sea'] = html('The sea', '<p>The sea is wide.</p>')
    const proposal = await propose(desk.client, 'add_document', {
      source: `${site.origin}/sea`,
      title: 'My sea',
      metadata: { shelf: 'blue' },
    })
    const { result } = await approve(proposal)
    expect(result?.state).toMatchObject({ title: 'My sea', status: 'pending', duplicate: false })
    const { document_id: id } = z.object({ document_id: z.string() }).parse(result?.state)
    expect(await settled(id)).toMatchObject({ title: 'My sea', metadata: { shelf: 'blue' } })
  })
})
