import { expect, test } from '@playwright/test'
import { ask, goTo, newChat } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()
const question = (index: number) => `Question ${index}. ${'And much more of it. '.repeat(600)}`

test('a conversation that is longer than its model takes goes on, and says what the model is given', async ({
  page,
}) => {
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: /^A model/ }).click()
  await page.getByLabel('Context window (tokens)').fill('20000')
  await page.getByRole('region', { name: 'Model' }).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved')).toBeVisible()

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
