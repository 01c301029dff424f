import { expect, it } from 'vitest'
import { parseAddress } from '../address'
import { createPageRequests } from './page-requests'

/** Why a page at an address, whose host a person named, does not get something; nothing listens at any of them. */
async function refusal(page: string, named: string, url: string): Promise<unknown> {
  const requests = createPageRequests(parseAddress(page), { named: () => [named] }, () => undefined)
  const limits = { signal: new AbortController().signal, take: () => undefined }
  return requests({ url, method: 'GET', headers: {} }, limits).catch((error: unknown) => error)
}

it.each([
  ['http://127.0.0.1:8099/', '127.0.0.1:8099'],
  ['http://[::1]:8099/', '[::1]:8099'],
])('asks the named host of the page itself, %s', async (page, named) => {
  expect(await refusal(page, named, `${page}data`)).not.toMatchObject({ said: { code: 'web.nearby' } })
})

it.each([
  ['another port', 'http://127.0.0.1:8098/'],
  ['another name for it', 'http://localhost:8099/'],
  ['a page of the internet', 'http://192.0.2.1/'],
])('asks no named host for %s', async (_what, page) => {
  expect(await refusal(page, '127.0.0.1:8099', 'http://127.0.0.1:8099/data')).toMatchObject({
    said: { code: 'web.nearby' },
  })
})
