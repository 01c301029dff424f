import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { inTime } from '../../async/in-time'
import { unlessAborted } from '../../async/until-aborted'
import type { WebAddress } from '../address'
import type { GuardOptions } from '../guarded-fetch'
import { type RenderingTimes, usualRenderingTimes } from '../limits'
import type { SentPage } from './page-answers'
import { type PageBrowser, type PageBrowsers, PageFailure } from './page-browser'
import { createPageRequests } from './page-requests'
import { renderPage, type ScriptedPage } from './render-page'

/** Where the scripts of pages are run. */
export interface ScriptsOptions {
  /** Null where there is no browser. */
  readonly browsers: PageBrowsers | null
  /** Whether the person wants it; asked each time. */
  readonly wanted: () => boolean
  readonly times?: RenderingTimes
}

/** The scripts of the pages of one fetch: one browser, started when a page needs it. */
export interface ScriptedPages {
  /** Runs its scripts; throws one sentence where that is not possible. */
  run(page: SentPage, signal: AbortSignal): Promise<ScriptedPage>
  /** Ends the browser. */
  close(): Promise<void>
}

/** What one fetch may do. */
interface ScriptsAllowed {
  /** Whether running scripts was part of what was approved. */
  readonly approved: boolean
  /** Throws for a host that nobody has approved. */
  readonly mayAsk: (to: WebAddress, from: WebAddress) => void
}

/** Begins to run scripts for one fetch. */
export function createScriptedPages(
  { browsers, wanted, times = usualRenderingTimes }: ScriptsOptions,
  guard: GuardOptions,
  { approved, mayAsk }: ScriptsAllowed,
): ScriptedPages {
  let browser: Promise<PageBrowser> | null = null

  const close = async () => {
    const started = await browser?.catch(() => null)
    browser = null
    await started?.close()
  }

  async function render(sent: SentPage, from: PageBrowsers, signal: AbortSignal): Promise<ScriptedPage> {
    browser ??= from.start(signal)
    const page = await (await browser).openPage()
    const requests = createPageRequests(sent.address, guard, mayAsk)
    const scripted = await renderPage(page, sent, requests, { signal, times })
    await page.close()
    return scripted
  }

  return {
    async run(sent, signal) {
      const { host } = sent.address
      if (browsers === null) throw new AppError('unsupported', say('web.no_browser_here'))
      if (!wanted()) throw new AppError('denied', say('web.scripts_off'))
      if (!approved) throw new AppError('denied', say('web.scripts_not_approved'))
      try {
        const limitMs = times.startMs + times.wholeMs + times.readMs
        // A browser that answers nothing more holds nobody up.
        const late = () => new AppError('timeout', say('web.page_endless', { host }))
        return await inTime(unlessAborted(signal, render(sent, browsers, signal)), { limitMs, late })
      } catch (error) {
        // Whatever holds it up, the next page gets a new one.
        await close()
        if (!(error instanceof PageFailure)) throw error
        throw new AppError('unavailable', say('web.page_crashed', { host }), { cause: error })
      }
    },
    close,
  }
}
