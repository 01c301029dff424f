import { expect, it } from 'vitest'
import { offlineTools, turn, user } from '../../../../tests/support/offline-turn'
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
