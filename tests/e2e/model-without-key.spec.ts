import { expect, test } from '@playwright/test'
import { ask, goTo, newChat, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for each test')

test('a first conversation leads to where a model is set up, until one is chosen', async ({ page }) => {
  await openApp(page, desk.host.url)
  const offer = page.getByRole('region', { name: 'No model is connected yet' })
  await offer.getByRole('button', { name: 'Set up a model' }).click()
  await expect(page.getByRole('heading', { name: 'Model', level: 2, exact: true })).toBeInViewport()
  await page.getByRole('radio', { name: /^A model/ }).click()
  await newChat(page)
  await expect(page.getByRole('link', { name: 'Model without a key' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('who goes on with the offline assistant is not told again that there is no model', async ({ page }) => {
  await openApp(page, desk.host.url)
  const offer = page.getByRole('region', { name: 'No model is connected yet' })
  await expect(offer).toBeVisible()
  await expectAccessible(page, 'no model yet')
  await ask(page, '/list_collections')
  await newChat(page)
  await expect(page.getByRole('heading', { name: 'What shall we do?' })).toBeVisible()
  await expect(offer).toHaveCount(0)
})

test('a model that was chosen without its key is said to be so before anything is sent', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Settings')
  await page.getByRole('radio', { name: /^A model/ }).click()
  await newChat(page)
  await page.getByRole('link', { name: 'Model without a key' }).click()
  await expect(page.getByRole('heading', { name: 'Model', level: 2, exact: true })).toBeInViewport()

  await goTo(page, 'Tasks')
  await page.getByRole('textbox', { name: 'Add a task' }).fill('Paint the shed')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Paint the shed/ }).click()
  await expect(page.getByText('The model that is chosen has no key yet')).toBeVisible()
  await page.getByRole('button', { name: 'Enter the key' }).click()
  await expect(page.getByRole('heading', { name: 'Model', level: 2, exact: true })).toBeInViewport()

  await goTo(page, 'Missions')
  await page.getByRole('button', { name: 'What is new in the library' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText('There is no key for the model.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: /^Offline assistant/ }).click()
  await newChat(page)
  await expect(page.getByRole('link', { name: 'Offline assistant' })).toBeVisible()
})
