import { expect, it } from 'vitest'
import { parseAddress } from './address'
import { crawl } from './crawl'
import { MAX_CRAWL_BYTES } from './limits'

it('takes of each page no more than is left of what a whole crawl may bring', async () => {
  const most: number[] = []
  const size = 200_000_000
  const receive = async ({ href }: { readonly href: string }, maxBytes: number) => {
    most.push(maxBytes)
    const links = ['https://example.org/a', 'https://example.org/b']
    const page = { title: null, canonical: null, shown: 0, letters: 0, hasScripts: false, scripts: null }
    return { ...page, url: href, sha256: '', size, links, leadsTo: null }
  }
  await crawl(
    {
      receive,
      rules: async () => ({ mayRead: () => true, pauseMs: 0 }),
      pause: async () => undefined,
    },
    parseAddress('https://example.org/'),
    { maxPages: 3, signal: new AbortController().signal, progress: () => undefined },
  )
  expect(most).toEqual([MAX_CRAWL_BYTES, MAX_CRAWL_BYTES - size, MAX_CRAWL_BYTES - 2 * size])
})
