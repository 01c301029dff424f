import { z } from 'zod'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inTime } from '../../async/in-time'
import { unlessAborted } from '../../async/until-aborted'
import { MAX_RENDERED_CHARACTERS, MAX_RENDERED_NODES, type RenderingTimes } from '../limits'
import { flatPage } from './flat-page'
import { createPageAnswers, type PageAnswers, type SentPage } from './page-answers'
import type { BrowserPage } from './page-browser'
import type { PageRequests } from './page-requests'

const frameSchema = z.object({ frameTree: z.object({ frame: z.object({ id: z.string() }) }) })
const worldSchema = z.object({ executionContextId: z.number() })
const evaluatedSchema = z.object({
  result: z.object({ value: z.unknown() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
})

/** A page once its scripts have run. */
export interface ScriptedPage {
  /** Its text as HTML. */
  readonly html: string
  /** The other address at which its scripts wanted to be first, where they did. */
  readonly leadsTo: string | null
}

/**
 * Lets a page's scripts run until it is loaded and asks for nothing more. Its own document is not asked for again;
 * whatever else it asks for is answered by `requests` or not at all. Throws one sentence where it comes to no end that can
 * be read; a page that does not answer at all is left to whoever waits.
 */
export async function renderPage(
  page: BrowserPage,
  sent: SentPage,
  requests: PageRequests,
  { signal, times }: { readonly signal: AbortSignal; readonly times: RenderingTimes },
): Promise<ScriptedPage> {
  const { host } = sent.address
  const over = new AbortController()
  const quiet = createQuiet(times)
  const failed = Promise.withResolvers<never>()
  // Nobody may be waiting when it does.
  failed.promise.catch(() => undefined)
  const crash = () => failed.reject(new AppError('unavailable', say('web.page_crashed', { host })))
  void page.gone.then(crash)
  let answers: PageAnswers | null = null
  let leadsTo: string | null = null

  page.listen(({ method, params }) => {
    if (method === 'Page.loadEventFired') quiet.loaded()
    else if (method === 'Inspector.targetCrashed') crash()
    else if (method === 'Page.javascriptDialogOpening') {
      // It would wait for an answer for ever.
      page.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => undefined)
    } else if (method === 'Fetch.requestPaused' && answers !== null) {
      // A page that has just ended can't be told anything.
      quiet.during(answers.answer(params).catch(() => undefined))
    }
  })

  try {
    for (const domain of ['Page', 'Inspector', 'Network']) await page.send(`${domain}.enable`)
    await page.send('Network.setBypassServiceWorker', { bypass: true })
    const { frame } = frameSchema.parse(await page.send('Page.getFrameTree')).frameTree
    answers = createPageAnswers(page, frame.id, sent, requests, {
      signal: AbortSignal.any([signal, over.signal]),
      leadsAway(url) {
        // One that asks for itself again stays where it is.
        if (url !== sent.address.href) leadsTo ??= url
        // Its loading ends here where it had not ended.
        quiet.loaded()
      },
      hadEnough: () => failed.reject(new AppError('too_large', say('web.page_too_large', { host }))),
    })
    await page.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
    // It answers when the page has begun; what comes of it is seen by its events.
    page.send('Page.navigate', { url: sent.address.href }).catch(() => undefined)
    const orFailed = <T>(work: Promise<T>) => Promise.race([unlessAborted(signal, work), failed.promise])
    await orFailed(quiet.reached)
    if (!answers.hasBegun()) throw new AppError('unavailable', say('web.page_crashed', { host }))
    // A page whose scripts never pause answers nothing.
    const late = () => new AppError('timeout', say('web.page_endless', { host }))
    const html = await orFailed(inTime(textOf(page, frame.id, host), { limitMs: times.readMs, late }))
    return { html, leadsTo }
  } finally {
    over.abort()
    quiet.end()
  }
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
