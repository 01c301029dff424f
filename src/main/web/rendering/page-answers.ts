import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import type { WebAddress } from '../address'
import {
  MAX_PAGE_REQUEST_BYTES,
  MAX_PAGE_REQUESTS,
  MAX_PAUSED_REQUESTS,
  PAGE_REQUESTS_AT_ONCE,
} from '../limits'
import type { BrowserPage } from './page-browser'
import type { PageAnswer, PageRequests } from './page-requests'

/** A page as its server sent it. */
export interface SentPage {
  readonly address: WebAddress
  readonly content: Buffer
  /** As it is known from elsewhere; null where the content tells it. */
  readonly charset: string | null
}

/** What answers the requests of one page. */
export interface PageAnswers {
  /** Answers what `Fetch.requestPaused` tells. */
  answer(params: unknown): Promise<void>
  /** Whether the page got its own document. */
  hasBegun(): boolean
}

const pausedSchema = z.object({
  requestId: z.string(),
  request: z.object({
    url: z.string(),
    method: z.string(),
    headers: z.record(z.string(), z.string()),
    postData: z.string().optional(),
  }),
  resourceType: z.string(),
  frameId: z.string(),
})
type Paused = z.infer<typeof pausedSchema>

/** What is seen and not read; a style that is awaited comes empty. */
const unread: ReadonlySet<string> = new Set([
  ...['Image', 'Media', 'Font', 'Ping', 'CSPViolationReport', 'Prefetch'],
])

/**
 * Answers the requests of one page: its own document with what was sent, what is read by `requests`, all else not at all.
 * `leadsAway` is told each address at which it wants to be another page, `hadEnough` when it asks for more than any page does.
 */
export function createPageAnswers(
  page: BrowserPage,
  mainFrame: string,
  sent: SentPage,
  requests: PageRequests,
  {
    signal,
    leadsAway,
    hadEnough,
  }: {
    readonly signal: AbortSignal
    readonly leadsAway: (url: string) => void
    readonly hadEnough: () => void
  },
): PageAnswers {
  let begun = false
  let paused = 0
  let asked = 0
  let bytesIn = 0
  let bytesOut = 0
  const inTurn = createTurns(PAGE_REQUESTS_AT_ONCE)
  const take = (bytes: number) => {
    bytesIn += bytes
    if (bytesIn > MAX_PAGE_REQUEST_BYTES) throw new AppError('too_large', 'The page has had enough.')
  }

  async function answerTo({ request, resourceType, frameId }: Paused): Promise<PageAnswer | null> {
    if (resourceType === 'Document') {
      // Frames are other pages.
      if (frameId !== mainFrame) return null
      if (!begun && request.url === sent.address.href) {
        begun = true
        return documentOf(sent)
      }
      // It stays as it is here: where it leads is judged by whoever fetched it, and what it would send there is not sent.
      if (request.method === 'GET') leadsAway(request.url)
      else leadsAway(sent.address.href)
      return null
    }
    if (unread.has(resourceType) || isIcon(request)) return null
    if (resourceType === 'Stylesheet') return { status: 200, headers: [cssType], body: Buffer.alloc(0) }
    asked += 1
    if (asked > MAX_PAGE_REQUESTS) return null
    return inTurn(() => requests(request, { signal, take }))
  }

  return {
    hasBegun: () => begun,
    async answer(params) {
      const told = pausedSchema.parse(params)
      const { requestId, request } = told
      paused += 1
      bytesOut += request.postData?.length ?? 0
      if (paused > MAX_PAUSED_REQUESTS || bytesOut > MAX_PAGE_REQUEST_BYTES) return hadEnough()
      // What fails is the page's to deal with, as in any browser.
      const answer = await answerTo(told).catch(() => null)
      if (signal.aborted) return
      // Aborted, and not failed: a page whose navigation fails is replaced by one that says so.
      const refuse = () => page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      if (answer === null) {
        await refuse()
        return
      }
      const { status, headers, body } = answer
      const answered = { responseCode: status, responseHeaders: headers, body: body.toString('base64') }
      // A status or a header that Chromium does not take would leave the page waiting.
      await page.send('Fetch.fulfillRequest', { requestId, ...answered }).catch(refuse)
    },
  }
}

const cssType = { name: 'content-type', value: 'text/css' }

/** The whole browser asks for the page's icon, as something that has no type of its own. */
function isIcon({ headers }: Paused['request']): boolean {
  return headers.Accept?.startsWith('image/') ?? false
}

function documentOf({ content, charset }: SentPage): PageAnswer {
  const type = charset === null ? 'text/html' : `text/html; charset=${charset}`
  return { status: 200, headers: [{ name: 'content-type', value: type }], body: content }
}

/** Lets so many go on at once; the others wait for their turn. */
function createTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}
