import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { appReady, ask, documentRow, goTo, idle, messageBox, newChat } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

const lastAnswer = (page: Page) => page.getByRole('article', { name: /^Assistant/ }).last()
const mention = async (page: Page, title: string) => {
  await page.locator('.composer textarea').pressSequentially(`@${title}`)
  await page.getByRole('option', { name: new RegExp(`^${title}`) }).click()
}

test.describe
  .serial('without a model, a question', () => {
    const desk = setUpHostDesk('for all tests', ({ papers }) => {
      writeFileSync(join(papers, 'Garden.md'), '# Garden\n\nMembership costs 25 euros a year.\n')
      writeFileSync(join(papers, 'Choir.md'), '# Choir\n\nMembership costs 40 euros a year.\n')
    })

    test.beforeAll(async () => {
      expect(await runCommand(['add', desk.papers, '--data', desk.host.data])).toMatchObject({ status: 0 })
    })
    test.beforeEach(async ({ page }) => {
      await page.goto(desk.host.url)
      await appReady(page)
      await newChat(page)
    })

    test('has details that tell its steps, and no tokens that nobody counted', async ({ page }) => {
      await ask(page, 'What does membership cost?')
      await page.getByRole('button', { name: 'Details', exact: true }).last().click()
      const details = page.getByRole('complementary', { name: 'Inspector' })
      await expect(details.getByRole('region', { name: 'In all' })).toContainText('Tools’ time')
      await expect(details).toContainText('Called tools')
      await expect(details).not.toContainText(/tokens|From cache/)
    })

    test('is looked for in the documents that are attached to it, and in no other', async ({ page }) => {
      await mention(page, 'Garden')
      await ask(page, 'what does membership cost?')
      await expect(lastAnswer(page)).toContainText('Membership costs 25 euros a year.')
      await expect(lastAnswer(page)).not.toContainText('40 euros')
      await expect(lastAnswer(page)).not.toContainText('Attached documents')
    })

    test('that nothing there answers says so, and how to ask the rest', async ({ page }) => {
      await mention(page, 'Garden')
      await ask(page, 'How many lighthouses are there?')
      await expect(lastAnswer(page)).toContainText('Nothing in this document answers this.')
    })

    test('that asks to sum up is answered by a summary of the document', async ({ page }) => {
      await mention(page, 'Choir')
      await ask(page, 'summarize this document')
      await expect(page.getByRole('group', { name: /^Result: / })).toContainText(
        'Membership costs 40 euros a year.',
      )
    })

    test('about one document leaves the next new chat about all of them', async ({ page }) => {
      await goTo(page, 'Library')
      await documentRow(page, 'Garden')
        .getByRole('button', { name: /More|Actions/ })
        .click()
      await page.getByRole('menuitem', { name: 'Ask about it' }).click()
      await expect(page.getByRole('note')).toContainText('Only in Garden')
      await ask(page, 'what does membership cost?')
      await expect(lastAnswer(page)).toContainText('25 euros')
      await expect(page.getByRole('note')).toContainText('Only in Garden')
      await newChat(page)
      await expect(page.getByRole('note')).toHaveCount(0)
      await page.reload()
      await expect(messageBox(page)).toBeVisible()
      await expect(page.getByRole('note')).toHaveCount(0)
      await ask(page, 'what does membership of the choir cost?')
      await expect(lastAnswer(page)).toContainText('40 euros')
      await idle(page)
    })

    test('that is a request is answered with the command for it', async ({ page }) => {
      await ask(page, 'Please create a note that says buy milk tomorrow')
      await expect(lastAnswer(page)).toContainText('/create_note')
      await expect(lastAnswer(page)).not.toContainText('From your library')
    })
  })
