import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { approveCard, goTo, idle, inspector, newChat, send } from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()

test('a model with a small context window is given names of tools, and loads those that it needs', async ({
  page,
}) => {
  await goTo(page, 'Settings')
  await page.getByLabel('Context window (tokens)').fill('32768')
  await page.getByRole('region', { name: 'Model' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
  await newChat(page)

  const path = desk.at('tides.md')
  const write = toolUse('create_file', { path, content: 'High water at noon.\n' })
  desk.api.push(
    answer([write]),
    answer([toolUse('load_tools', { names: ['create_file'], query: 'append text to a file' })]),
    answer([write]),
    answer([text('Written.')]),
  )
  await send(page, 'Note the tide')
  await approveCard(page, 'tides.md')
  await idle(page)
  expect(readFileSync(path, 'utf8')).toBe('High water at noon.\n')

  const [first, second, third] = desk.api.created.slice(-4)
  expect(first?.tools?.map(({ name }) => name)).toEqual(['load_tools'])
  expect(first?.system).toContain('- create_file: Creates a new UTF-8 text file')
  expect(JSON.stringify(second?.messages.at(-1))).toContain('create_file was not loaded')
  expect(third?.tools?.map(({ name }) => name).slice(0, 2)).toEqual(['load_tools', 'create_file'])
  expect(third?.tools?.map(({ name }) => name)).toContain('append_to_file')
  expect(JSON.stringify(first?.tools).length).toBeLessThan(2000)

  await page.getByRole('button', { name: /^Loaded \d tools/ }).click()
  await expect(inspector(page)).toContainText('knows most of them by name only')
  await expect(inspector(page).getByRole('list', { name: 'Loaded', exact: true })).toContainText(
    'Create a file',
  )
})

test('a person calls any tool by its command, without the model and without having it loaded', async ({
  page,
}) => {
  const asked = desk.api.created.length
  await send(page, `/create_file ${desk.at('by-hand.md')} content="By hand."`)
  await approveCard(page, 'by-hand.md')
  await idle(page)
  expect(readFileSync(desk.at('by-hand.md'), 'utf8')).toBe('By hand.')
  await send(page, '/create_file')
  await idle(page)
  await expect(page.getByRole('article', { name: /^Assistant/ }).last()).toContainText('/help create_file')
  await send(page, '/help create_file')
  await idle(page)
  await expect(page.getByRole('article', { name: /^Assistant/ }).last()).toContainText('It needs')
  expect(desk.api.created).toHaveLength(asked)
})

test('what a model calls or loads that there is not is told where its call failed', async ({ page }) => {
  await newChat(page)
  desk.api.push(
    answer([toolUse('load_tools', { names: ['paint_boat', 'mend_sail'] }), toolUse('row_ashore', {})]),
    answer([text('I have no such tools.')]),
  )
  await send(page, 'Paint the boat')
  await idle(page)
  const failures = page.getByRole('log').locator('.tool-failure')
  await expect(failures).toHaveText([
    'There are no tools named “paint_boat”, “mend_sail”, so none was loaded.',
    'A tool named “row_ashore” was called, which there is not. Nothing was done.',
  ])
  // It belongs to the line above it, as one sees.
  const lines = page.getByRole('log').locator('.tool-line-text')
  const [own, reason, next] = await Promise.all(
    [lines.first(), failures.first(), lines.last()].map((line) => line.boundingBox()),
  )
  if (!own || !reason || !next) throw new Error('The lines are not in the page.')
  expect(reason.y - (own.y + own.height)).toBeLessThan(next.y - (reason.y + reason.height))
})
