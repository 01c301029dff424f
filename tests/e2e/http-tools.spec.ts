import type { IncomingMessage } from 'node:http'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { card, change, dangerDialog, decide, goTo, idle, inspector, newChat, send } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'
import { type Site, servePages } from '../support/serve-pages'

// Tools that a person makes of an address: what only reads is asked at once, what changes something after a yes.

const desk = setUpModelDesk()
const { modelCalls } = desk

/** A request as the address got it. */
interface Got {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly key: string | undefined
  readonly body: string
}

let site: Site
let got: Got[]

test.beforeEach(async () => {
  got = []
  const answering =
    (answer: unknown): Site['pages'][string] =>
    async (request, response) => {
      const { method, url, headers } = request
      got.push({ method, url, key: headers['x-key']?.toString(), body: await bodyOf(request) })
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    }
  site = await servePages({
    '/weather/Husum?units=metric': answering({ sky: 'clear', temperature: 12.5 }),
    '/weather/St.%20Peter%2FOrding?units=metric&days=2': answering({ sky: 'stormy' }),
    '/orders/harbour': answering({ order: 'A-17' }),
  })
  // So large a window that every tool is sent: what is not loaded is not run.
  const { client, close } = await connectAsPage(desk.host.url)
  await client.settings.set({ contextTokens: 200_000 })
  close()
})

test.afterEach(() => site.close())

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

/** As models call it. */
async function nameOf(title: string): Promise<string> {
  const { client, close } = await connectAsPage(desk.host.url)
  const tools = await client.httpTools.list()
  close()
  const tool = tools.find((each) => each.title === title)
  if (tool === undefined) throw new Error(`There is no tool ${title}.`)
  return tool.name
}

const field = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })
const result = (page: Page): Locator => page.getByRole('region', { name: 'Result', exact: true })
const row = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: 'HTTP tools' }).getByRole('button', { name: new RegExp(`^${title}`) })

async function beginTool(page: Page, title: string, address: string): Promise<void> {
  await goTo(page, 'Tools')
  await page.getByRole('button', { name: 'New HTTP tool' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Description', exact: true }).first().fill(`Asks for ${title}.`)
  await page.getByRole('textbox', { name: 'Address' }).pressSequentially(address)
}

async function saveTool(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
}

test('a tool that reads is made, tried, changed, switched off and removed', async ({ page }) => {
  await beginTool(page, 'Weather', `${site.origin}/weather/{city}?units={units}`)
  await expect(field(page, 'city')).toContainText('From the address')
  await expect(field(page, 'units')).toBeVisible()
  await field(page, 'city').getByRole('textbox', { name: 'Description' }).fill('Which city.')
  await expect(page.getByRole('checkbox', { name: 'This tool only reads' })).toBeChecked()
  await page.getByRole('button', { name: 'Add a header' }).click()
  await expect(page.getByRole('textbox', { name: 'Name 1' })).toBeFocused()
  await page.keyboard.type('X-Key')
  await page.getByLabel('Value 1').fill('very-secret')
  await expectAccessible(page, 'the form of an HTTP tool')
  // Going elsewhere loses nothing.
  await goTo(page, 'Notes')
  await goTo(page, 'Tools')
  await row(page, 'Weather').click()
  await saveTool(page, 'Weather')

  await page.getByRole('textbox', { name: 'City' }).fill('Husum')
  await page.getByRole('textbox', { name: 'Units' }).fill('metric')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(result(page)).toContainText(`Asked ${site.host}: Weather`)
  await expect(result(page)).toContainText('12.5')
  expect(got).toEqual([{ method: 'GET', url: '/weather/Husum?units=metric', key: 'very-secret', body: '' }])

  await expectAccessible(page, 'an HTTP tool')

  await page.getByRole('button', { name: 'Edit Weather' }).click()
  await expect(page.getByLabel('Value 1')).toHaveValue('')
  await page.getByRole('button', { name: 'Add a field' }).click()
  await expect(field(page, 'Field 3').getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('days')
  await field(page, 'days').getByRole('combobox', { name: 'Kind' }).selectOption('Number')
  await expect(page.getByText('In the query: days.')).toBeVisible()
  await saveTool(page, 'Weather')
  await page.getByRole('textbox', { name: 'City' }).fill('St. Peter/Ording')
  await page.getByRole('textbox', { name: 'Days' }).fill('2')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(result(page)).toContainText('stormy')
  // The value of the header stayed, which nobody entered again.
  expect(got.at(-1)?.key).toBe('very-secret')

  await page.getByRole('switch', { name: 'Weather is switched on' }).click()
  await expect(page.getByText('No assistant can use it while it is switched off.')).toBeVisible()
  await page.getByRole('button', { name: 'All tools' }).click()
  await expect(row(page, 'Weather')).toContainText('Off')
  await row(page, 'Weather').click()
  await page.getByRole('switch', { name: 'Weather is switched on' }).click()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Remove Weather' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog).toContainText('is not given again')
  await decide(dialog, 'Remove')
  await expect(page.getByRole('searchbox', { name: 'Search the tools' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'HTTP tools' })).toHaveCount(0)
})

test('a tool that changes something asks with the exact address and body before it is sent', async ({
  page,
}) => {
  await beginTool(page, 'Order', `${site.origin}/orders/{shop}`)
  await page.getByRole('combobox', { name: 'Method' }).selectOption('POST')
  await expect(page.getByRole('checkbox', { name: 'This tool only reads' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await field(page, 'Field 2').getByRole('textbox', { name: 'Name' }).fill('item')
  await expect(page.getByText('In the body, as JSON: item.')).toBeVisible()
  await saveTool(page, 'Order')

  await newChat(page)
  modelCalls([await nameOf('Order'), { shop: 'harbour', item: 'Two kippers' }])
  await send(page, 'Order two kippers.')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText(`${site.origin}/orders/harbour`)
  await expect(dialog).toContainText('Two kippers')
  await expect(dialog).toContainText('This can’t be undone.')
  expect(got).toEqual([])
  await decide(dialog, 'Send')
  await idle(page)
  expect(got).toMatchObject([{ method: 'POST', url: '/orders/harbour' }])
  expect(JSON.parse(got[0]?.body ?? '')).toEqual({ item: 'Two kippers' })
  await page.getByRole('button', { name: `Asked ${site.host}: Order` }).click()
  await expect(inspector(page)).toContainText('A-17')
  await goTo(page, 'Activity')
  await expect(change(page, 'Order')).toBeVisible()
})

test('what was changed or removed elsewhere meanwhile is neither overwritten nor lost', async ({ page }) => {
  await beginTool(page, 'Weather', `${site.origin}/weather/{city}`)
  await saveTool(page, 'Weather')
  await page.getByRole('button', { name: 'Edit Weather' }).click()
  const description = page.getByRole('textbox', { name: 'Description' }).first()
  await description.fill('Tells the weather.')

  const { client, close } = await connectAsPage(desk.host.url)
  const tool = (await client.httpTools.list()).find(({ title }) => title === 'Weather')
  if (tool === undefined) throw new Error('There is no tool.')
  const { id, name: _n, enabled: _e, revision: _r, headers: _h, ...definition } = tool
  await client.httpTools.save({ id, draft: { ...definition, headers: [], title: 'Sky' } })
  await expect(page.getByText('This tool was changed while you wrote')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Keep what I wrote' }).click()
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Sky')
  await expect(description).toHaveValue('Tells the weather.')
  // A save that changes nothing that is shown, such as another value of a header, is told as well.
  await client.httpTools.save({ id, draft: { ...definition, headers: [], title: 'Sky' } })
  await expect(page.getByText('This tool was changed while you wrote')).toBeVisible()

  await client.httpTools.remove({ id })
  close()
  await expect(page.getByText('This tool was removed while you wrote')).toBeVisible()
  await expect(description).toHaveValue('Tells the weather.')
})

test('what can’t be saved is told at its field, and nothing of it is lost', async ({ page }) => {
  await goTo(page, 'Tools')
  await page.getByRole('button', { name: 'New HTTP tool' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription(/Give it a title/)
  await title.fill('Files')
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Lists files.')
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('ftp://files.example/{name}')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(address).toBeFocused()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await page.reload()
  await expect(address).toHaveValue('ftp://files.example/{name}')
  await expect(field(page, 'name')).toBeVisible()
})

test('a call that waits says that its tool was switched off since, and no more once it is on again', async ({
  page,
}) => {
  const { client, close } = await connectAsPage(desk.host.url)
  const { id, name } = await client.httpTools.save({
    id: null,
    draft: {
      ...{
        title: 'Pilot',
        description: 'Asks for a pilot.',
        method: 'POST',
        url: `${site.origin}/orders/pilot`,
      },
      fields: [{ name: 'ship', kind: 'text', description: '', required: true }],
      ...{ headers: [], class: 'destructive_update', seconds: 30 },
    },
  })
  await desk.proposeUnattended([name, { ship: 'Marrow' }])
  await client.httpTools.enable({ id, enabled: false })
  await goTo(page, 'Inbox')
  const waiting = card(page, 'a request (POST)')
  await expect(waiting).toContainText('“Pilot” is switched off under Tools')
  await waiting.getByRole('button', { name: 'Propose again' }).click()
  await expect(waiting).toContainText('It can’t be proposed again as it was')
  await client.httpTools.enable({ id, enabled: true })
  close()
  await goTo(page, 'Notes')
  await goTo(page, 'Inbox')
  await expect(waiting.getByRole('button', { name: 'Review…' })).toBeVisible()
  await expect(waiting).not.toContainText('switched off')
  expect(got).toEqual([])
})
