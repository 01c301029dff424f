import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { card, goTo, idle, newChat, send } from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { freshFolder } from '../support/start-host'

// A person may set a reading tool so that they are asked before each use.

const desk = setUpModelDesk({
  work() {
    const work = join(freshFolder('home'), 'work')
    mkdirSync(work)
    writeFileSync(join(work, 'tides.md'), 'low water at six\n')
    return work
  },
})

test('a tool that only reads is asked for each time where that was chosen, and a yes is to that call', async ({
  page,
}) => {
  await goTo(page, 'Tools')
  await page.getByRole('button', { name: /Read a file/ }).click()
  const policy = page.getByRole('combobox', { name: 'What Assistant may do with it', exact: true })
  await policy.selectOption('Ask each time')
  const path = desk.at('tides.md')
  const read = toolUse('read_file', { path })
  desk.api.push(answer([read]), answer([toolUse('read_file', { path })]), answer([text('At six.')]))
  await newChat(page)
  await send(page, 'When is low water?')
  const question = card(page, 'tides.md')
  await expect(question).toContainText('Asks because')
  await expect(question).toContainText('You set this tool so that you are asked before each use.')
  await question.getByRole('button', { name: 'Allow once' }).click()
  // The same call again is not asked for.
  await idle(page)
  await expect(page.getByText('At six.')).toBeVisible()
  expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('low water at six')

  desk.api.push(answer([toolUse('read_file', { path, max_lines: 1 })]), answer([text('All right.')]))
  await send(page, 'And the first line?')
  await card(page, 'tides.md').last().getByRole('button', { name: 'Don’t allow' }).click()
  await page.getByRole('textbox', { name: /Reason/ }).fill('You know it.')
  await page.getByRole('textbox', { name: /Reason/ }).press('Enter')
  await idle(page)
  expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain('You know it.')
})
