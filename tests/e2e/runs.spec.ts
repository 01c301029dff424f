import { expect, type Locator, type Page, test } from '@playwright/test'
import { answers, approveCard, ask, card, idle, messageBox, send } from '../support/app-page'
import { answer, seeing, status, text, thinking, toolUse } from '../support/fake-messages-api'
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

test('an answer without a word says so, and can be asked for again', async ({ page }) => {
  desk.api.push(answer([thinking('I wonder. ')]))
  await ask(page, 'Begin')
  await expect(page.getByText('The model ended without a word.')).toBeVisible()
  desk.api.push(answer([text('Here it is.')]))
  await page.getByRole('button', { name: 'Answer again' }).last().click()
  await expect(answers(page).last()).toContainText('Here it is.')
  await expect(page.getByText('The model ended without a word.')).toHaveCount(0)
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
  await expect(page.getByText('You stopped this.')).toBeVisible()
  // The server goes on once the run is stopped: before, the answer could end first and the message begin another run.
  goOn.resolve()
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
  await expect(
    page.getByText('You stopped this before anything arrived. Your message is kept.'),
  ).toBeVisible()
  await idle(page)
})

test('why a question has no answer, or half of one, stays told when the conversation goes on', async ({
  page,
}) => {
  const refused = { stopReason: 'refusal', stopDetails: { explanation: 'Not this.' } }
  desk.api.push(
    status(401, 'authentication_error', 'No such key.'),
    answer([toolUse('get_current_time', {})]),
    status(400, 'invalid_request_error', 'No more.'),
    answer([text('No')], refused),
    answer([text('All of it.')]),
  )
  const below = (message: Locator) => message.locator('+ .run-past-end')
  const notice = page.locator('.run-end')
  for (const [question, end] of [
    ['First', 'No such key'],
    ['Second', 'No more'],
    ['Third', 'Not this'],
  ] as const) {
    await send(page, question)
    await expect(notice).toContainText(end)
    // What the tools gave is kept as well, and gone on from.
    if (question === 'Second') await expect(notice.getByRole('button', { name: 'Continue' })).toBeVisible()
    await idle(page)
  }
  await ask(page, 'Fourth')
  await page.reload()
  await expect(answers(page).last()).toContainText('All of it.')
  const told = page.locator('.run-past-end')
  await expect(told).toHaveText([
    /^Not answered: .*refused the key.*No such key/,
    /^Broke off: .*refused the request.*No more/,
    /^Broke off: The model declined to answer this\. It says: Not this\./,
  ])
  await expect(below(answers(page).last())).toHaveCount(0)
})

test('a run goes on while another conversation is shown, and its end is marked until it is seen', async ({
  page,
}) => {
  const goOn = await begin(page, 'The long way ', 'round.')
  await messageBox(page).fill('')
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  const line = page.getByRole('link', { name: /^Begin/ }).first()
  await expect(line).toContainText('At work')
  goOn.resolve()
  await expect(line).toContainText('Not seen yet')
  await line.click()
  await expect(answers(page).last()).toContainText('The long way round.')
  await expect(line).not.toContainText('Not seen yet')
})

test('the system tells of an end or a decision only where nobody looks, and asks for it only on a click', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await page.addInitScript(() => {
    const told: string[] = []
    const asked: string[] = []
    Object.assign(window, { told, asked })
    class Recorded {
      static permission = 'granted'
      static async requestPermission() {
        asked.push('asked')
        return 'granted'
      }
      onclick = null
      constructor(title: string, options: { body: string }) {
        told.push(`${title}: ${options.body}`)
      }
      close() {}
    }
    Object.assign(window, { Notification: Recorded })
    Object.defineProperty(document, 'hasFocus', { value: () => !('away' in window) })
  })
  const recorded = (what: 'told' | 'asked') =>
    page.evaluate((name) => (window as unknown as Record<string, string[]>)[name], what)
  await page.reload()
  await page.getByRole('link', { name: 'Settings' }).click()
  expect(await recorded('asked')).toEqual([])
  await page.getByRole('switch', { name: 'Tell me when a run ends' }).click()
  await expect(page.getByText('On, in this window.')).toBeVisible()
  expect(await recorded('asked')).toEqual(['asked'])

  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  desk.api.push(answer([text('Seen.')]))
  await ask(page, 'While I look')
  expect(await recorded('told')).toEqual([])
  await page.evaluate(() => Object.assign(window, { away: true }))
  desk.api.push(answer([text('Unseen.')]))
  await send(page, 'While I am away')
  const finished = 'The assistant has finished: While I look'
  await expect.poll(() => recorded('told')).toEqual([finished])

  desk.modelCalls(['create_file', { path: desk.at('waits.md'), content: 'x\n' }])
  await send(page, 'Write it down')
  await expect(card(page, 'waits.md')).toBeVisible()
  const needed = 'The assistant needs your decision: While I look'
  await expect.poll(() => recorded('told')).toEqual([finished, needed])
  await page.evaluate(() => Reflect.deleteProperty(window, 'away'))
  await approveCard(page, 'waits.md')
  await idle(page)
  // Who decided it looks at how it ends.
  expect(await recorded('told')).toEqual([finished, needed])
})

test('Settings say what the server can do, ask it on a click, and keep a budget that ends a run', async ({
  page,
}) => {
  desk.api.respond(seeing.script)
  await page.getByRole('link', { name: 'Settings' }).click()
  const check = page.getByRole('region', { name: 'What this server can do' })
  await expect(check).toContainText('Assumed from its address')
  await expect(check).toContainText('Sees pictures that tools read: No')
  await check.getByRole('button', { name: 'Ask the server' }).click()
  await expect(check).toContainText('Found out by asking it.')
  await expect(check).toContainText('Sees pictures that tools read: Yes')
  await expect(check).toContainText('Cites passages by itself: No')
  await expect(check).toContainText('where a conversation is still too long: No')

  await page.getByLabel('Most that one run may cost').fill('1')
  await expect(page.getByText('Enter the prices too')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save thinking and budget' })).toBeDisabled()
  await page.getByLabel('Most that one run may cost').fill('0')
  await page.getByLabel('Most tokens of one run').fill('10')
  await page.getByRole('button', { name: 'Save thinking and budget' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  desk.api.push(answer([toolUse('list_collections', {})]))
  await send(page, 'List them')
  await expect(page.getByText(/Stopped at the budget of this run: \d+ of 10 tokens are used/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
})
