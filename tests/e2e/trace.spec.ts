import { expect, type Page, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  goTo,
  idle,
  inspector,
  newChat,
  openConversation,
  send,
} from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()
const lastAnswer = (page: Page) => answers(page).last()
const details = (page: Page) => page.getByRole('button', { name: 'Details', exact: true }).last()
const step = (page: Page, number: number) =>
  inspector(page)
    .getByRole('list', { name: 'Steps' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Step ${number}` }) })

async function setPrices(page: Page) {
  await goTo(page, 'Settings')
  await page.getByLabel('Price of a million tokens sent').fill('1000')
  await page.getByLabel('Price of a million tokens answered').fill('2000')
  await page.getByRole('button', { name: 'Save thinking and budget' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await newChat(page)
}

test('an answer says what it cost where prices are set, and its details show each step, tool and proposal', async ({
  page,
}) => {
  desk.put('tide.md', 'High water at noon.')
  desk.api.push(answer([text('Before prices.')]))
  await ask(page, 'How much?')
  // Each scripted answer is 12 tokens in, 3 from and 4 into the cache, 34 out.
  await expect(lastAnswer(page)).toContainText('19 tokens in, 34 out')
  await expect(lastAnswer(page)).not.toContainText('about')

  await setPrices(page)
  desk.api.push(
    answer([text('I look.'), toolUse('read_file', { path: desk.at('tide.md') })]),
    answer([toolUse('create_file', { path: desk.at('noted.md'), content: 'Noon.' })]),
    answer([text('Noted.')]),
  )
  await send(page, 'Note the tide')
  await approveCard(page, 'noted.md')
  await idle(page)
  await expect(lastAnswer(page)).toContainText('57 tokens in, 102 out · about 0.261')

  await details(page).click()
  const panel = inspector(page)
  await expect(panel.getByRole('heading', { name: 'How this answer came to be' })).toBeVisible()
  await expect(panel).toContainText('3, 2 tool calls')
  await expect(step(page, 1)).toContainText('Called tools')
  await expect(step(page, 1)).toContainText('fake-model')
  for (const figure of ['New in12', 'From cache3', 'Into cache4', 'Out34', 'Costabout 0.087'])
    await expect(step(page, 1)).toContainText(figure)
  const tools = (number: number) => step(page, number).getByRole('list', { name: `Tools of step ${number}` })
  await expect(tools(1)).toContainText('read_file')
  await expect(tools(1)).toContainText('from a granted folder')
  await expect(tools(1)).toContainText('Done')
  await expect(tools(2)).toContainText('with the wait for the decision')
  await expect(step(page, 3)).toContainText('Finished its answer')
  const total = panel.getByRole('region', { name: 'In all' })
  await expect(total).toContainText('57 tokens in, 102 out · about 0.261')
  await expect(total).toContainText('by the prices that are in Settings now')
  await expectAccessible(page, 'how an answer came to be')

  await tools(2)
    .getByRole('button', { name: /^Proposal \d+$/ })
    .click()
  await expect(panel.getByRole('tab', { name: 'Result' })).toBeVisible()
  await expect(panel).toContainText('noted.md')
})

test('details of a run that nobody watched lead to its proposals that wait', async ({ page }) => {
  await desk.proposeUnattended(['create_file', { path: desk.at('later.md'), content: 'Later.' }])
  await openConversation(page, 'Prepare it')
  await details(page).click()
  await expect(step(page, 1)).toContainText('create_file')
  await step(page, 1)
    .getByRole('button', { name: /^Proposal \d+$/ })
    .click()
  await expect(page.getByRole('dialog').filter({ hasText: 'later.md' })).toBeVisible()
})

test('a tool call says where its result came from, and under what a change was applied', async ({ page }) => {
  desk.put('ebb.md', 'Low water at six.')
  desk.api.push(
    answer([toolUse('read_file', { path: desk.at('ebb.md') })]),
    answer([toolUse('create_file', { path: desk.at('ebb-noted.md'), content: 'Six.' })]),
    answer([text('Noted.')]),
  )
  await send(page, 'Note the ebb')
  await approveCard(page, 'ebb-noted.md')
  await idle(page)
  const facts = (name: string) => inspector(page).getByRole('definition').filter({ hasText: name })
  await page.getByRole('button', { name: /^Read ebb\.md/ }).click()
  await expect(facts('from a granted folder')).toBeVisible()
  await expect(facts(`the granted folder ${desk.work} (Read and write)`)).toBeVisible()
  await page.getByRole('button', { name: /^Created ebb-noted\.md/ }).click()
  await expect(facts('signed off: You')).toBeVisible()

  // The call goes with the answer that held it.
  desk.api.push(answer([text('Noted before.')]))
  await lastAnswer(page).hover()
  await page.getByRole('button', { name: 'Answer again' }).last().click()
  await expect(lastAnswer(page)).toContainText('Noted before.')
  await expect(inspector(page)).toHaveCount(0)
})
