import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  card,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  inspector,
  pressFor,
  send,
} from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

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
    'echo begun > begun.txt; trap "echo stopped > stopped.txt; exit" TERM; while :; do sleep 0.1; done'
  modelCalls(['run_command', { command: ['sh', '-c', line], folder: desk.work, wait_seconds: 0 }])
  await send(page, 'Keep it going')
  await decide(dangerDialog(page), 'Run')
  await expect(page.getByText('Done.', { exact: true })).toBeVisible()
  await expect.poll(() => existsSync(at('begun.txt'))).toBe(true)
  await card(page, 'begun.txt').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect.poll(() => existsSync(at('stopped.txt'))).toBe(true)
  await expect(card(page, 'begun.txt')).toHaveCount(0)
})
