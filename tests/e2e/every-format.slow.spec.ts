import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { documents, dropOn, goTo, messageBox, newChat, openApp } from '../support/app-page'
import { writeEveryFormat } from '../support/every-format'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { freshFolder } from '../support/start-host'

// Recording what happens takes the page longer than what happens.
test.use({ trace: 'off', screenshot: 'off' })

test.describe
  .serial('a thousand files of every format', () => {
    const desk = setUpHostDesk('for all tests')
    const folder = freshFolder('every-format')
    test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('dropped on the window are all there in the end, and one goes on working meanwhile', async ({
      page,
    }) => {
      const names = writeEveryFormat(join(folder, 'dropped'), 50)
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [join(folder, 'dropped')])
      await expect(documents(page)).not.toHaveAttribute('aria-rowcount', '1', { timeout: 120_000 })

      // Meanwhile one works: writes, goes from screen to screen.
      await newChat(page)
      for (let round = 0; round < 5; round++) {
        await messageBox(page).pressSequentially('tide ')
        await goTo(page, 'Activity')
        await goTo(page, 'Library')
        await goTo(page, 'Chat')
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
    })
  })
