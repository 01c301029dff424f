import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for all tests')

const index = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const place = (page: Page) => index(page).locator('[aria-current="location"]')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2, exact: true })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search settings' })

test.describe('the settings', () => {
  test.beforeEach(async ({ page }) => {
    await openApp(page, desk.host.url)
    await goTo(page, 'Settings')
  })

  test('have a list of their sections that leads to each by the keyboard and says where one is', async ({
    page,
  }) => {
    await expect(place(page)).toHaveText('Model')
    for (const name of ['History and trash', 'Data and about', 'Notifications', 'Folders']) {
      await index(page).getByRole('link', { name, exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(place(page)).toHaveText(name)
      await expect(heading(page, name)).toBeFocused()
      await expect(heading(page, name)).toBeInViewport()
    }
    await page.locator('.screen-body').hover()
    await page.mouse.wheel(0, 100_000)
    await expect(place(page)).toHaveText('Data and about')
    await index(page).getByRole('link', { name: 'Folders', exact: true }).click()
    await expect(place(page)).toHaveText('Folders')
  })

  test('show the sections that say what is typed, and all of them when one is asked for that does not', async ({
    page,
  }) => {
    await search(page).fill('quota')
    await expect(page.getByText('No setting mentions “quota”')).toBeVisible()
    await search(page).fill('ollama key')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Model'])
    await search(page).fill('privacy licence')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Data and about'])
    await expect(page.getByText('reports nothing to anybody')).toBeVisible()
    await search(page).fill('theme dark')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Appearance'])
    await expect(index(page).getByRole('link')).toHaveText(['Appearance'])
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('backup and')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Backup and export')).toBeInViewport()
    await expect(search(page)).toHaveValue('')
  })

  test('say how another program uses the tools, with what starts them here', async ({ page }) => {
    await goTo(page, 'Settings')
    const section = page.getByRole('region', { name: 'Other programs' })
    const [configuration, line] = await section.locator('code').allTextContents()
    const { mcpServers } = JSON.parse(configuration ?? '') as {
      mcpServers: { countersign: { command: string; args: string[] } }
    }
    expect(mcpServers.countersign.command).toBe('node')
    expect(mcpServers.countersign.args.slice(1)).toEqual(['mcp', '--data', desk.host.data])
    expect(line).toContain('mcp')
    expect(line).toMatch(/ --http --port \d+$/)
    expect(existsSync(mcpServers.countersign.args[0] ?? '')).toBe(true)
    await expect(section.getByRole('button', { name: 'Copy' })).toHaveCount(2)
  })

  test('open at the section that the address names, also after a reload', async ({ page }) => {
    await page.evaluate(() => {
      location.hash = '#/settings/web-pages'
    })
    await expect(place(page)).toHaveText('Web pages')
    await page.reload()
    await expect(place(page)).toHaveText('Web pages')
    await expect(heading(page, 'Web pages')).toBeInViewport()
  })

  test('let a section be chosen above them in a narrow window', async ({ page }) => {
    await page.setViewportSize({ width: 420, height: 760 })
    await expect(index(page)).toBeHidden()
    const choice = page.getByRole('combobox', { name: 'Sections' })
    await choice.focus()
    await choice.selectOption('Appearance')
    await expect(heading(page, 'Appearance')).toBeInViewport()
    await expect(choice).toBeFocused()
    await search(page).fill('trash')
    await expect(heading(page, 'History and trash')).toBeVisible()
    await expect(heading(page, 'Appearance')).toBeHidden()
    await expectAccessible(page, 'settings in a narrow window')
  })

  test('keep what is typed into the model form on other screens and over a reload, but store no key', async ({
    page,
  }) => {
    await page.getByRole('radio', { name: /^A model/ }).click()
    const address = page.getByRole('textbox', { name: 'Address of the server' })
    const key = page.getByLabel('Key', { exact: true })
    const save = page.getByRole('button', { name: 'Save', exact: true }).first()
    await address.fill('http://127.0.0.1:9')
    await key.fill('sk-not-stored')
    await goTo(page, 'Notes')
    await goTo(page, 'Settings')
    await expect(address).toHaveValue('http://127.0.0.1:9')
    await expect(key).toHaveValue('sk-not-stored')
    await expect(page.getByText('Not saved yet.')).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
    expect(kept).toContain('http://127.0.0.1:9')
    expect(kept).not.toContain('sk-not-stored')
    await page.reload()
    await expect(address).toHaveValue('http://127.0.0.1:9')
    await expect(key).toHaveValue('')
    await expect(save).toBeEnabled()
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(address).toHaveValue('')
    await expect(page.getByText('Not saved yet.')).toHaveCount(0)
    await page.getByRole('radio', { name: /^Offline assistant/ }).click()
  })
})
