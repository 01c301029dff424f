import type { Page } from '@playwright/test'

/** Begins to notice for how long the page stands still; answers how the longest time so far is asked for (milliseconds). */
export async function watchPauses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let last = performance.now()
    setInterval(() => {
      const now = performance.now()
      const longest = Math.max(Number(document.body.dataset.longest ?? 0), now - last)
      document.body.dataset.longest = String(longest)
      last = now
    }, 50)
  })
  return () => page.evaluate(() => Number(document.body.dataset.longest))
}
