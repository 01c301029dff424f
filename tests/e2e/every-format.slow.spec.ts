import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { documents, dropOn, goTo, messageBox, newChat, openApp } from '../support/app-page'
import { writeEveryFormat } from '../support/every-format'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { freshFolder } from '../support/start-host'

/** A person notices a window that stands still for longer than this (milliseconds). */
const noticedMs = 150

// Recording what happens takes the page longer than what happens.
test.use({ trace: 'off', screenshot: 'off' })

test.describe
  .serial('a thousand files of every format', () => {
    const desk = setUpHostDesk('for all tests')
    const folder = freshFolder('every-format')
    test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('dropped on the window leave it responsive and are all there in the end', async ({ page }) => {
      const names = writeEveryFormat(join(folder, 'dropped'), 50)
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await page.evaluate(() => {
        const seen = { longest: 0, frames: 0, last: performance.now() }
        Object.assign(globalThis, { framesSeen: seen })
        const look = () => {
          const now = performance.now()
          seen.longest = Math.max(seen.longest, now - seen.last)
          seen.last = now
          seen.frames++
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
        const tasks: number[] = []
        Object.assign(globalThis, { longTasks: tasks })
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(duration)
        }).observe({ type: 'longtask' })
      })
      await dropOn(page, 'Add to library', [join(folder, 'dropped')])
      await expect(documents(page)).not.toHaveAttribute('aria-rowcount', '1', { timeout: 120_000 })

      // Meanwhile one works: writes, goes from screen to screen.
      const waits: number[] = []
      const timed = async (work: () => Promise<void>) => {
        const started = performance.now()
        await work()
        waits.push(performance.now() - started)
      }
      await newChat(page)
      for (let round = 0; round < 5; round++) {
        await timed(() => messageBox(page).pressSequentially('tide '))
        await timed(() => goTo(page, 'Activity'))
        await timed(() => goTo(page, 'Library'))
        await timed(() => goTo(page, 'Chat'))
      }
      await expect(messageBox(page)).toHaveValue('tide tide tide tide tide ')
      await goTo(page, 'Library')
      await expect(documents(page)).toHaveAttribute('aria-rowcount', String(names.size + 1), {
        timeout: 300_000,
      })
      const { client, close } = await connectAsPage(desk.host.url)
      const complete = async () => (await client.library.documents({ status: 'complete', limit: 1 })).total
      await expect.poll(complete, { timeout: 300_000 }).toBe(names.size)
      close()
      await expect(page.getByRole('button', { name: /^Failed/ })).toHaveCount(0)

      const { tasks, frames } = await page.evaluate(() => {
        const { longTasks, framesSeen } = globalThis as unknown as {
          longTasks: number[]
          framesSeen: { longest: number; frames: number }
        }
        return { tasks: longTasks, frames: framesSeen }
      })
      const longestTask = Math.max(0, ...tasks)
      console.log(
        `${names.size} files: longest task of the page ${Math.round(longestTask)} ms (${tasks.length} above 50 ms), longest time without a frame ${Math.round(frames.longest)} ms; steps of a person took ${Math.round(Math.max(...waits))} ms at most`,
      )
      expect(longestTask).toBeLessThan(noticedMs)
    })
  })
