import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Proposal } from '../../src/shared/contract/changes'
import { setUpCoreDesk } from '../support/core-desk'
import { makeZip } from '../support/make-zip'
import { propose } from '../support/propose'
import { freshFolder } from '../support/start-host'

const desk = setUpCoreDesk('for all tests')

function archive(name: string, parts: Parameters<typeof makeZip>[0]): string {
  const path = desk.at(name)
  writeFileSync(path, makeZip(parts))
  return path
}

const call = (source: string, input: object = {}) =>
  desk.client.tools.call({ tool: 'add_document', input: { source, ...input } })

const proposeAdding = (source: string) => propose(desk.client, 'add_document', { source })

async function refusal(source: string, input: object = {}) {
  const outcome = await call(source, input)
  if (outcome.status !== 'done') throw new Error('It was proposed.')
  expect(outcome.result.success).toBe(false)
  return outcome.result
}

/** The files of the blob store, however deep. */
function storedContents(): string[] {
  return globSync('**/*', { cwd: desk.data.blobs }).filter((name) => /[0-9a-f]{60}/.test(name))
}

const approve = ({ id, planHash }: Proposal) => desk.client.proposals.approve({ id, planHash })

const stateSchema = z.object({
  document_id: z.string(),
  title: z.string(),
  status: z.literal('pending'),
  succeeded: z.number(),
  failed: z.number(),
  results: z.array(z.object({ document_id: z.string(), title: z.string(), status: z.string() })),
  skipped: z.array(z.object({ path: z.string(), reason: z.string() })),
})

async function settled() {
  await vi.waitUntil(
    async () => (await desk.client.library.documents({ status: 'pending' })).total === 0,
    60_000,
  )
}

describe('an archive that a tool adds', () => {
  it('is one proposal that names each file, one change, and one undo', { timeout: 120_000 }, async () => {
    const path = archive('tides.zip', {
      'notes/north.md': '# North\n\nThe northern tide turns at noon.\n',
      'süd – 潮.txt': 'The southern tide turns at midnight.\n',
      'copy.txt': 'The southern tide turns at midnight.\n',
      'deep.zip': makeZip({ 'a.md': 'deep' }),
      '../../out.md': 'Nowhere',
      'photo.raw': 'x',
    })
    const proposal = await proposeAdding(path)
    expect(proposal.preview.summary).toMatch(/^Add 2 documents \(\d+ bytes\) from the archive “tides.zip”/)
    expect(proposal.preview.targets.map(({ label }) => label)).toEqual([
      'tides.zip › notes/north.md',
      'tides.zip › süd – 潮.txt',
    ])
    const warnings = proposal.preview.warnings.join('\n')
    for (const reason of [
      'same content',
      'archive inside an archive',
      'leads out of the archive',
      'reads PDF',
    ])
      expect(warnings).toContain(reason)
    expect((await desk.client.library.documents({})).total).toBe(0)
    expect(storedContents(), 'a plan stores nothing').toEqual([])

    const { proposal: applied, result } = await approve(proposal)
    expect(result?.success, result?.content).toBe(true)
    expect(storedContents().length).toBeGreaterThan(0)
    const state = stateSchema.parse(result?.state)
    expect(state).toMatchObject({ succeeded: 2, failed: 4, document_id: state.results[0]?.document_id })
    await settled()
    const documents = await Promise.all(
      state.results.map(({ document_id }) => desk.client.library.document({ id: document_id })),
    )
    expect(documents).toMatchObject([
      { title: 'North', status: 'complete', source: `${path}/notes/north.md` },
      { title: 'süd – 潮', status: 'complete', source: `${path}/süd – 潮.txt` },
    ])
    const { results } = await desk.client.library.search({ query: 'northern tide noon' })
    expect(results[0]).toMatchObject({ document_id: state.document_id })

    const changeId = applied.changeId ?? ''
    await desk.client.changes.undo({ id: changeId })
    expect((await desk.client.library.documents({})).total).toBe(0)
  })

  it('adds nothing where the archive changed since it was shown', async () => {
    const path = archive('moved.zip', { 'a.md': 'One thing' })
    const proposal = await proposeAdding(path)
    archive('moved.zip', { 'a.md': 'Another thing altogether' })
    const { proposal: after } = await approve(proposal)
    expect(after.status).toBe('conflict')
    expect((await desk.client.library.documents({})).total).toBe(0)
  })

  it('is refused in words when there is nothing in it, it is damaged, unpacks without end or is given one title', {
    timeout: 120_000,
  }, async () => {
    const nested = archive('nested.zip', { 'deep.zip': makeZip({ 'a.md': 'deep' }) })
    expect((await refusal(nested)).content).toContain('archive inside an archive')
    const bomb = archive('bomb.zip', [{ name: 'a.txt', content: Buffer.alloc(30_000_000), claimedSize: 10 }])
    expect((await refusal(bomb)).content).toMatch(/Left out: .*a\.txt/)
    const whole = makeZip({ 'a.md': 'words '.repeat(5000) })
    writeFileSync(desk.at('cut.zip'), whole.subarray(0, whole.length - 30))
    expect((await refusal(desk.at('cut.zip'))).content).toContain('damaged')
    const fine = archive('fine.zip', { 'a.md': 'Words' })
    expect((await refusal(fine, { title: 'One' })).error).toMatchObject({ field: 'title' })
    const outside = freshFolder('outside')
    writeFileSync(join(outside, 'x.zip'), makeZip({ 'a.md': 'Words' }))
    const asked = await call(join(outside, 'x.zip'))
    expect(asked.status === 'done' && asked.result.success).toBe(false)
    rmSync(outside, { recursive: true, force: true })
  })
})
