import { expect, type Page, test } from '@playwright/test'
import { answers, idle, messageBox, send } from '../support/app-page'
import { answer, status, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

/** The chunk of a stream that holds the second piece of its first text. */
const secondPiece = 4

const desk = setUpModelDesk()
const queued = (page: Page) => page.getByRole('region', { name: 'Messages that wait' })
const saidByPerson = (page: Page) => page.getByRole('article', { name: 'You' })

/** An answer that stands still after its first piece until the test lets it go on. */
async function begin(page: Page, first: string, rest: string) {
  const goOn = Promise.withResolvers<void>()
  desk.api.push(answer([text([first, rest])], { pause: { beforeChunk: secondPiece, until: goOn.promise } }))
  await send(page, 'Begin')
  await expect(answers(page).last()).toContainText(first.trim())
  return goOn
}

async function steer(page: Page, words: string) {
  await messageBox(page).fill(words)
  await messageBox(page).press('Enter')
  await expect(queued(page)).toContainText(words)
  await expect(messageBox(page)).toHaveValue('')
}

test('a message sent during a run waits above the message box, over a reload, and joins', async ({
  page,
}) => {
  const goOn = await begin(page, 'The first half ', 'and the second.')
  await steer(page, 'Make it short')
  await expect(queued(page)).toContainText('Joins at the next step')
  await expect(saidByPerson(page)).toHaveCount(1)
  await page.reload()
  await expect(queued(page)).toContainText('Make it short')
  desk.api.push(answer([text('Short.')]))
  goOn.resolve()
  await idle(page)
  await expect(queued(page)).toHaveCount(0)
  await expect(saidByPerson(page)).toHaveCount(2)
  await expect(answers(page).last()).toContainText('Short.')
})

test('a waiting message can be edited and taken back', async ({ page }) => {
  const goOn = await begin(page, 'Slowly ', 'done.')
  await steer(page, 'One')
  await steer(page, 'Two')
  await page.getByRole('button', { name: 'Edit “One”' }).click()
  await expect(messageBox(page)).toHaveValue('One')
  await expect(messageBox(page)).toBeFocused()
  await expect(queued(page)).not.toContainText('One')
  await page.getByRole('button', { name: 'Take back “Two”' }).click()
  await expect(queued(page)).toHaveCount(0)
  goOn.resolve()
  await idle(page)
  await expect(saidByPerson(page)).toHaveCount(1)
})

test('a waiting message is kept by Stop, and can then be sent', async ({ page }) => {
  const goOn = await begin(page, 'On and ', 'on.')
  await steer(page, 'And then this')
  await page.getByRole('button', { name: 'Stop' }).click()
  goOn.resolve()
  await expect(page.getByText('You stopped this.')).toBeVisible()
  await expect(queued(page)).toContainText('Kept. Goes with your next message.')
  desk.api.push(answer([text('Then that.')]))
  await page.getByRole('button', { name: 'Send now' }).click()
  await expect(answers(page).last()).toContainText('Then that.')
  await expect(queued(page)).toHaveCount(0)
})

test('a busy server is waited for with a countdown, and asked at once when the person says so', async ({
  page,
}) => {
  desk.api.push(
    status(529, 'overloaded_error', 'Busy.', { headers: { 'retry-after': '90' } }),
    answer([text('Here I am.')]),
  )
  await send(page, 'Hello')
  const countdown = page.getByText(/^Trying again in 1 min \d+ s$/)
  await expect(countdown).toBeVisible()
  const first = await countdown.textContent()
  await expect(countdown).not.toHaveText(first ?? '')
  await expect(page.getByText('Attempt 2 of')).toBeVisible()
  await page.reload()
  await expect(countdown).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(answers(page).last()).toContainText('Here I am.')
  await expect(countdown).toHaveCount(0)
})

test('a wait for a busy server can be stopped', async ({ page }) => {
  desk.api.push(status(429, 'rate_limit_error', 'Slow down.', { headers: { 'retry-after': '90' } }))
  await send(page, 'Hello')
  await expect(page.getByText(/^Trying again in/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).first().click()
  await expect(page.getByText('You stopped this.')).toBeVisible()
  await idle(page)
})
