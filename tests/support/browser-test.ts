import { type BrowserContext, type BrowserContextOptions, test as base, type Page } from '@playwright/test'

/** A context that the tests of one worker share, with the page that keeps its window open between them. */
type SharedContext = { readonly context: BrowserContext; readonly keeper: Page }

/** The worker's contexts, by what they were made with. */
type ContextPool = { of(options: BrowserContextOptions): Promise<SharedContext> }

/**
 * Playwright's `test`, but for the browser's context: tests with the same options share one. Each test has a host of its
 * own, so an origin of its own, and a page of its own; a window for each costs Chromium half of what a test takes of the
 * processor.
 */
export const test = base.extend<object, { contextPool: ContextPool }>({
  contextPool: [
    async ({ browser }, use) => {
      const pool = new Map<string, Promise<SharedContext>>()
      const open = async (options: BrowserContextOptions) => {
        const context = await browser.newContext(options)
        return { context, keeper: await context.newPage() }
      }
      await use({
        of(options) {
          const key = JSON.stringify(options)
          const shared = pool.get(key) ?? open(options)
          pool.set(key, shared)
          return shared
        },
      })
      for (const shared of pool.values()) await (await shared).context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ contextPool, colorScheme, hasTouch, locale, timezoneId, viewport }, use) => {
    const options = { colorScheme, hasTouch, locale, timezoneId, viewport }
    const { context, keeper } = await contextPool.of(options as BrowserContextOptions)
    await use(context)
    await forget(context, keeper)
  },
})

/** Leaves nothing of a test behind: the next one's host may get the same port, and so the same origin. */
async function forget(context: BrowserContext, keeper: Page): Promise<void> {
  const left = context.pages().filter((page) => page !== keeper)
  const origins = new Set(
    left.map((page) => new URL(page.url()).origin).filter((origin) => origin !== 'null'),
  )
  const session = await context.newCDPSession(keeper)
  for (const page of left) await page.close()
  for (const origin of origins) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  }
  await session.detach()
  await context.clearPermissions()
  await context.clearCookies()
}
