import { expect, test } from '@playwright/test'
import { answers, appReady, approveCard, ask, card, idle, messageBox, send } from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

/** The chunk of a stream that holds the second piece of its first text. */
const secondPiece = 4

const desk = setUpModelDesk()

/** What closing the lid does to a process: it stands still, whatever happens around it. */
const closeLid = () => process.kill(desk.host.pid, 'SIGSTOP')
const openLid = () => process.kill(desk.host.pid, 'SIGCONT')
test.afterEach(openLid)

test('a turn during which the lid was closed keeps what came, and Continue goes on from there', async ({
  page,
}) => {
  desk.put('log.md', 'High water at noon.')
  desk.modelCalls(['read_file', { path: desk.at('log.md') }])
  await ask(page, 'Read the log')

  const asleep = Promise.withResolvers<void>()
  desk.api.push(
    answer([text(['The tide turns ', 'twice'])], {
      pause: { beforeChunk: secondPiece, until: asleep.promise },
      end: 'cut',
      withheld: 1,
    }),
  )
  await send(page, 'And then?')
  await expect(answers(page).last()).toContainText('The tide turns')
  await expect(answers(page).last()).not.toContainText('twice')
  closeLid()
  const abandoned = desk.api.nextAbandoned()
  asleep.resolve()
  // The server gives up while nobody is there to be told.
  await abandoned
  openLid()

  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expect(answers(page).last()).toContainText('The tide turns')
  desk.api.push(answer([text('twice a day, as the log says.')]))
  await page.getByRole('button', { name: 'Continue' }).click()
  await idle(page)
  await expect(answers(page).last()).toContainText('twice a day, as the log says.')
  const sent = JSON.stringify(desk.api.created.at(-1)?.messages)
  for (const words of ['Read the log', 'High water at noon.', 'And then?', 'The tide turns'])
    expect(sent).toContain(words)
})

test('what waits for a decision when the lid is closed waits on, and so does what was being written', async ({
  page,
}) => {
  desk.api.push(
    answer([toolUse('create_file', { path: desk.at('tides.md'), content: 'Noon.' })]),
    answer([text('It is there.')]),
  )
  await send(page, 'Write it down')
  await expect(card(page, 'tides.md')).toBeVisible()
  await messageBox(page).fill('And another thing')
  closeLid()
  // The page wakes up first, and asks a host that is not there yet.
  const waking = page.reload()
  openLid()
  await waking
  await appReady(page)
  await expect(card(page, 'tides.md')).toBeVisible()
  await expect(messageBox(page)).toHaveValue('And another thing')
  await approveCard(page, 'tides.md')
  await idle(page)
  await expect(answers(page).last()).toContainText('It is there.')
  expect(desk.read('tides.md')).toBe('Noon.')
})
