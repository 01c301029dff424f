import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { change, dangerDialog, decide, dropOn, goTo } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk()
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')
const ada = card('FN:Ada Lovelace', 'EMAIL;TYPE=HOME:ada@example.org', 'ORG:Royal Society')

const asking = (page: Page) => page.getByRole('dialog', { name: /^Import contacts from/ })
const row = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Contacts' }).getByRole('button', { name })

async function choose(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await (await chooser).setFiles(desk.at(name))
}

test('contacts are imported from a file: who comes is shown first, and all of it is undone as one', async ({
  page,
}) => {
  desk.put('people.vcf', ada + card('FN:Bob', 'TEL;TYPE=CELL:030 1', 'PHOTO;ENCODING=b:AAAA'))
  await goTo(page, 'Contacts')
  await choose(page, 'people.vcf')
  await expect(asking(page)).toContainText('people.vcf')
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await page.getByRole('checkbox', { name: 'It is my own address book' }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  const review = page.getByRole('dialog', { name: /people\.vcf/ })
  await expect(review).toContainText('Add 2 people and 1 organization from “people.vcf”.')
  await expect(review).toContainText('home: ada@example.org')
  await expect(review).toContainText('Left out, because contacts have no place for it: 1 picture.')
  await expect(page.getByText('No contacts yet')).toBeVisible()
  await review.getByRole('button', { name: 'Import', exact: true }).click()
  for (const name of ['Person Ada Lovelace', 'Person Bob', 'Organization Royal Society'])
    await expect(row(page, name)).toBeVisible()
  await expect(
    page.locator('main').locator('[data-row] [data-opens], [data-row][data-opens]').first(),
  ).toBeFocused()

  // The same again, dropped: nobody comes twice.
  await dropOn(page, 'Import contacts', [desk.at('people.vcf')])
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('All of these contacts are there already.')).toBeVisible()
  await expect(asking(page)).toHaveCount(0)

  await goTo(page, 'Activity')
  await change(page, 'people.vcf').getByRole('button', { name: 'Undo', exact: true }).click()
  await goTo(page, 'Contacts')
  await expect(page.getByText('No contacts yet')).toBeVisible()
})

test('a list of members is imported from a table, and one without headings is refused in a sentence', async ({
  page,
}) => {
  desk.put(
    'members.csv',
    'First name,Last name,Email,Organization,Member no.\nAnn,Fisher,ann@example.org,Rowing Club,17\n,,,Northern Mutual,\n',
  )
  desk.put('plain.csv', 'Ann,ann@example.org\n')
  await goTo(page, 'Contacts')
  await dropOn(page, 'Import contacts', [desk.at('plain.csv')])
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^The first row of “plain\.csv” says of no column/)).toBeVisible()
  await choose(page, 'members.csv')
  await page.getByRole('button', { name: 'Preview' }).click()
  const review = page.getByRole('dialog', { name: /members\.csv/ })
  await expect(review).toContainText('Add 1 person and 2 organizations from “members.csv”.')
  await expect(review).toContainText('Member no.: 17')
  await review.getByRole('button', { name: 'Import', exact: true }).click()
  for (const name of ['Person Ann Fisher', 'Organization Rowing Club', 'Organization Northern Mutual'])
    await expect(row(page, name)).toBeVisible()
  await goTo(page, 'Activity')
  await change(page, 'members.csv').getByRole('button', { name: 'Undo', exact: true }).click()
  await goTo(page, 'Contacts')
  await expect(page.getByText('No contacts yet')).toBeVisible()
})

test('many contacts are asked for in a dialog, and what is no vCard is refused in a sentence', async ({
  page,
}) => {
  const many = Array.from({ length: 30 }, (_, at) => card(`FN:Person ${at}`, `TEL:0${at}`))
  desk.put('many.vcf', many.join(''))
  desk.put('letter.txt', 'Dear Ada')
  desk.put('letter.vcf', 'Dear Ada')
  await goTo(page, 'Contacts')
  await dropOn(page, 'Import contacts', [desk.at('letter.txt')])
  await expect(page.getByText('“letter.txt” is neither a vCard file nor a table.')).toBeVisible()
  await dropOn(page, 'Import contacts', [desk.at('many.vcf'), desk.at('letter.vcf')])
  await expect(
    page.getByRole('dialog', { name: 'Import contacts from “many.vcf” and 1 more file' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(/^There is no contact in “letter\.vcf”\./)).toBeVisible()
  await choose(page, 'many.vcf')
  await page.getByRole('button', { name: 'Preview' }).click()
  const review = dangerDialog(page)
  await expect(review).toContainText('Add 30 people')
  await decide(review, 'Import')
  await expect(page.getByText('30 contacts', { exact: true })).toBeVisible()
})

test('a card that can’t be taken is told with its reason where nobody else comes', async ({ page }) => {
  desk.put('people.vcf', ada)
  desk.put('again.vcf', ada + card('TEL:1'))
  await goTo(page, 'Contacts')
  await choose(page, 'people.vcf')
  await page.getByRole('button', { name: 'Preview' }).click()
  const review = page.getByRole('dialog', { name: /people\.vcf/ })
  await review.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(row(page, 'Person Ada Lovelace')).toBeVisible()
  // Nobody but the person brought it here.
  await row(page, 'Person Ada Lovelace').click()
  await expect(page.getByRole('article', { name: 'Ada Lovelace' })).toContainText(
    'It came from “people.vcf”. After reading it, assistants ask before each change.',
  )
  await expect(page.getByText(/An assistant had read/)).toHaveCount(0)
  await choose(page, 'again.vcf')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('Nothing was added: 1 card can’t be taken.')).toBeVisible()
  await expect(
    page.getByText('Card 2 of “again.vcf” has no name, no organization and no e-mail address.'),
  ).toBeVisible()
  await expect(page.getByText('All of these contacts are there already.')).toHaveCount(0)
})
