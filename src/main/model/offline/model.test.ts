import { expect, it } from 'vitest'
import { bay, called, offlineTools, result, turn, user } from '../../../../tests/support/offline-turn'
import { wordlessText } from '../go-on'
import { createOfflineModel } from './model'

it('answers a greeting with help and never searches for it', async () => {
  const { text, call } = await turn([user('Hello!')])
  expect(call).toBeNull()
  expect(text).toMatch(/`\/create_file`/)
})

it('tells what it can do in a few lines, and lists every tool when asked for help', async () => {
  expect((await turn([user('Hello!')])).text).not.toMatch(/trash_files/)
  expect((await turn([user('/help')])).text).toMatch(/trash_files/)
  expect((await turn([user('/hilfe')])).text).toMatch(/trash_files/)
})

it('answers thanks with a word and never searches for it', async () => {
  for (const thanks of ['Thanks!', 'thank you very much', 'Danke schön', 'ok']) {
    const { text, call } = await turn([user(thanks)])
    expect(call).toBeNull()
    expect(text).toMatch(/welcome/)
  }
  expect((await turn([user('Thanks to whom was the bridge built?')])).call).not.toBeNull()
})

it('speaks German', async () => {
  expect((await turn([user('Hallo')], { language: 'de' })).text).toMatch(/Offline-Assistent/)
})

it('calls nothing when it may not', async () => {
  expect((await turn([user('/get_current_time')], { withoutTools: true })).call).toBeNull()
})

it('stops when asked', async () => {
  const controller = new AbortController()
  const model = createOfflineModel({ language: 'en', countDocuments: () => 0 })
  const run = async (): Promise<void> => {
    for await (const _event of model.stream(
      { system: '', messages: [user('Hi')], tools: Object.values(offlineTools), maxTokens: 1 },
      controller.signal,
    )) {
      controller.abort()
    }
  }
  await expect(run()).rejects.toMatchObject({ code: 'cancelled' })
})

it('says that its assistant can’t search, instead of that nothing is there', async () => {
  const { text } = await turn([user('When is high water?')], { documents: 3, tools: [offlineTools.create] })
  expect(text).toContain('can’t search the library')
  expect(text).not.toContain('is empty')
})

it('says that a message of attachments alone has no words to look for', async () => {
  const { text } = await turn([user(wordlessText)], { documents: 3, tools: [offlineTools.create] })
  expect(text).toContain('no words to look for')
})

it('says of its words that they repeat what a command gave, and of no others', async () => {
  const by = (command: string, block: Parameters<typeof result>[0]) =>
    turn([user(command), called(command.slice(1)), result(block)])
  expect(await by('/get_current_time', { content: 'Monday\nTuesday' })).toMatchObject({
    text: '```\nMonday\nTuesday\n```',
    repeats: true,
  })
  expect((await by('/get_current_time', { content: 'It is late.', isError: true })).repeats).toBe(true)
  expect((await by('/create_file', { content: 'No.', isError: true, rejected: true })).repeats).toBe(false)
  expect((await by('/search_library', { passages: [bay] })).repeats).toBe(false)
  expect(
    (await turn([user('When are the highest tides?'), called('search_library'), result({})])).repeats,
  ).toBe(false)
})

it.each([
  ['en', 'Proposed as no. 4: it waits in the Inbox for your decision, and nothing happens before.'],
  ['de', /^Vorgeschlagen als Nr\. 4: Es wartet im Eingang/],
] as const)(
  'says of what waits in the inbox that it does, in the person’s language (%s)',
  async (language, text) => {
    const proposed = { content: 'proposed #4: nothing is changed yet.', proposed: 4 }
    const said = await turn([user('/create_file a.md'), called('create_file'), result(proposed)], {
      language,
    })
    expect(said.text).toMatch(text)
    expect(said.repeats).toBe(false)
  },
)
