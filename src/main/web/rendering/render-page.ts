import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inTime } from '../../in-time'
import { unlessAborted } from '../../until-aborted'
import type { WebAddress } from '../address'
import {
  MAX_PAGE_REQUEST_BYTES,
  MAX_PAGE_REQUESTS,
  MAX_RENDERED_CHARACTERS,
  MAX_RENDERED_NODES,
  type RenderingTimes,
} from '../limits'
import { flatPage } from './flat-page'
import type { BrowserPage } from './page-browser'
import type { PageAnswer, PageRequests } from './page-requests'

/** A page as its server sent it. */
export interface SentPage {
  readonly address: WebAddress
  readonly content: Buffer
  /** As it is known from elsewhere; null where the content tells it. */
  readonly charset: string | null
}

const pausedSchema = z.object({
  requestId: z.string(),
  request: z.object({ url: z.string(), method: z.string(), headers: z.record(z.string(), z.string()) }),
  resourceType: z.string(),
  frameId: z.string(),
})
type Paused = z.infer<typeof pausedSchema>

const frameSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const worldSchema = z.object({ executionContextId: z.number() })
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

/** What is seen and not read; a style that is awaited comes empty. */
const unread: ReadonlySet<string> = new Set([
  'Image',
  'Media',
  'Font',
  'Ping',
  'CSPViolationReport',
  'Prefetch',
])

/**
 * Lets a page's scripts run until it is loaded and asks for nothing more, and answers its text as HTML. Its own document
 * is not asked for again; whatever else it asks for is answered by `requests` or not at all. Throws one sentence where it
 * comes to no end that can be read.
 */
export async function renderPage(
  page: BrowserPage,
  sent: SentPage,
  requests: PageRequests,
  { signal, times }: { readonly signal: AbortSignal; readonly times: RenderingTimes },
): Promise<string> {
  const { host } = sent.address
  const over = new AbortController()
  const both = AbortSignal.any([signal, over.signal])
  const quiet = createQuiet(times)
  const crashed = Promise.withResolvers<never>()
  const crash = () => crashed.reject(new AppError('unavailable', say('web.page_crashed', { host })))
  void page.gone.then(crash)
  // Nobody may be waiting when it does.
  crashed.promise.catch(() => undefined)
  let first: string | null = sent.address.href
  let mainFrame = ''
  let asked = 0
  let bytes = 0

  async function answerTo({ request, resourceType, frameId }: Paused): Promise<PageAnswer | null> {
    if (resourceType === 'Document') {
      // Frames are other pages.
      if (frameId !== mainFrame) return null
      const isSent = request.url === first
      first = null
      if (isSent) return documentOf(sent)
      // A page that leads elsewhere stays as it is, and its loading ends here where it had not ended.
      quiet.loaded()
      return null
    }
    if (unread.has(resourceType) || isIcon(request)) return null
    if (resourceType === 'Stylesheet') return { status: 200, headers: [cssType], body: Buffer.alloc(0) }
    asked += 1
    if (asked > MAX_PAGE_REQUESTS || bytes > MAX_PAGE_REQUEST_BYTES) return null
    const answer = await requests(request, both)
    bytes += answer.body.length
    return answer
  }

  async function settle(paused: Paused): Promise<void> {
    const { requestId } = paused
    // What fails is the page's to deal with, as in any browser.
    const answer = await answerTo(paused).catch(() => null)
    if (both.aborted) return
    if (answer === null) {
      // Aborted, and not failed: a page whose navigation fails is replaced by one that says so.
      await page.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    } else {
      const { status, headers, body } = answer
      const answered = { responseCode: status, responseHeaders: headers, body: body.toString('base64') }
      await page.send('Fetch.fulfillRequest', { requestId, ...answered })
    }
  }

  page.listen(({ method, params }) => {
    if (method === 'Page.loadEventFired') quiet.loaded()
    else if (method === 'Inspector.targetCrashed') crash()
    else if (method === 'Page.javascriptDialogOpening') {
      // It would wait for an answer for ever.
      tell('Page.handleJavaScriptDialog', { accept: false })
    } else if (method === 'Fetch.requestPaused') {
      // A page that has just ended can't be told anything.
      quiet.during(settle(pausedSchema.parse(params)).catch(() => undefined))
    }
  })
  const tell = (method: string, params: Readonly<Record<string, unknown>>) => {
    page.send(method, params).catch(() => undefined)
  }

  const orStopped = <T>(work: Promise<T>) => Promise.race([unlessAborted(signal, work), crashed.promise])
  try {
    await page.send('Page.enable')
    await page.send('Inspector.enable')
    await page.send('Network.enable')
    await page.send('Network.setBypassServiceWorker', { bypass: true })
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    mainFrame = frameSchema.parse(await page.send('Page.getFrameTree')).frameTree.frame.id
    // It answers when the page has begun; what comes of it is seen by its events.
    tell('Page.navigate', { url: sent.address.href })
    await orStopped(quiet.reached)
    // A page whose scripts never pause answers nothing.
    const late = () => new AppError('timeout', say('web.page_endless', { host }))
    return await orStopped(inTime(textOf(page, mainFrame, host), { limitMs: times.readMs, late }))
  } finally {
    over.abort()
    quiet.end()
  }
}

/** The whole browser asks for the page's icon, as something that has no type of its own. */
function isIcon({ headers }: Paused['request']): boolean {
  return headers.Accept?.startsWith('image/') ?? false
}

const cssType = { name: 'content-type', value: 'text/css' }

function documentOf({ content, charset }: SentPage): PageAnswer {
  const type = charset === null ? 'text/html' : `text/html; charset=${charset}`
  return { status: 200, headers: [{ name: 'content-type', value: type }], body: content }
}

/** Tells when a page has been loaded and was then quiet for a while, or has had its time. */
function createQuiet({ quietMs, wholeMs }: RenderingTimes) {
  const { promise: reached, resolve } = Promise.withResolvers<void>()
  let atWork = 0
  let isLoaded = false
  let timer: NodeJS.Timeout | undefined
  const whole = setTimeout(resolve, wholeMs)
  const look = () => {
    clearTimeout(timer)
    if (isLoaded && atWork === 0) timer = setTimeout(resolve, quietMs)
  }
  return {
    reached,
    loaded() {
      isLoaded = true
      look()
    },
    during(work: Promise<void>) {
      atWork += 1
      clearTimeout(timer)
      void work.finally(() => {
        atWork -= 1
        look()
      })
    },
    end() {
      clearTimeout(timer)
      clearTimeout(whole)
    },
  }
}

async function textOf(page: BrowserPage, frameId: string, host: string): Promise<string> {
  const world = { frameId, worldName: 'countersign' }
  const { executionContextId } = worldSchema.parse(await page.send('Page.createIsolatedWorld', world))
  const { result, exceptionDetails } = evaluatedSchema.parse(
    await page.send('Runtime.evaluate', {
      expression: `(${flatPage})(${MAX_RENDERED_CHARACTERS}, ${MAX_RENDERED_NODES})`,
      contextId: executionContextId,
      returnByValue: true,
    }),
  )
  if (exceptionDetails !== undefined) throw new AppError('unavailable', say('web.page_crashed', { host }))
  if (typeof result.value !== 'string') throw new AppError('too_large', say('web.page_too_large', { host }))
  return result.value
}
