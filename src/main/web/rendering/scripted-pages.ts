import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { WebAddress } from '../address'
import type { GuardOptions } from '../guarded-fetch'
import { type RenderingTimes, usualRenderingTimes } from '../limits'
import type { PageBrowser, PageBrowsers } from './page-browser'
import { createPageRequests } from './page-requests'
import { renderPage, type SentPage } from './render-page'

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
  /** The page's text once its scripts have run, as HTML; throws one sentence where that is not possible. */
  run(page: SentPage, signal: AbortSignal): Promise<string>
  /** Ends the browser. */
  close(): Promise<void>
}

/** Begins to run scripts for one fetch. `mayAsk` throws for a host that nobody has approved. */
export function createScriptedPages(
  { browsers, wanted, times = usualRenderingTimes }: ScriptsOptions,
  guard: GuardOptions,
  mayAsk: (to: WebAddress, from: WebAddress) => void,
): ScriptedPages {
  let browser: Promise<PageBrowser> | null = null
  const ended = async () => {
    const started = await browser?.catch(() => null)
    browser = null
    await started?.close()
  }
  return {
    async run(sent, signal) {
      if (browsers === null) throw new AppError('unsupported', say('web.no_browser_here'))
      if (!wanted()) throw new AppError('denied', say('web.scripts_off'))
      browser ??= browsers.start()
      try {
        const page = await (await browser).openPage()
        const html = await renderPage(page, sent, createPageRequests(sent.address, guard, mayAsk), {
          ...{ signal, times },
        })
        await page.close()
        return html
      } catch (error) {
        // Whatever holds it up, the next page gets a new one.
        await ended()
        if (error instanceof AppError) throw error
        const { host } = sent.address
        throw new AppError('unavailable', say('web.page_crashed', { host }), { cause: error })
      }
    },
    close: ended,
  }
}
