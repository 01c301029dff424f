import { expect, type Page, test } from '@playwright/test'
import type { Client } from '../../src/main/rpc/client'
import { openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { assistantFields } from '../support/sample-assistant'
import { sampleMission } from '../support/sample-mission'
import { sequenceOf, stepOf } from '../support/sequence-definitions'

// What another window moves to the trash while it is written here says so, and comes back with what was written.

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

for (const { screen, field, make, remove } of cases)
  test(`is restored with what was written: ${screen}`, async ({ page }) => {
    const { client, close } = await connectAsPage(desk.host.url)
    const { id } = await make(client)
    await openApp(page, desk.host.url)
    await page.evaluate((fragment) => {
      location.hash = fragment
    }, `#/${screen}/${id}`)
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    await expect(edit.or(written(page, field)).first()).toBeVisible()
    if ((await edit.count()) > 0) await edit.click()
    await written(page, field).fill('Half a thought')
    await remove(client, id)
    await expect(page.getByText(/is in the trash/)).toBeVisible()
    await expect(page.getByText(/What you wrote is not lost/)).toBeVisible()
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await expect(written(page, field)).toHaveValue('Half a thought')
    await expect(page.getByText(/while you were/)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/is saved/)).toBeVisible()
    close()
  })
