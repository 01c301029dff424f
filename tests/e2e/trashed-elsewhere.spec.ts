import { expect, type Page, test } from '@playwright/test'
import type { Client } from '../../src/main/rpc/client'
import { dangerDialog, decide, openApp, undoInMessage } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { assistantFields } from '../support/sample-assistant'
import { sampleMission } from '../support/sample-mission'
import { sequenceOf, stepOf } from '../support/sequence-definitions'

// What is moved to the trash while it is written says so, and comes back with what was written: from another window, and
// from this one.

const desk = setUpHostDesk('for all tests')

interface Case {
  readonly screen: string
  readonly field: string
  readonly make: (client: Client) => Promise<{ readonly id: string }>
  readonly remove: (client: Client, id: string) => Promise<unknown>
}

const cases: readonly Case[] = [
  {
    screen: 'assistants',
    field: 'Instructions',
    make: (client) => client.assistants.create({ fields: assistantFields() }),
    remove: (client, id) => client.assistants.remove({ id }),
  },
  {
    screen: 'missions',
    field: 'What is to be done',
    make: (client) => client.missions.create({ fields: sampleMission }),
    remove: (client, id) => client.missions.remove({ id }),
  },
  {
    screen: 'sequences',
    field: 'What it is for',
    make: (client) => client.sequences.create({ definition: sequenceOf([stepOf('list_notes')]) }),
    remove: (client, id) => client.sequences.remove({ id }),
  },
]

const written = (page: Page, name: string) => page.getByRole('textbox', { name })

/** Opens what is at an address, and writes in a field of it. */
async function write(page: Page, place: string, field: string): Promise<void> {
  await openAt(page, place)
  const edit = page.getByRole('button', { name: 'Edit', exact: true })
  await expect(edit.or(written(page, field)).first()).toBeVisible()
  if ((await edit.count()) > 0) await edit.click()
  await written(page, field).fill('Half a thought')
}

/** Chooses in the menu of the row of what is written and not saved. */
async function choose(page: Page, item: string): Promise<void> {
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Not saved' })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

function openAt(page: Page, place: string): Promise<void> {
  return page.evaluate((fragment) => {
    location.hash = fragment
  }, `#/${place}`)
}

for (const { screen, field, make, remove } of cases) {
  test(`is restored with what was written: ${screen}`, async ({ page }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    const { id } = await make(client)
    await openApp(page, desk.host.url)
    await write(page, `${screen}/${id}`, field)
    await remove(client, id)
    await expect(page.getByText(/is in the trash/)).toBeVisible()
    await expect(page.getByText(/What you wrote is not lost/)).toBeVisible()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(written(page, field)).toHaveValue('Half a thought')
    await expect(page.getByText(/while you were/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/is saved/)).toBeVisible()
    // Its name is free again.
    await remove(client, id)
    close()
  })

  test(`is back with what was written after it was deleted in this window: ${screen}`, async ({ page }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    const { id } = await make(client)
    await openApp(page, desk.host.url)
    await write(page, `${screen}/${id}`, field)
    await openAt(page, screen)
    await choose(page, 'Delete…')
    await decide(dangerDialog(page), 'Move to the trash')
    await undoInMessage(page, /was moved to the trash/)
    // Edit goes on with what was written, too.
    await choose(page, 'Edit')
    await expect(written(page, field)).toHaveValue('Half a thought')
    await expect(page.getByText(/while you were/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/is saved/)).toBeVisible()
    // Its name is free again.
    await remove(client, id)
    close()
  })
}
