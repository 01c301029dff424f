import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { fromClientError } from '../../src/main/rpc/client'
import { setUpCoreDesk } from '../support/core-desk'

const desk = setUpCoreDesk('for each test')

const ada = 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nORG:Royal Society\r\nEND:VCARD\r\n'
const names = async () => (await desk.client.contacts.list({})).map(({ name }) => name)

/** Imports what a person hands over, and says yes. */
async function take(path: string, own = true): Promise<void> {
  const outcome = await desk.client.contacts.import({ paths: [path], own })
  if (outcome.status !== 'proposed') throw new Error(JSON.stringify(outcome.result))
  const { id, planHash } = outcome.proposal
  await desk.client.proposals.approve({ id, planHash })
}

it('a person imports a file from anywhere, also behind a link, and sees it before anybody comes', async () => {
  const path = join(desk.papers, 'people.vcf')
  writeFileSync(path, ada)
  symlinkSync(path, join(desk.papers, 'link.vcf'))
  const outcome = await desk.client.contacts.import({ paths: [join(desk.papers, 'link.vcf')], own: true })
  expect(outcome).toMatchObject({ status: 'proposed', proposal: { actor: { kind: 'person' } } })
  expect(await names()).toEqual([])
  await take(path)
  expect(await names()).toEqual(['Ada Lovelace', 'Royal Society'])
})

it('nobody but a person hands a file over', async () => {
  const path = join(desk.papers, 'people.vcf')
  writeFileSync(path, ada)
  const program = desk.as({ kind: 'mcp_client', name: 'A program' })
  const refused = await program.contacts.import({ paths: [path], own: true }).catch(fromClientError)
  expect(refused).toMatchObject({ code: 'denied' })
  const called = await program.tools.call({ tool: 'import_contacts', input: { paths: [path] } })
  expect(called).toMatchObject({ result: { error: { code: 'outside_grant' } } })
})

it('what was uploaded is gone once it was read', async () => {
  const path = join(desk.data.uploads, 'one', 'people.vcf')
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, ada)
  await take(path)
  expect(existsSync(path)).toBe(false)
  expect(await names()).toEqual(['Ada Lovelace', 'Royal Society'])
})

it('what an export has of contacts is there already, and comes back as it was once it is gone', async () => {
  const path = join(desk.papers, 'people.vcf')
  writeFileSync(path, ada)
  await take(path)
  const before = await desk.client.contacts.list({})
  const out = join(desk.papers, 'out')
  await desk.client.data.export({ path: out })
  const cards = join(out, 'contacts.vcf')
  expect(readFileSync(cards, 'utf8')).toContain('FN:Ada Lovelace')
  expect(await desk.client.contacts.import({ paths: [cards], own: true })).toMatchObject({
    status: 'done',
    result: { success: true, state: { succeeded: 0 } },
  })
  const [change] = await desk.client.changes.list({ limit: 1 })
  await desk.client.changes.undo({ id: change?.id ?? '' })
  expect(await names()).toEqual([])
  await take(cards)
  const bare = (lines: typeof before) => lines.map(({ id: _, ...line }) => line)
  expect(bare(await desk.client.contacts.list({}))).toEqual(bare(before))
})
