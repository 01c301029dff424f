import { expect, type Page, test } from '@playwright/test'
import { answers, ask, goTo, inspector, newChat } from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()
const question = (index: number) => `Question ${index}. ${'And much more of it. '.repeat(600)}`

async function setLimits(page: Page, tokens: number, turns = 10): Promise<void> {
  await goTo(page, 'Settings')
  await page.getByLabel('Context window (tokens)').fill(String(tokens))
  await page.getByLabel('Most turns of one answer').fill(String(turns))
  await page.getByRole('region', { name: 'Model' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()
}

test('an answer says once how much it was no longer given of what its tools found', async ({ page }) => {
  await setLimits(page, 20_000, 20)
  desk.put('log.txt', 'Nothing to report, wind from the west.\n'.repeat(120))
  let reads = 0
  desk.api.respond(({ tools = [], system }) => {
    if (JSON.stringify(system ?? '').includes('You sum up')) return answer([text('Summed up.')])
    if (reads === 15) return answer([text('All read.')])
    if (!tools.some(({ name }) => name === 'read_file')) {
      return answer([toolUse('load_tools', { names: ['read_file'] })])
    }
    reads += 1
    return answer([toolUse('read_file', { path: desk.at('log.txt') })])
  })
  await newChat(page)
  await ask(page, 'Read the log again and again')
  await expect(answers(page).last()).toContainText('All read.')
  const left = JSON.stringify(desk.api.created.at(-1)?.messages).match(/was left out to make room/gu)?.length
  const marks = page.getByRole('note').filter({ hasText: 'no longer sent older results of tools' })
  await expect(marks).toHaveCount(1)
  await expect(marks).toContainText(`attachments: ${left}, about`)
  // More than one step left something out, and nothing was summed up.
  await expect(page.getByText('a summary of the earlier messages')).toHaveCount(0)
  await page.getByRole('button', { name: 'Details', exact: true }).last().click()
  expect(await inspector(page).getByRole('note').count()).toBeGreaterThan(1)
})

test('what the model’s server left out by itself is told where it did, kept, and there to be opened', async ({
  page,
}) => {
  desk.put('ship.txt', 'The oldest ship is the Marigold.')
  desk.modelCalls(['read_file', { path: desk.at('ship.txt') }])
  await ask(page, 'Which ship is the oldest?')
  const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 8, cleared_input_tokens: 50_000 }
  desk.api.push(answer([text('It may be the Marigold.')], { appliedEdits: [edit] }))
  await ask(page, 'Are you sure?')
  const mark = answers(page).last().getByRole('note')
  const words = 'server left out 8 older results of tools by itself, about 50,000 tokens'
  await expect(mark).toContainText(words)
  await expect(mark).toContainText('It does not say which. All results are still here')
  await page.reload()
  await expect(mark).toContainText(words)
  await page.getByRole('button', { name: 'Details', exact: true }).last().click()
  await expect(inspector(page).getByRole('note')).toContainText(words)
})

test('a conversation that is longer than its model takes goes on, and says what the model is given', async ({
  page,
}) => {
  await setLimits(page, 20_000)
  const summed = (system: unknown) => JSON.stringify(system ?? '').includes('You sum up a conversation')
  desk.api.respond(({ system }) =>
    answer([text(summed(system) ? 'The person asks about **ships**.' : 'Noted.')]),
  )
  await newChat(page)
  for (let index = 0; index < 6; index++) {
    await ask(page, question(index))
  }
  const mark = page.getByRole('note').filter({ hasText: 'a summary of the earlier messages' }).first()
  await expect(mark).toBeVisible()
  await mark.getByText('Show the summary').click()
  await expect(mark.locator('strong', { hasText: 'ships' })).toBeVisible()
  // The model was given the summary; the person still has every word.
  expect(JSON.stringify(desk.api.created.at(-1)?.messages)).not.toContain('Question 0.')
  await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
  await expect(page.getByText('Question 0.').first()).toBeVisible()
})
