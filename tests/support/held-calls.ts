import type { Page } from '@playwright/test'

/** Requests of one kind on their way from the page to its host. */
export interface HeldCalls {
  /** How many the page has made. */
  readonly asked: () => number
  /** Keeps them from the host from now on; the answer lets go of them. */
  readonly hold: () => () => void
}

/** Counts the requests of the page that name a procedure such as `/proposals/get`; call it before the page opens. */
export async function holdCalls(page: Page, procedure: string): Promise<HeldCalls> {
  let asked = 0
  let gate: Promise<void> | undefined
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage(async (message) => {
      const isMeant = String(message).includes(procedure)
      if (isMeant) asked += 1
      if (isMeant) await gate
      server.send(message)
    })
  })
  return {
    asked: () => asked,
    hold() {
      const held = Promise.withResolvers<void>()
      gate = held.promise
      return () => {
        gate = undefined
        held.resolve()
      }
    },
  }
}
