import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestCore, type TestCore } from '../../../tests/support/open-test-core'
import { person } from '../../shared/actor'
import { type Client, clientInProcess, fromClientError } from './client'

let test: TestCore
let client: Client

beforeEach(async () => {
  test = await openTestCore()
  client = clientInProcess(test.core.router, { actor: person, approval: null })
})
afterEach(() => test.close())

it.each(['file:///etc/passwd', 'javascript:alert(1)', 'smb://host/share', 'not an address'])(
  'opens no %s outside',
  async (url) => {
    expect(await client.system.openExternal({ url }).catch(fromClientError)).toMatchObject({ code: 'denied' })
    expect(test.opened).toEqual([])
  },
)

it('opens a web address outside as it is', async () => {
  await client.system.openExternal({ url: 'https://example.org/a?b#c' })
  expect(test.opened).toEqual(['https://example.org/a?b#c'])
})

it('gives a call that was stopped the form of every error', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const failure = await client.library
    .add({ paths: ['/'] }, { signal: stopped.signal })
    .catch(fromClientError)
  expect(failure).toMatchObject({ code: 'cancelled' })
})

it('takes no call once the core closes, and says that nothing was done', async () => {
  const closing = test.core.close()
  await expect(client.system.info()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: expect.stringContaining('Nothing was done'),
  })
  await closing
  test = await openTestCore()
})

it('ends event streams in good order when the core closes', async () => {
  const events = await client.events.watch()
  expect((await events.next()).value).toEqual({ type: 'ready' })
  const last = events.next()
  await test.core.close()
  expect((await last).done).toBe(true)
  test = await openTestCore()
})
