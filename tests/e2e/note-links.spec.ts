import { expect, type Page, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for each test')

const note = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function make(page: Page, title: string, words: string): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click()
  await field(page, 'Title').fill(title)
  await field(page, 'Text').fill(words)
  await page.keyboard.press('Control+s')
  await expect(note(page, title)).toBeVisible()
}

test('a note leads to others by their titles, and begins those that are not there yet', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Notes')
  await make(page, 'Tide tables', 'High water at seven.')
  const words = 'See [[sea/tide Tables|when it is high]], [[Lamps]] and `[[code]]`.\n\n- [ ] ask [[Lamps]]\n'
  await make(page, 'Harbour', words)
  await expect(note(page, 'Harbour')).toContainText('See when it is high, Lamps and [[code]].')
  const row = page.getByRole('listitem').getByRole('button', { name: /^Harbour/ })
  await expect(row).toContainText('See when it is high, Lamps and')
  await note(page, 'Harbour').getByRole('button', { name: 'Lamps' }).first().hover()
  await expect(page.getByRole('tooltip')).toHaveText('There is no note “Lamps” yet. A click begins it.')
  await expectAccessible(page, 'links of a note')
  // One that is begun elsewhere stays where it is.
  await page.getByRole('button', { name: 'New note' }).first().click()
  await field(page, 'Title').fill('Errands')
  await page.goBack()
  await note(page, 'Harbour').getByRole('button', { name: 'Lamps' }).first().click()
  await expect(field(page, 'Title')).toHaveValue('Lamps')
  // Gone back and come again, it is the same one.
  await page.goBack()
  await note(page, 'Harbour').getByRole('button', { name: 'Lamps' }).last().click()
  await expect(page.getByRole('button', { name: 'Lamps Not saved' })).toHaveCount(1)
  await field(page, 'Text').fill('Trim the wick. Back to [[Harbour]].')
  await page.keyboard.press('Control+s')
  await note(page, 'Lamps').getByRole('link', { name: 'Harbour' }).press('Enter')
  await expect(note(page, 'Harbour').getByRole('link', { name: 'Lamps' })).toHaveCount(2)
  await expect(note(page, 'Harbour').getByRole('button', { name: 'Lamps' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Errands Not saved' })).toBeVisible()
  await note(page, 'Harbour').getByRole('checkbox').click()
  await expect(note(page, 'Harbour').getByRole('checkbox')).toBeChecked()
  await note(page, 'Harbour').getByRole('link', { name: 'when it is high' }).click()
  await expect(note(page, 'Tide tables')).toContainText('High water at seven.')
})
