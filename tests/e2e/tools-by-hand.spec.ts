import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { answers, documentIs, dropOn, goTo, idle, messageBox, newChat, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

// Tools that a person calls by hand, in words that a person has.

const desk = setUpHostDesk('for all tests')
const title = 'Lease contract Müller'

async function openTool(page: Page, name: string): Promise<void> {
  await goTo(page, 'Tools')
  await page.getByRole('searchbox', { name: 'Search the tools' }).fill(name)
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

test.describe
  .serial('a tool that is called by hand', () => {
    test('takes a document by its title in the message box', async ({ page }) => {
      writeFileSync(
        join(desk.papers, 'lease.md'),
        `# ${title}\n\nThe rent is due on the third of each month.\n`,
      )
      await openApp(page, desk.host.url)
      await goTo(page, 'Library')
      await dropOn(page, 'Add to library', [join(desk.papers, 'lease.md')])
      await documentIs(page, title, 'Ready')
      await newChat(page)
      await messageBox(page).pressSequentially('/summarize_document lease')
      await page.getByRole('option', { name: new RegExp(title) }).click()
      await expect(messageBox(page)).toHaveValue(`/summarize_document ${title}`)
      await expect(page.getByRole('option')).toHaveCount(0)
      await page.keyboard.press('Enter')
      await idle(page)
      await expect(answers(page).last()).toContainText('due on the third')
    })

    test('takes a document by its title in its form', async ({ page }) => {
      await openApp(page, desk.host.url)
      await openTool(page, 'Summarize a document')
      await expect(page.getByText('it rests. Usually 10.')).toBeHidden()
      await page.getByText('More options (1)').click()
      await expect(page.getByText('it rests. Usually 10.')).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Passages at most' })).toHaveAccessibleDescription(
        /^max_chunks /,
      )
      await page.getByRole('combobox', { name: 'Document' }).fill(title.toLowerCase())
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(page.getByRole('main')).toContainText('due on the third')
    })

    test('looks for the document once a title is typed, not at each key', async ({ page }) => {
      let asked = 0
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => {
          if (payload.toString().includes('/library/rows')) asked++
        }),
      )
      await openApp(page, desk.host.url)
      await openTool(page, 'Summarize a document')
      const field = page.getByRole('combobox', { name: 'Document' })
      await expect(field).toBeVisible()
      const offered = page.locator(`datalist option[value="${title}"]`)
      await expect(offered).toHaveCount(1)
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 60_000)
      asked = 0
      await field.pressSequentially('lease')
      await page.clock.runFor(1000)
      await expect.poll(() => asked).toBe(1)
    })

    test('takes the addresses of a contact as they are, one a line', async ({ page }) => {
      await openApp(page, desk.host.url)
      await openTool(page, 'Add a contact')
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Anna Müller')
      await page.getByText(/^More options/).click()
      await page.getByRole('textbox', { name: 'E-mail addresses' }).fill('anna@example.org')
      await page.getByRole('textbox', { name: /^Birthday/i }).fill('1980-05-10')
      await page.getByRole('button', { name: 'Propose', exact: true }).click()
      await expect(page.getByRole('main')).toContainText('anna@example.org')
      await expect(page.getByRole('row', { name: 'Birthday 10 May 1980' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
    })

    test('keeps its options unfolded while one of them is filled, and where one is wrong', async ({
      page,
    }) => {
      await openApp(page, desk.host.url)
      await openTool(page, 'Search the library')
      const most = page.getByRole('textbox', { name: 'How many passages' })
      await expect(page.getByRole('textbox', { name: 'Search for' })).toBeVisible()
      await expect(most).toBeHidden()
      await page.getByText('More options (8)').click()
      await most.fill('many')
      await page.getByText('More options (8)').click()
      await expect(most).toBeHidden()
      await page.getByRole('textbox', { name: 'Search for' }).fill('rent')
      await page.getByRole('button', { name: 'Run', exact: true }).click()
      await expect(most).toBeVisible()
      await expect(most).toHaveAttribute('aria-invalid', 'true')
      await goTo(page, 'Library')
      await openTool(page, 'Search the library')
      await expect(most).toHaveValue('many')
      await expect(most).toBeVisible()
      await most.fill('')
      await expect(most).toBeVisible()
    })
  })
