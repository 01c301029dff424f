/** What this process tells the test without being asked. */
export type ControlEvent =
  | { event: 'browser'; endpoint: string; pid: number | undefined }
  | { event: 'window'; targetId: string }

/** A question of the test: a function's source text, called with the electron module and one value. */
export type ControlRequest = { id: number; source: string; value: unknown }

/** The answer to a question of the test. */
export type ControlReply = { id: number; value?: unknown; error?: string }

/** The channel to the test that started this process; silent when there is none. */
export const control = {
  tell: (message: ControlEvent | ControlReply): void => {
    if (process.connected) process.send?.(message)
  },
}

/** Answers the test's questions, and ends this process with the test. */
export function serveControl(electron: object): void {
  if (!process.send) return
  process.on('message', async (request: ControlRequest) => {
    try {
      // The test's own code, sent by the test that started this process.
      const ask = new Function(`return (${request.source})`)() as (
        electron: object,
        value: unknown,
      ) => unknown
      control.tell({ id: request.id, value: await ask(electron, request.value) })
    } catch (error) {
      control.tell({
        id: request.id,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  })
  process.on('disconnect', () => process.exit(1))
}
