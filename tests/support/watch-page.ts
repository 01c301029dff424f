import type { Page } from '@playwright/test'

/** What a page did that a person does not see. */
export interface PageWatch {
  /** Every address that was asked for, sockets included. */
  readonly requests: readonly string[]
  /** Errors on the console, uncaught errors, and violations of the content security policy. */
  readonly errors: readonly string[]
  /** Requests that went anywhere but to the page's own origin. */
  strangers(): string[]
}

/** Listens from before the first page on. */
export async function watchPage(page: Page): Promise<PageWatch> {
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('websocket', (socket) => requests.push(socket.url()))
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy violation: ${event.effectiveDirective} ${event.blockedURI}`)
    })
  })
  return {
    requests,
    errors,
    strangers() {
      const { host } = new URL(page.url())
      return requests.filter((address) => {
        const url = new URL(address)
        return url.protocol !== 'data:' && url.protocol !== 'blob:' && url.host !== host
      })
    },
  }
}
