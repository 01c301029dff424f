import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import {
  ask,
  dangerDialog,
  decide,
  goTo,
  messageBox,
  newChat,
  openApp,
  send,
  undoInMessage,
} from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const opened = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Contacts' }).getByRole('button', { name })

/** Adds a person who has what the fields say. */
async function add(page: Page, name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  await page.getByRole('button', { name: 'New person' }).first().click()
  await field(page, 'Name').fill(name)
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
  await page.keyboard.press('Control+s')
  await expect(opened(page, name)).toBeVisible()
}

/** Longest for one of these tests on a busy machine (milliseconds). */
const testMs = 40_000

test.describe('contacts', () => {
  test.setTimeout(testMs)
  const desk = setUpModelDesk()

  test('are made, checked, linked, found, and kept while they are written', async ({ page }) => {
    await goTo(page, 'Contacts')
    await expect(page.getByText('No contacts yet')).toBeVisible()
    await page.getByRole('button', { name: 'New organization' }).click()
    await expect(page.getByRole('heading', { name: 'New organization' })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Part of' })).toBeVisible()
    for (const ofPeople of ['Role', 'Day']) await expect(field(page, ofPeople)).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Give a name.')).toBeVisible()
    await expect(field(page, 'Name')).toBeFocused()
    await field(page, 'Name').fill('Royal Society')
    await page.getByRole('button', { name: 'Add an e-mail address' }).click()
    await page.keyboard.type('nobody')
    await expect(field(page, 'E-mail 1')).toHaveValue('nobody')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('This is not an e-mail address.')).toBeVisible()
    await field(page, 'E-mail 1').fill('post@royal.example')
    // What is typed outlives another screen and a reload.
    await goTo(page, 'Library')
    await page.reload()
    await goTo(page, 'Contacts')
    await page.getByRole('button', { name: /Royal Society.*Not saved/ }).click()
    await expect(field(page, 'E-mail 1')).toHaveValue('post@royal.example')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(opened(page, 'Royal Society')).toBeVisible()

    await page.getByRole('button', { name: 'New person' }).click()
    await expect(page.getByRole('heading', { name: 'New person' })).toBeVisible()
    await field(page, 'Name').fill('Ada Lovelace')
    await field(page, 'Role').fill('Analyst')
    await page.getByRole('combobox', { name: 'Organization' }).selectOption('Royal Society')
    await page.getByRole('button', { name: 'Add a phone number' }).click()
    await field(page, 'Phone 1').fill('+44 20 7946 0001')
    await field(page, 'Day').fill('10')
    await page.getByRole('combobox', { name: 'Month' }).selectOption('December')
    await field(page, 'Year (if known)').fill('1815')
    await field(page, 'Notes').fill('Wrote **notes** on the engine.')
    await page.getByRole('combobox', { name: 'Tags' }).fill('maths')
    await page.keyboard.press('Control+s')
    const ada = opened(page, 'Ada Lovelace')
    await expect(ada).toContainText('Analyst, Royal Society')
    await expect(ada).toContainText('10 December 1815')
    await expect(ada).toContainText('maths')
    await expect(ada.locator('strong', { hasText: 'notes' })).toBeVisible()
    await expect(ada).toContainText('Added by you')

    await add(page, 'Charles Babbage')
    await page.getByRole('button', { name: 'Add a link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill('ada')
    await dialog.getByRole('radio', { name: /Ada Lovelace/ }).check()
    await dialog.getByRole('textbox', { name: 'What they are to each other' }).fill('friend')
    await dialog.getByRole('button', { name: 'Link' }).click()
    await expect(dialog).toHaveCount(0)
    await opened(page, 'Charles Babbage').getByRole('link', { name: 'Ada Lovelace' }).click()
    await expect(ada.getByRole('link', { name: 'Charles Babbage' })).toBeVisible()
    await ada.getByRole('link', { name: 'Royal Society' }).click()
    await expect(opened(page, 'Royal Society').getByRole('region', { name: 'People in it' })).toContainText(
      'Ada',
    )

    await page.getByRole('searchbox', { name: 'Search contacts' }).fill('07946 engine')
    await expect(page.getByText('1 contact', { exact: true })).toBeVisible()
    await row(page, 'Ada').click()
    await expect(ada).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('babbage')
    await expect(page.getByRole('option', { name: /Charles Babbage/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(opened(page, 'Charles Babbage')).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  })

  test('are merged with a preview and deleted by a dialog; undo brings all of them back', async ({
    page,
  }) => {
    await goTo(page, 'Contacts')
    await add(page, 'Mary Somerville', { Role: 'Astronomer' })
    await add(page, 'M. Somerville', { Role: 'Writer' })
    await page.getByRole('button', { name: 'More actions for M. Somerville' }).click()
    await page.getByRole('menuitem', { name: 'Merge with…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Mary Somerville/ }).check()
    await dialog.getByRole('combobox', { name: 'Name' }).selectOption('Mary Somerville')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dangerDialog(page)).toContainText('Mary Somerville')
    await expect(dangerDialog(page)).toContainText('Astronomer')
    // What stays as it is is told beside what is there now, and is not struck out.
    const kind = dangerDialog(page).getByRole('row', { name: 'Kind Person Person' })
    await expect(kind).toBeVisible()
    await expect(kind.locator('del, ins')).toHaveCount(0)
    await decide(dangerDialog(page), 'Merge')
    const merged = opened(page, 'Mary Somerville')
    await expect(merged).toContainText('Writer')
    await expect(row(page, 'M. Somerville')).toHaveCount(0)
    await undoInMessage(page, /^Done: Merge/)
    await expect(row(page, 'M. Somerville')).toBeVisible()

    await row(page, 'Mary Somerville').click()
    await expect(merged).toContainText('Astronomer')
    await page.getByRole('button', { name: 'More actions for Mary Somerville' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(dangerDialog(page)).toContainText('30 days')
    await decide(dangerDialog(page), 'Delete')
    await expect(page.getByText('Nobody is chosen')).toBeVisible()
    await undoInMessage(page, /^Done: Delete/)
    await expect(row(page, 'Mary Somerville')).toBeVisible()
  })
  test('are named with @ in a message and read when it is sent; one that is gone is said', async ({
    page,
  }) => {
    await goTo(page, 'Contacts')
    await add(page, 'Émilie du Châtelet', { Role: 'Physicist' })
    await newChat(page)
    await messageBox(page).pressSequentially('Who is @chatel')
    await page.getByRole('option', { name: /Émilie du Châtelet.*Person/ }).click()
    await expect(page.getByRole('list', { name: 'Attached' })).toContainText('Émilie du Châtelet')
    desk.api.push(answer([text('A physicist.')]))
    await ask(page, 'Who is she?')
    expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('role: Physicist')
    await page.getByRole('button', { name: 'Émilie du Châtelet' }).click()
    const emilie = opened(page, 'Émilie du Châtelet')
    await expect(emilie).toBeVisible()

    await page.getByRole('button', { name: 'More actions for Émilie' }).click()
    await page.getByRole('menuitem', { name: 'Ask about this contact' }).click()
    await expect(page.getByRole('list', { name: 'Attached' })).toContainText('Émilie du Châtelet')
    await goTo(page, 'Contacts')
    await row(page, 'Émilie').click()
    await page.getByRole('button', { name: 'More actions for Émilie' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await expect(dangerDialog(page)).toBeVisible()
    await decide(dangerDialog(page), 'Delete')
    await newChat(page)
    await send(page, 'And now?')
    await expect(page.getByText(/Émilie du Châtelet.*There is no contact/)).toBeVisible()
    await expect(messageBox(page)).toHaveValue('And now?')
  })
  test('are not overwritten by what was written on an older state', async ({ page, context }) => {
    await goTo(page, 'Contacts')
    await add(page, 'George Boole', { Role: 'Teacher' })
    await page.getByRole('button', { name: 'Edit' }).click()
    await field(page, 'Role').fill('Professor')
    const other = await context.newPage()
    await openApp(other, desk.host.url)
    await goTo(other, 'Contacts')
    await row(other, 'George Boole').click()
    await other.getByRole('button', { name: 'Edit' }).click()
    await field(other, 'Notes').fill('Of Cork.')
    await other.keyboard.press('Control+s')
    await expect(opened(other, 'George Boole')).toContainText('Of Cork.')
    await expect(page.getByText('This contact was changed while you wrote')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Keep what I wrote' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const boole = opened(page, 'George Boole')
    await expect(boole).toContainText('Professor')
    await expect(boole).toContainText('Of Cork.')
  })
})
