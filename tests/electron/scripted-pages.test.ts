import { realpathSync, rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect as expectPage } from '@playwright/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appReady, documentIs, documents, goTo } from '../support/app-page'
import { type Site, servePages } from '../support/serve-pages'
import { freshFolder } from '../support/start-host'
import { type LaunchedElectron, launchElectron } from './stand-in/launch'

let data: string
let site: Site
let secret: Site
let application: LaunchedElectron
let page: Page

beforeAll(async () => {
  data = realpathSync(freshFolder('data'))
  secret = await servePages({ '/': 'A secret.' })
  site = await servePages({
    '/': `<!doctype html><title>Loading</title><div id="app"></div><script>
      const app = document.querySelector('#app')
      fetch('/tides.json').then((answer) => answer.json()).then(({ title, text }) => {
        document.title = title
        app.innerHTML = '<h1>' + title + '</h1><p>' + text + '</p>'
      })
      new Image().src = '${secret.origin}/'
      fetch('${secret.origin}/', { mode: 'no-cors' })
      new WebSocket('${secret.origin.replace('http', 'ws')}/')
    </script>`,
    '/tides.json': (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ title: 'Tide tables', text: 'High water is at six in the harbour.' }))
    },
  })
  application = await launchElectron({ entry: 'out/main/index.js', args: ['--data', data] })
  page = await application.firstWindow()
  await appReady(page)
})
afterAll(async () => {
  await application?.close()
  await Promise.all([site.close(), secret.close()])
  rmSync(data, { recursive: true, force: true })
})

it('opens a page that its scripts make in a window that nobody sees, without a network of its own', async () => {
  await goTo(page, 'Settings')
  await page.getByRole('textbox', { name: 'Host, with its port if it has one' }).fill(site.host)
  await page.getByRole('textbox', { name: 'Host, with its port if it has one' }).press('Enter')
  await goTo(page, 'Library')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add web page…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a web page' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`${site.origin}/`)
  await dialog.getByRole('button', { name: 'Fetch' }).click()
  await documentIs(page, 'Tide tables', 'Ready')
  await expectPage(documents(page)).toHaveCount(1)
  expect(site.asked).toEqual(['/', '/tides.json'])
  expect(secret.asked).toEqual([])
  const shown = await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  expect(shown).toBe(1)
})
