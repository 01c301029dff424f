import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { ask, dropOn, goTo, idle, messageBox } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { vendor } from '../support/fake-messages-api/makes'
import { makePng, tinyGif } from '../support/make-picture'
import { setUpModelDesk } from '../support/model-desk'

// What a person attaches to a message, and what the model is given of it.

const desk = setUpModelDesk()
const attached = (page: Page) => page.locator('.composer').getByRole('list', { name: 'Attached' })
const sent = (page: Page) => page.getByRole('article', { name: 'You' }).last()
const large = makePng(3000, 1500, [200, 40, 40])
const small = makePng(120, 90, [40, 80, 200])

/** Chooses files by the button beside the message box. */
async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await chooser).setFiles(names.map((name) => desk.at(name)))
}

/** Pastes a picture as a browser does that copied one. */
async function pastePicture(page: Page, bytes: Buffer): Promise<void> {
  await messageBox(page).evaluate((box, base64) => {
    const data = new DataTransfer()
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    data.items.add(new File([raw], 'image.png', { type: 'image/png' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, bytes.toString('base64'))
}

test('pictures are chosen, dropped and pasted, made small, and sent before the words', async ({ page }) => {
  desk.put('harbour.png', large)
  desk.put('spark.gif', tinyGif)
  await choose(page, 'harbour.png')
  await expect(attached(page).getByRole('listitem')).toHaveCount(1)
  await dropOn(page, 'Attach to this message', [desk.at('spark.gif')])
  await expect(attached(page)).toContainText('spark.gif')
  await pastePicture(page, small)
  await expect(attached(page)).toContainText('Pasted picture')
  await page.getByRole('button', { name: 'Remove spark.gif' }).click()
  await expect(attached(page).getByRole('listitem')).toHaveCount(2)

  // This server takes none, and that is said before anything is sent.
  await expect(page.getByText('The model in use takes no pictures.')).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('.composer').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  desk.api.push(answer([text('I can’t see it.')]))
  await ask(page, 'What is this?')
  expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('takes no pictures')

  await page.reload()
  const view = sent(page).getByRole('button', { name: 'Show harbour.png larger' })
  await expect(view.getByRole('img', { name: 'harbour.png' })).toBeVisible()
  await view.click()
  const dialog = page.getByRole('dialog', { name: 'harbour.png' })
  await expect(dialog).toContainText('1,568 × 784 pixels')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a server that takes pictures is given them as they are', async ({ page }) => {
  desk.put('logo.png', small)
  desk.api.respond(vendor.script)
  await goTo(page, 'Settings')
  await page.getByRole('button', { name: 'Ask the server' }).click()
  await expect(page.getByText('The server was asked.')).toBeVisible()
  await goTo(page, 'Chat')
  await choose(page, 'logo.png')
  await expect(attached(page)).toContainText('logo.png')
  await expect(page.getByText('The model in use takes no pictures.')).toHaveCount(0)
  await ask(page, 'Which colour is it?')
  const content = desk.api.created.at(-1)?.messages.at(-1)?.content
  expect(content).toMatchObject([
    { type: 'text' },
    { type: 'image', source: { media_type: 'image/png' } },
    { type: 'text', text: 'Which colour is it?' },
  ])
})

test('what is no picture is refused in one sentence, and nothing is lost', async ({ page }) => {
  desk.put('broken.png', 'not a picture')
  desk.put('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await messageBox(page).fill('Look')
  await choose(page, 'broken.png', 'drawing.svg')
  await expect(page.getByText('broken.png is damaged and can’t be shown as a picture')).toBeVisible()
  await expect(
    page.getByText('drawing.svg is no picture that can be attached. Choose a PNG, JPEG, GIF or WebP file.'),
  ).toBeVisible()
  await expect(attached(page)).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue('Look')
  await idle(page)
})

test('the button that removes an attachment is reached whatever its name is', async ({ page }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  const name = `${'A very long name of a picture that goes on '.repeat(4)}.png`
  desk.put(name, small)
  await choose(page, name)
  const remove = attached(page).getByRole('button')
  await expect(remove).toBeVisible()
  const [chip, button] = await Promise.all([
    attached(page).getByRole('listitem').boundingBox(),
    remove.boundingBox(),
  ])
  if (chip === null || button === null) throw new Error('The attachment is not shown.')
  expect(button.x + button.width).toBeLessThanOrEqual(chip.x + chip.width)
  expect(chip.x + chip.width).toBeLessThanOrEqual(420)
  await remove.click()
  await expect(attached(page)).toHaveCount(0)
})
