import { expect, it } from 'vitest'
import { setUpCoreDesk } from '../../../tests/support/core-desk'
import { person } from '../../shared/actor'
import { fromClientError } from './client'

const desk = setUpCoreDesk('for each test')

it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'not an address'])(
  'opens no %s outside',
  async (url) => {
    expect(await desk.client.system.openExternal({ url }).catch(fromClientError)).toMatchObject({
      code: 'denied',
    })
    expect(desk.opened).toEqual([])
  },
)

it('opens a web address outside as it is', async () => {
  await desk.client.system.openExternal({ url: 'https://example.org/a?b#c' })
  expect(desk.opened).toEqual(['https://example.org/a?b#c'])
})

it('gives a call that was stopped the form of every error', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const failure = await desk.client.library
    .add({ paths: ['/'] }, { signal: stopped.signal })
    .catch(fromClientError)
  expect(failure).toMatchObject({ code: 'cancelled' })
})

it.each([
  [
    'more fields than anything takes',
    () => Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, at])),
  ],
  [
    'more levels than anything takes',
    () => Array.from({ length: 20_000 }).reduce<unknown>((inside) => ({ inside }), 1),
  ],
])('refuses an input of %s, from whoever it comes', async (_what, make) => {
  const actors = [
    person,
    { kind: 'command_line', name: 'Test' },
    { kind: 'mcp_client', name: 'Test' },
  ] as const
  for (const actor of actors) {
    const failure = await desk
      .as(actor)
      .tools.call({ tool: 'search_library', input: { query: make() } })
      .catch(fromClientError)
    expect(failure).toMatchObject({ code: 'invalid_input', said: { code: 'gate.too_tangled' } })
  }
})

it('takes no call once the core closes, and says that nothing was done', async () => {
  const closing = desk.close()
  await expect(desk.client.system.info()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('Nothing was done'),
  })
  await closing
})

it('ends event streams in good order when the core closes', async () => {
  const events = await desk.client.events.watch()
  expect((await events.next()).value).toEqual({ type: 'ready' })
  const last = events.next()
  await desk.close()
  expect((await last).done).toBe(true)
})
