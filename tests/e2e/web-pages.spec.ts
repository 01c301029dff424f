import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { findChromium } from '../electron/stand-in/find-binaries'
import { dangerDialog, decide, documentIs, documentRow, goTo, openApp, send } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { html, type Site, servePages } from '../support/serve-pages'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** Longest wait for a page to be fetched and read, on a busy machine. */
const slowMs = 30_000

let base: string
let site: Site
let host: RunningHost

test.beforeEach(async () => {
  base = realpathSync(freshFolder('pages'))
  mkdirSync(join(base, 'data'))
  site = await servePages({
    '/': html(
      'Harbour almanac',
      '<p>Tides of the harbour.</p><a href="/north">North</a><a href="/gone">Gone</a>',
    ),
    '/north': html('Northern pier', '<p>Ships moor at the northern pier at dusk.</p>'),
  })
  host = await startHost({ data: join(base, 'data') })
})
test.afterEach(async () => {
  await host.stop()
  await site.close()
  rmSync(base, { recursive: true, force: true })
})

async function nameHost(page: Page) {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Host, with its port if it has one' }).fill(site.host)
  await page.getByRole('textbox', { name: 'Host, with its port if it has one' }).press('Enter')
  await expect(page.getByRole('list', { name: 'Web pages' })).toContainText(site.host)
}

async function openDialog(page: Page) {
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add web page…' }).click()
  return page.getByRole('dialog', { name: 'Add a web page' })
}

test('a page comes from its address to a search hit, is fetched again, and can be taken back', async ({
  page,
}) => {
  await openApp(page, host.url)
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/north`)
  await dialog.getByRole('button', { name: 'Fetch' }).click()
  const dock = page.getByRole('region', { name: 'Adding to the library' })
  await expect(dock).toContainText('into your own network', { timeout: slowMs })
  await expect(dock).toContainText('1 page was not taken')
  expect(site.asked).toEqual([])

  await dock.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Web pages', level: 2 })).toBeFocused()
  await nameHost(page)
  // What is typed without its beginning is asked over an encrypted connection, which this server has not.
  const encrypted = await openDialog(page)
  await encrypted.getByRole('textbox', { name: 'Address' }).fill(`${site.host}/north`)
  await encrypted.getByRole('button', { name: 'Fetch' }).click()
  await expect(dock).toContainText('write http:// before the address', { timeout: slowMs })
  const again = await openDialog(page)
  await again.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/north`)
  await again.getByRole('textbox', { name: 'Address' }).press('Enter')
  await documentIs(page, 'Northern pier', 'Ready')
  const box = page.getByRole('searchbox', { name: 'Search the library' })
  await box.fill('ships moor')
  await box.press('Enter')
  await page.getByText('Ships moor at the northern pier').first().click()
  await expect(page.getByText(`${site.origin}/north`)).toBeVisible()
  await page.getByRole('button', { name: 'Open the page' }).click()
  const leaving = page.getByRole('dialog')
  await expect(leaving).toContainText(`${site.origin}/north`)
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Fetch again' }).click()
  await expect(dock).toContainText('unchanged', { timeout: slowMs })

  await goTo(page, 'Activity')
  await page.getByRole('button', { name: /^Undo/ }).last().click()
  await goTo(page, 'Library')
  await box.fill('')
  await expect(documentRow(page, 'Northern pier')).toHaveCount(0)
})

test('the pages of a site come together, and what is missing says why', async ({ page }) => {
  await openApp(page, host.url)
  await nameHost(page)
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/`)
  await dialog.getByText('Pages of this site').click()
  await dialog.getByRole('textbox', { name: 'At most how many pages' }).fill('0')
  await expect(dialog.getByRole('button', { name: 'Fetch' })).toBeDisabled()
  await expectAccessible(page, 'the dialog for a web page')
  await dialog.getByRole('textbox', { name: 'At most how many pages' }).fill('5')
  await dialog.getByRole('button', { name: 'Fetch' }).click()
  await documentIs(page, 'Harbour almanac', 'Ready')
  await documentIs(page, 'Northern pier', 'Ready')
  const dock = page.getByRole('region', { name: 'Adding to the library' })
  await expect(dock).toContainText('has no page at this address')
  expect(site.asked).toEqual(['/robots.txt', '/', '/north', '/gone'])
})

test('a crawl is stopped, and what came until then is kept', async ({ page }) => {
  site.pages['/'] = html('Slow site', '<a href="/never">Never</a>')
  site.pages['/never'] = () => undefined
  await openApp(page, host.url)
  await nameHost(page)
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/`)
  await dialog.getByText('Pages of this site').click()
  await dialog.getByRole('button', { name: 'Fetch' }).click()
  const dock = page.getByRole('region', { name: 'Adding to the library' })
  await expect(dock).toContainText('Fetching: 1 of at most 50 pages', { timeout: slowMs })
  await dock.getByRole('button', { name: 'Stop' }).click()
  await expect(dock).toContainText('Stopped. What had been fetched is kept.', { timeout: slowMs })
  await documentIs(page, 'Slow site', 'Ready')
})

test('what an assistant wants to fetch shows the whole address, is approved, and can be stopped', async ({
  page,
}) => {
  site.pages['/'] = html('Slow site', '<a href="/never">Never</a>')
  site.pages['/never'] = () => undefined
  await openApp(page, host.url)
  await nameHost(page)
  await goTo(page, 'Chat')
  await send(
    page,
    `/fetch_web_content ${JSON.stringify({ url: `${site.origin}/?q=${'a'.repeat(300)}`, mode: 'crawl' })}`,
  )
  // So many pages at once are asked in a dialog.
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText(`${site.origin}/?q=${'a'.repeat(300)}`)
  expect(site.asked).toEqual([])
  site.pages[`/?q=${'a'.repeat(300)}`] = site.pages['/'] ?? ''
  await decide(dialog, 'Apply')
  const wanted = page.locator('[data-proposal]').first()
  await expect.poll(() => site.asked.at(-1), { timeout: slowMs }).toBe('/never')
  await wanted.getByRole('button', { name: 'Stop', exact: true }).click()
  await goTo(page, 'Library')
  await documentIs(page, 'Slow site', 'Ready')
})

test('an address that is pasted onto the library is taken for its page', async ({ page }) => {
  await openApp(page, host.url)
  await goTo(page, 'Library')
  await page.evaluate((address) => {
    const data = new DataTransfer()
    data.setData('text/plain', address)
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, `${site.origin}/north`)
  const dialog = page.getByRole('dialog', { name: 'Add a web page' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toHaveValue(`${site.origin}/north`)
})

const scripted = (text: string) =>
  `<!doctype html><title>Loading</title><div id="app"></div><script>
    document.title = 'Tide tables'
    document.querySelector('#app').innerHTML = '<h1>Tide tables</h1><p>${text}</p>'
  </script>`

test.describe('with a Chromium that COUNTERSIGN_CHROMIUM names', () => {
  test.beforeEach(async () => {
    await host.stop()
    const environment = { COUNTERSIGN_CHROMIUM: findChromium() }
    host = await startHost({ data: join(base, 'data'), environment })
    site.pages['/tables'] = scripted('High water is at six.')
  })

  test('a page that its scripts make is taken as it shows itself, unless that is switched off', async ({
    page,
  }) => {
    await openApp(page, host.url)
    await nameHost(page)
    const dialog = await openDialog(page)
    await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/tables`)
    await dialog.getByRole('button', { name: 'Fetch' }).click()
    await documentIs(page, 'Tide tables', 'Ready')
    await documentRow(page, 'Tide tables').click()
    await expect(page.getByText('High water is at six.')).toBeVisible()

    await goTo(page, 'Settings')
    const opens = page.getByRole('switch', { name: 'Open pages that their scripts make' })
    await expect(opens).toBeChecked()
    await opens.click()
    await expect(opens).not.toBeChecked()
    site.pages['/other'] = scripted('Low water is at noon.')
    const again = await openDialog(page)
    await again.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/other`)
    await again.getByRole('button', { name: 'Fetch' }).click()
    const dock = page.getByRole('region', { name: 'Adding to the library' })
    await expect(dock).toContainText('switched off under Settings', { timeout: slowMs })
    await dock.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Web pages', level: 2 })).toBeFocused()
  })

  test('the card of a page says before that scripts may run, and its result that they did', async ({
    page,
  }) => {
    await openApp(page, host.url)
    await nameHost(page)
    await goTo(page, 'Chat')
    await send(page, `/fetch_web_content ${JSON.stringify({ url: `${site.origin}/tables` })}`)
    const wanted = page.locator('[data-proposal]').first()
    await expect(wanted).toContainText('may load from other hosts')
    await wanted.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect(page.getByText('with what its scripts show')).toBeVisible({ timeout: slowMs })
  })
})

test('without one, such a page is taken as it came, and how it could be opened is told', async ({ page }) => {
  site.pages['/tables'] = scripted('High water is at six.')
  await openApp(page, host.url)
  await nameHost(page)
  await expect(page.getByText('set to the path of a Chromium or Chrome')).toBeVisible()
  const dialog = await openDialog(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/tables`)
  await dialog.getByRole('button', { name: 'Fetch' }).click()
  const dock = page.getByRole('region', { name: 'Adding to the library' })
  await expect(dock).toContainText('COUNTERSIGN_CHROMIUM', { timeout: slowMs })
})
