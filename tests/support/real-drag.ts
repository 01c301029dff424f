import type { Page } from '@playwright/test'

/** A place in the page, in CSS pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Files from the disk that hang on the mouse. */
export interface RealDrag {
  /** Moves over a place until the page has taken the movement in. */
  over(point: Point): Promise<void>
  /** Lets go; the page has to have accepted the place, as browsers ask for. */
  drop(point: Point): Promise<void>
}

/** How often to move before the page counts as not listening, and how long it may take each time. */
const moves = 40
const moveMs = 250

/** Drags files or folders from the disk into a page, as a person does with the mouse. */
export async function dragFiles(page: Page, paths: readonly string[], enter: Point): Promise<RealDrag> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 } // 1: copy
  const send = (type: 'dragEnter' | 'dragOver' | 'drop', point: Point) =>
    session.send('Input.dispatchDragEvent', { type, ...point, data })

  /** A mouse that is held over a place sends this event again and again; one alone can be lost on a busy machine. */
  const over = async (point: Point): Promise<void> => {
    for (let move = 0; move < moves; move++) {
      // The page listens before the mouse moves, however the two messages overtake each other on their way.
      const seen = await page.evaluateHandle(
        (limitMs) => ({
          accepted: new Promise<boolean>((resolve) => {
            const done = (event?: DragEvent) => {
              removeEventListener('dragover', done)
              resolve(event?.defaultPrevented ?? false)
            }
            addEventListener('dragover', done)
            setTimeout(done, limitMs)
          }),
        }),
        moveMs,
      )
      await send('dragOver', point)
      const accepted = await seen.evaluate(({ accepted: answer }) => answer)
      await seen.dispose()
      if (accepted) {
        // The browser learns the answer after the page has given it.
        await send('dragOver', point)
        return
      }
    }
    throw new Error('The page does not accept what is dragged over it.')
  }

  await send('dragEnter', enter)
  return {
    over,
    async drop(point) {
      await over(point)
      await send('drop', point)
      await session.detach()
    },
  }
}
