import { existsSync, rmSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  card,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  inspector,
  openConversation,
  pressFor,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'

// A command is what nobody can take back: its dialog says so before, and Activity after.

const desk = setUpModelDesk()
const { at, put, modelCalls } = desk

test('a command is asked about in the style of a warning, says that it can’t be undone, and shows what it wrote', async ({
  page,
}) => {
  put('tides.txt', 'noon\nsix\n')
  modelCalls([
    'run_command',
    { command: ['sh', '-c', 'cat tides.txt; echo done > made.txt'], folder: desk.work, wait_seconds: 20 },
  ])
  await send(page, 'Count them')
  const dialog = dangerDialog(page)
  await expect(dialog).toHaveClass(/ui-dialog-warning/)
  await expect(dialog).toContainText('cat tides.txt; echo done > made.txt')
  await expect(dialog).toContainText('This can’t be undone.')
  await expect(dialog).toHaveAccessibleDescription(/can’t be undone/)
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(existsSync(at('made.txt'))).toBe(false)
  await decide(dialog, 'Run')
  await idle(page)
  expect(existsSync(at('made.txt'))).toBe(true)
  await page.getByRole('button', { name: /^Ran / }).click()
  await expect(inspector(page)).toContainText('noon')
  await goTo(page, 'Activity')
  const entry = change(page, 'cat tides.txt')
  await expect(entry).toBeVisible()
  await expect(entry.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
})

test('the line of a command tells its exit code in a narrow window, too', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 860 })
  const line = 'echo "a long line of a command, which a narrow window does not have room for"; exit 3'
  modelCalls(['run_command', { command: ['sh', '-c', line], folder: desk.work, wait_seconds: 20 }])
  await send(page, 'Run it')
  await decide(dangerDialog(page), 'Run')
  const told = page.getByRole('button', { name: /^Ran .*, exit code 3/ }).locator('.tool-line-text')
  const isCut = (text: Element) =>
    text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1
  expect(await told.evaluate(isCut)).toBe(false)
})

test('a command that is rejected does not run', async ({ page }) => {
  modelCalls(['run_command', { command: ['touch', 'never.txt'], folder: desk.work, wait_seconds: 5 }])
  await send(page, 'Make it')
  const dialog = dangerDialog(page)
  await pressFor(
    dialog.getByRole('button', { name: 'Reject' }),
    dialog.getByRole('textbox', { name: /Reason/ }),
  )
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Not now')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await idle(page)
  expect(existsSync(at('never.txt'))).toBe(false)
})

test('a command that runs is stopped from its card, and the answer goes on', async ({ page }) => {
  modelCalls([
    'run_command',
    { command: ['sh', '-c', 'echo begun > begun.txt; sleep 100'], folder: desk.work, wait_seconds: 60 },
  ])
  await send(page, 'Take your time')
  await decide(dangerDialog(page), 'Run')
  await expect.poll(() => existsSync(at('begun.txt'))).toBe(true)
  await card(page, 'sleep 100').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Stopped .*sleep 100/ })).toBeVisible()
  await expect(page.getByText('Done.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
})

test('a command that goes on after its answer is stopped from its card too', async ({ page }) => {
  const line =
    'trap "echo stopped > stopped.txt; exit" TERM; echo begun > begun.txt; while :; do sleep 0.1; done'
  modelCalls(['run_command', { command: ['sh', '-c', line], folder: desk.work, wait_seconds: 0 }])
  await send(page, 'Keep it going')
  await decide(dangerDialog(page), 'Run')
  await expect(page.getByText('Done.', { exact: true })).toBeVisible()
  await expect.poll(() => existsSync(at('begun.txt'))).toBe(true)
  await expect(card(page, 'begun.txt')).toContainText('Still running')
  await expect(page.getByRole('button', { name: /^Started .*which still runs/ })).toBeVisible()
  await card(page, 'begun.txt').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.poll(() => existsSync(at('stopped.txt'))).toBe(true)
  await expect(card(page, 'begun.txt')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Started .*which has ended since/ })).toBeVisible()
})

test('a command that runs by a remembered yes is stopped from its line, and from Activity', async ({
  page,
}) => {
  const line = '[ ! -e first.txt ] || { echo begun > again.txt; sleep 100; }; echo ran > first.txt'
  const call = toolUse('run_command', { command: ['sh', '-c', line], folder: desk.work, wait_seconds: 60 })
  // Approved once, remembered for the run.
  desk.api.push(answer([call]), answer([call]), answer([call]), answer([text('Three times.')]))
  await send(page, 'Three times')
  await expect(dangerDialog(page)).toBeVisible()
  const { client, close } = await connectAsPage(desk.host.url)
  const [asked] = await client.proposals.listWhole({ status: 'pending' })
  const { id = '', planHash = '' } = asked ?? {}
  await client.proposals.approve({ id, planHash, remember: { scope: 'target' } })
  close()
  await expect.poll(() => existsSync(at('again.txt'))).toBe(true)
  const stop = page.getByRole('log').getByRole('button', { name: 'Stop', exact: true })
  await expect(stop).toHaveAccessibleDescription(/^Running sh -c/)
  rmSync(at('again.txt'))
  await stop.click()
  await expect(page.getByRole('button', { name: /^Stopped / })).toHaveCount(1)
  await expect.poll(() => existsSync(at('again.txt'))).toBe(true)
  await goTo(page, 'Activity')
  await change(page, 'again.txt').first().getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  await openConversation(page, 'Three times')
  await expect(page.getByText('Three times.', { exact: true })).toBeVisible()
})
