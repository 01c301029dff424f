import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import {
  ask,
  card,
  documentIs,
  documentRow,
  dropOn,
  goTo,
  idle,
  moveAndPress,
  newChat,
  rejectCard,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { runCommand } from '../support/run-command'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { html, servePages } from '../support/serve-pages'
import { freshFolder } from '../support/start-host'

// A run that has read text from outside asks before every write and before everything that it would send.

const desk = setUpModelDesk()
const { at, read, modelCalls } = desk

/** The call that reads the handbook in the library, which came from outside. */
const readsHandbook = () => answer([toolUse('search_library', { query: 'sluice gate Marrow Point' })])

async function addHandbook(page: Page): Promise<void> {
  await goTo(page, 'Library')
  const papers = realpathSync(freshFolder('papers'))
  writeSampleDocuments(papers)
  // Once is enough for all tests: the same content is not added twice.
  await dropOn(page, 'Add to library', [join(papers, facts.handbook.file)])
  await documentIs(page, facts.handbook.title, 'Ready')
  rmSync(papers, { recursive: true, force: true })
}

test('a write asks and says why, whatever the policy', async ({ page }) => {
  await addHandbook(page)
  const policy = page.getByRole('combobox', { name: 'What Assistant may do with it', exact: true })
  const openTool = async (title: string) => {
    await goTo(page, 'Tools')
    await page.getByRole('button', { name: new RegExp(`^${title}`) }).click()
  }
  await openTool('Move files to the trash')
  await expect(policy.getByRole('option', { name: 'Automatic' })).toHaveCount(0)
  await openTool('Create a file')
  await policy.selectOption('Automatic')

  await goTo(page, 'Chat')
  await newChat(page)
  modelCalls(['create_file', { path: at('free.md'), content: 'free\n' }])
  await ask(page, 'Make it')
  expect(read('free.md')).toBe('free\n')

  await newChat(page)
  desk.api.push(
    readsHandbook(),
    answer([toolUse('create_file', { path: at('tainted.md'), content: 'from outside\n' })]),
    answer([text('Done.')]),
  )
  await send(page, 'Look it up and write it down')
  await expect(card(page, 'tainted.md')).toContainText('Asks because')
  await expect(card(page, 'tainted.md')).toContainText(facts.handbook.title)
  expect(existsSync(at('tainted.md'))).toBe(false)
  await rejectCard(page, 'tainted.md', 'no')
  await idle(page)

  await openTool('Create a file')
  await policy.selectOption({ label: 'Propose (usual)' })
  await openTool('Create a file')
  await expect(policy.locator('option:checked')).toHaveText('Propose (usual)')
})

test('what would be sent to an address asks and names what was read and where it goes, whatever the policy', async ({
  page,
}) => {
  const site = await servePages({
    '/free': html('Free almanac', '<p>Tides of the harbour.</p>'),
    '/north': html('Northern pier', '<p>Ships moor at dusk.</p>'),
  })
  for (const tool of ['fetch_web_content', 'add_document']) {
    await runCommand(['policies', 'set', tool, 'auto', '--data', desk.host.data], {
      environment: desk.environment,
    })
  }
  await addHandbook(page)
  await goTo(page, 'Settings')
  const named = page.getByRole('textbox', { name: 'Host, with its port if it has one' })
  await named.fill(site.host)
  await named.press('Enter')
  await expect(page.getByRole('list', { name: 'Web pages' })).toContainText(site.host)

  await goTo(page, 'Chat')
  await newChat(page)
  modelCalls(['fetch_web_content', { url: `${site.origin}/free` }])
  await ask(page, 'Fetch it')
  expect(site.asked).toContain('/free')

  await newChat(page)
  const before = site.asked.length
  const telling = `${site.origin}/north?gate=four-metres`
  desk.api.push(
    readsHandbook(),
    answer([toolUse('fetch_web_content', { url: telling })]),
    answer([toolUse('add_document', { source: `${site.origin}/north` })]),
    answer([text('Done.')]),
  )
  await send(page, 'Look it up and tell them')
  const asked = page.locator('[data-proposal]')
  const says = async (address: string) => {
    await expect(asked).toContainText(address)
    await expect(asked).toContainText('Asks because')
    await expect(asked).toContainText(`“${facts.handbook.title}” from the library`)
    await expect(asked).toContainText(site.host)
    expect(site.asked.length).toBe(before)
  }
  await says(telling)
  await asked.getByRole('button', { name: 'Reject', exact: true }).click()
  await asked.getByRole('textbox', { name: /Reason/ }).fill('Not to them')
  await page.keyboard.press('Enter')
  await expect(asked).not.toContainText('four-metres')
  await says(`${site.origin}/north`)
  await moveAndPress(asked.getByRole('button', { name: 'Approve', exact: true }))
  await idle(page)
  expect(site.asked.slice(before).filter((path) => path !== '/robots.txt')).toEqual(['/north'])
  await goTo(page, 'Library')
  await expect(documentRow(page, 'Northern pier')).toBeVisible()
  await site.close()
})
