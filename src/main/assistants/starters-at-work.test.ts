import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  answer,
  type FakeMessagesApi,
  startFakeMessagesApi,
  text,
  toolResultsOf,
  toolUse,
} from '../../../tests/support/fake-messages-api'
import { openTestCore, type TestCore } from '../../../tests/support/open-test-core'
import { person } from '../../shared/actor'
import { type Client, clientInProcess } from '../rpc/client'
import { starters } from './starters'

let api: FakeMessagesApi
let test: TestCore
let client: Client

beforeAll(async () => {
  api = await startFakeMessagesApi()
  test = await openTestCore({
    environment: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'key', COUNTERSIGN_MODEL: 'fake-model' },
  })
  client = clientInProcess(test.core.router, { actor: person, approval: null })
  await client.settings.set({ modelTitles: false })
}, 60_000)
afterAll(async () => {
  await test.close()
  await api.close()
})

it('the planner looks at the date and at the notes, and proposes its plan as one', async () => {
  const planner = (await client.assistants.list()).find(({ name }) => name === 'Planner')
  const content = '- [ ] Book the hall, by Friday\n- [ ] Ask the speakers'
  api.push(
    answer([toolUse('get_current_time', {}), toolUse('search_notes', { query: 'harbour day' })]),
    answer([toolUse('create_note', { title: 'Harbour day', content })]),
    answer([text('The next step is the hall.')]),
  )
  await client.conversations.send({
    conversationId: null,
    text: 'Plan the harbour day',
    attachments: [],
    assistantId: planner?.id,
  })
  await expect
    .poll(() => client.proposals.list({ status: 'pending' }), { timeout: 20_000 })
    .toMatchObject([{ tool: 'create_note', actor: { name: 'Planner', id: planner?.id } }])
  expect(await client.notes.list({})).toEqual([])

  const [waiting] = await client.proposals.list({ status: 'pending' })
  const { id, planHash } = await client.proposals.get({ id: waiting?.id ?? '' })
  await client.proposals.approve({ id, planHash })
  await test.core.idle()
  const [note] = await client.notes.list({})
  expect(await client.notes.get({ id: note?.id ?? '' })).toMatchObject({ title: 'Harbour day', content })

  const [first, second, third] = api.created
  const sent = first?.tools?.map(({ name }) => name) ?? []
  const own = starters.find(({ key }) => key === 'planner')?.tools
  expect(sent).toEqual(expect.arrayContaining(own?.kind === 'some' ? [...own.tools] : ['nothing']))
  expect(sent).not.toContain('trash_files')
  expect(JSON.stringify(first?.system)).toContain('Turns an aim into a plan')
  for (const results of [toolResultsOf(second), toolResultsOf(third)]) {
    expect(results.map(({ is_error: failed }) => failed ?? false)).not.toContain(true)
  }
  expect(api.requests.filter(({ refused }) => refused !== null)).toEqual([])
})
