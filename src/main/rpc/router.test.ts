import { expect, it } from 'vitest'
import { setUpCoreDesk } from '../../../tests/support/core-desk'
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
