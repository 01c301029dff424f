import type { Page } from '@playwright/test'

/** What one opening took, in milliseconds. */
export interface Opening {
  /** From the action to the painted outcome. */
  readonly painted: number
  /** The longest time that the page took no input. */
  readonly longestTask: number
}

/** How long something may take to come, in milliseconds. */
const limitMs = 20_000

/**
 * Does something in the page and waits until what should be seen is painted; `seen` is an expression of the page that
 * tells whether it is there.
 */
export function timeInPage(
  page: Page,
  seen: string,
  action: (argument: string) => void,
  argument: string,
): Promise<Opening> {
  const source = `(async () => {
    const action = ${action.toString()}
    const tasks = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
    observer.observe({ type: 'longtask' })
    const started = performance.now()
    action(${JSON.stringify(argument)})
    await new Promise((resolve, reject) => {
      const look = () => {
        if (${seen}) {
          // After the frame in which it is there has been painted.
          return requestAnimationFrame(() => setTimeout(resolve))
        }
        if (performance.now() - started > ${limitMs}) return reject(new Error('It never came: ' + ${JSON.stringify(seen)}))
        requestAnimationFrame(look)
      }
      look()
    })
    const painted = performance.now() - started
    await new Promise((resolve) => setTimeout(resolve, 300))
    observer.disconnect()
    return { painted, longestTask: Math.max(0, ...tasks.map((task) => task.duration)) }
  })()`
  return page.evaluate<Opening>(source)
}
