import { expect, test } from '@playwright/test'
import { card, change, goTo, idle, send } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'
import { runCommand } from '../support/run-command'

// The fields of a record, one by one: a table of what is there now and what will be, with a box each.

const desk = setUpModelDesk()

test('of a record only the chosen fields change, and the model is told which', async ({ page }) => {
  const made = await runCommand(
    [
      'call',
      'create_collection',
      JSON.stringify({ name: 'Tides', description: 'of the harbour' }),
      '--approve',
      'safe',
      '--json',
      '--data',
      desk.host.data,
    ],
    { environment: desk.environment },
  )
  const { state } = JSON.parse(made.stdout) as { state: { collection_id: string } }
  const update = { collection_id: state.collection_id, name: 'Tables', description: 'of the bay' }
  desk.modelCalls(['update_collection', update])
  await send(page, 'Rename it')
  const proposed = card(page, 'Tides')
  const table = proposed.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveText(['Field', 'Now', 'Then'])
  await expect(table.getByRole('row').nth(1)).toContainText(/Name.*Tides.*Tables/)
  await expect(table.getByRole('row').nth(2)).toContainText(/Description.*of the harbour.*of the bay/)
  await proposed.getByRole('checkbox', { name: 'Name', exact: true }).uncheck()
  await expect(proposed).toContainText('1 of 2 chosen')
  await proposed.getByRole('button', { name: 'Approve', exact: true }).click()
  await idle(page)
  expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain(
    'Approved in part: 1 of 2 fields: description. Left out: name.',
  )
  await goTo(page, 'Activity')
  const entry = change(page, 'Tides').first()
  await expect(entry).toContainText('1 of 2 fields: description. Left out: name.')
  await entry.getByRole('button', { name: 'Show changes' }).click()
  const left = entry.getByRole('region', { name: 'Proposed, but left out' })
  await expect(left.getByRole('row')).toHaveCount(2)
  await expect(left.getByRole('row').nth(1)).toContainText(/Name.*Tides.*Tables/)
  await expect(left).toContainText('Changed by: You')
  await goTo(page, 'Library')
  await expect(page.getByText('Tides').first()).toBeVisible()
  await expect(page.getByText('Tables')).toHaveCount(0)
})
