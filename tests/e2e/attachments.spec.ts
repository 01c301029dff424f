import { rmSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import {
  answers,
  appReady,
  ask,
  documentIs,
  documentRow,
  dropOn,
  goTo,
  idle,
  inspector,
  messageBox,
  newChat,
  openConversation,
} from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { vendor } from '../support/fake-messages-api/makes'
import { makePdf } from '../support/make-pdf'
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

/** How many pictures the browser keeps that were not sent. Makes nothing: the page alone says how it keeps them. */
function unsent(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('countersign-unsent-pictures')
        let isNew = false
        opening.onupgradeneeded = () => {
          isNew = true
          opening.transaction?.abort()
        }
        opening.onerror = () => (isNew ? resolve(0) : reject(opening.error))
        opening.onsuccess = () => {
          const counting = opening.result.transaction('pictures').objectStore('pictures').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )
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
  await page.getByRole('button', { name: 'Ask the server', exact: true }).click()
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

test('a picture is sent without a word, and nothing at all is not', async ({ page }) => {
  desk.put('logo.png', small)
  const go = page.getByRole('button', { name: 'Send', exact: true })
  await expect(go).toBeDisabled()
  await choose(page, 'logo.png')
  await expect(attached(page)).toContainText('logo.png')
  desk.api.push(answer([text('A logo.')]))
  await go.click()
  await expect(answers(page).last()).toContainText('A logo.')
  await expect(sent(page).getByRole('img', { name: 'logo.png' })).toBeVisible()
  await expect(sent(page).locator('.message-user-text')).toHaveCount(0)
  await expect(sent(page).getByRole('button', { name: 'Copy' })).toHaveCount(0)

  await sent(page).getByRole('button', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('What is it called?')
  desk.api.push(answer([text('A ship.')]))
  await page.getByRole('article', { name: 'You' }).getByRole('button', { name: 'Send' }).click()
  await expect(answers(page).last()).toContainText('A ship.')
})

test('a picture that was not sent outlives a reload, and one that the browser let go of is named', async ({
  page,
}) => {
  const thumbnail = attached(page).locator('img')
  const seen = () => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  desk.put('quay.png', large)
  await messageBox(page).fill('What is this?')
  await choose(page, 'quay.png')
  await expect(attached(page)).toContainText('quay.png')
  // It is shown before the browser has stored it, which takes its time on a busy machine.
  await expect.poll(() => unsent(page)).toBe(1)
  await page.reload()
  await expect(messageBox(page)).toHaveValue('What is this?')
  await expect(attached(page)).toContainText('quay.png')
  await expect.poll(seen).toBe(1568)
  desk.api.push(answer([text('A quay.')]))
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(answers(page).last()).toContainText('A quay.')
  await expect(sent(page).getByRole('img', { name: 'quay.png' })).toBeVisible()
  await expect.poll(() => unsent(page)).toBe(0)

  await choose(page, 'quay.png')
  await expect(attached(page)).toContainText('quay.png')
  await expect.poll(() => unsent(page)).toBe(1)
  await page.getByRole('button', { name: 'Remove quay.png' }).click()
  await expect.poll(() => unsent(page)).toBe(0)
  await page.reload()
  await expect(messageBox(page)).toBeVisible()
  await expect(attached(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await messageBox(page).fill('And this?')
  await pastePicture(page, small)
  await expect(attached(page)).toContainText('Pasted picture')
  await expect.poll(() => unsent(page)).toBe(1)
  await page.evaluate(() => indexedDB.deleteDatabase('countersign-unsent-pictures'))
  await page.reload()
  await expect(page.getByText('Pasted picture could not be kept over the reload')).toBeVisible()
  await expect(attached(page)).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue('And this?')
})

test('a picture that two messages have outlives the sending of one, and goes with its conversation', async ({
  page,
}) => {
  desk.put('logo.png', small)
  desk.api.push(answer([text('Good morning to you.')]))
  await ask(page, 'Good morning')
  await choose(page, 'logo.png')
  await expect(attached(page)).toContainText('logo.png')
  await newChat(page)
  await choose(page, 'logo.png')
  await expect(attached(page)).toContainText('logo.png')
  desk.api.push(answer([text('A logo.')]))
  await ask(page, 'What is this?')
  await page.reload()
  await openConversation(page, 'Good morning')
  await expect(attached(page)).toContainText('logo.png')
  const thumbnail = attached(page).locator('img')
  await expect.poll(() => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(120)
  expect(await unsent(page)).toBe(1)

  const list = page.getByRole('navigation', { name: 'Conversations' })
  await list.getByRole('link', { name: 'Good morning' }).focus()
  await page.keyboard.press('Delete')
  await list.getByRole('button', { name: 'Folders and trash' }).click()
  await page.getByRole('menuitem', { name: 'Trash…' }).click()
  await expect(page.getByRole('dialog')).toContainText('Good morning')
  expect(await unsent(page)).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
  await expect.poll(() => unsent(page)).toBe(0)
})

test('a picture that two tabs have attached is lost in neither, and sent by each once', async ({ page }) => {
  desk.put('logo.png', small)
  await choose(page, 'logo.png')
  await expect(attached(page)).toContainText('logo.png')
  await expect.poll(() => unsent(page)).toBe(1)
  // A tab that is duplicated has all that was written in the other one.
  const opening = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open(location.href))
  const other = await opening
  await appReady(other)
  await expect(attached(other)).toContainText('logo.png')
  const thumbnail = attached(other).locator('img')
  const seen = () => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth)
  await expect.poll(seen).toBe(120)

  desk.api.push(answer([text('A logo.')]))
  await ask(page, 'What is this?')
  await expect(attached(page)).toHaveCount(0)
  await other.reload()
  await appReady(other)
  await expect(attached(other)).toContainText('logo.png')
  await expect.poll(seen).toBe(120)
  desk.api.push(answer([text('The same logo.')]))
  await ask(other, 'And in this one?')
  await expect(answers(other)).toHaveCount(1)
  await expect(sent(other).getByRole('img', { name: 'logo.png' })).toHaveCount(1)
  await page.reload()
  await appReady(page)
  await expect(attached(page)).toHaveCount(0)
  await expect.poll(() => unsent(page)).toBe(0)
})

test('an attachment is taken away while its message is edited, and stays with the version before', async ({
  page,
}) => {
  desk.put('one.png', small)
  desk.put('two.png', large)
  await choose(page, 'one.png', 'two.png')
  await expect(attached(page).getByRole('listitem')).toHaveCount(2)
  desk.api.push(answer([text('Two.')]), answer([text('One.')]))
  await ask(page, 'How many?')
  await idle(page)
  await sent(page).getByRole('button', { name: 'Edit' }).click()
  await sent(page).getByRole('button', { name: 'Remove two.png' }).click()
  await expect(sent(page).getByRole('listitem')).toHaveCount(1)
  await page.reload()
  await appReady(page)
  await expect(sent(page).getByRole('listitem')).toHaveCount(1)
  await sent(page).getByRole('button', { name: 'Send' }).click()
  await expect(answers(page).last()).toContainText('One.')
  await expect(sent(page).getByRole('button', { name: /one\.png/ })).toBeVisible()
  await expect(sent(page).getByRole('button', { name: /two\.png/ })).toHaveCount(0)
  // This server takes none: it is told their names.
  const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
  expect(asked).toContain('one.png')
  expect(asked).not.toContain('two.png')
  await sent(page).getByRole('button', { name: 'Previous version' }).click()
  await expect(sent(page).getByRole('button', { name: /two\.png/ })).toBeVisible()
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

test('a file that goes between choosing and handing over is said to be gone, a picture too', async ({
  page,
}) => {
  desk.put('gone.png', small)
  desk.put('gone.txt', 'Low water is at noon.')
  await messageBox(page).fill('Look')
  // The page has both when they go: it is held back for a moment, as one that is busy.
  await page.evaluate(() => {
    const click = HTMLInputElement.prototype.click
    HTMLInputElement.prototype.click = function heldBack() {
      const hold = (event: Event) => {
        event.stopImmediatePropagation()
        this.removeEventListener('change', hold, { capture: true })
        window.addEventListener('go-on', () => this.dispatchEvent(new Event('change')), { once: true })
      }
      this.addEventListener('change', hold, { capture: true })
      click.call(this)
    }
  })
  await choose(page, 'gone.png', 'gone.txt')
  rmSync(desk.at('gone.png'))
  rmSync(desk.at('gone.txt'))
  await page.evaluate(() => window.dispatchEvent(new Event('go-on')))
  const says = (name: string) => page.getByText(`${name} was moved, deleted or changed after it was chosen.`)
  await expect(says('gone.png')).toBeVisible()
  await expect(says('gone.txt').first()).toBeVisible()
  await expect(attached(page)).toHaveCount(0)
  await expect(messageBox(page)).toHaveValue('Look')
})

test('a name that hides something says so, also where it is only read out', async ({ page }) => {
  const name = 'bill\u202egnp.png'
  desk.put(name, small)
  await choose(page, name)
  await expect(attached(page).getByRole('button', { name: 'Remove bill⟨RLO⟩gnp.png' })).toBeVisible()
  await expect(attached(page).getByTitle('bill⟨RLO⟩gnp.png')).toBeVisible()
  desk.api.push(answer([text('A bill.')]))
  await ask(page, 'What is this?')
  await expect(sent(page).getByRole('button', { name: 'Show bill⟨RLO⟩gnp.png larger' })).toBeVisible()
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

test('a file of a granted folder is attached by its name, and read when the message is sent', async ({
  page,
}) => {
  desk.put('berths/fees-of-quillon.txt', 'A berth costs nine crowns a night.\n')
  const box = page.locator('.composer textarea')
  await box.pressSequentially('What is a berth? @quillon')
  const list = page.getByRole('listbox', { name: 'Documents, notes, tasks, files and assistants' })
  await expect(list.getByRole('option', { name: /^fees-of-quillon\.txt .*berths File$/ })).toBeVisible()
  await box.press('Enter')
  await expect(attached(page)).toContainText('fees-of-quillon.txt')
  await expect(box).toHaveValue('What is a berth? ')
  desk.api.push(answer([text('Nine crowns.')]))
  await box.press('Enter')
  await expect(page.getByText('Nine crowns.')).toBeVisible()
  await idle(page)
  expect(JSON.stringify(desk.api.created.at(-1)?.messages)).toContain('A berth costs nine crowns a night.')
  // By keyboard: what was sent stands in the panel, whatever became of the file.
  desk.put('berths/fees-of-quillon.txt', 'A berth costs ten crowns a night.\n')
  await sent(page).getByRole('button', { name: 'fees-of-quillon.txt' }).press('Enter')
  await expect(inspector(page).getByRole('heading', { name: 'fees-of-quillon.txt' })).toBeVisible()
  await expect(inspector(page)).toContainText(desk.at('berths/fees-of-quillon.txt'))
  await expect(inspector(page)).toContainText('A berth costs nine crowns a night.')
  await inspector(page).getByRole('button', { name: 'Close' }).click()
  await expect(sent(page).getByRole('button', { name: 'fees-of-quillon.txt' })).toBeFocused()

  // The same by its path; a file beside it that is called alike is not meant.
  desk.put('jetties/fees-of-quillon.txt', 'A jetty costs two crowns.\n')
  await box.pressSequentially('@quillon')
  await expect(list.getByRole('option')).toHaveCount(2)
  await box.fill('')
  await box.pressSequentially('Compare @jetties/fees')
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(list.getByRole('option', { name: /^fees-of-quillon\.txt .*jetties File$/ })).toBeVisible()
  await box.press('Enter')
  await expect(box).toHaveValue('Compare ')
  desk.api.push(answer([text('Two crowns.')]))
  await box.press('Enter')
  await expect(page.getByText('Two crowns.')).toBeVisible()
  await idle(page)
  const compared = JSON.stringify(desk.api.created.at(-1)?.messages)
  expect(compared).toContain(desk.at('jetties/fees-of-quillon.txt'))
  rmSync(desk.at('jetties'), { recursive: true })

  // What went away meanwhile is said, and the message comes back.
  await box.fill('And now? @quillon')
  await expect(list.getByRole('option')).toHaveCount(1)
  await box.press('Enter')
  await expect(attached(page)).toContainText('fees-of-quillon.txt')
  rmSync(desk.at('berths'), { recursive: true })
  await box.press('Enter')
  await expect(
    page.getByText(/“fees-of-quillon.txt” could not be attached, so nothing was sent/),
  ).toBeVisible()
  await expect(box).toHaveValue('And now? ')
  await expect(attached(page)).toContainText('fees-of-quillon.txt')
})

test('a page that is open is asked about, and the answer cites it', async ({ page }) => {
  const title = 'Harbour rules'
  const lines = [['Ships wait outside.'], ['The crane of the north quay lifts forty tonnes.']]
  desk.put('rules.pdf', makePdf({ title, pages: lines }))
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [desk.at('rules.pdf')])
  await documentIs(page, title, 'Ready')
  await documentRow(page, title).getByText(title).first().click()
  await inspector(page).getByRole('button', { name: 'Next page' }).click()
  await inspector(page).getByRole('button', { name: 'Ask about page 2' }).click()
  await expect(attached(page)).toContainText('Harbour rules, p. 2')
  desk.api.push(answer([text('Forty tonnes [Harbour rules, p. 2].')]))
  await ask(page, 'How much does the crane lift?')
  const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
  expect(asked).toContain('The crane of the north quay lifts forty tonnes.')
  expect(asked).not.toContain('Ships wait outside.')
  await expect(answers(page).getByRole('button', { name: 'Harbour rules, p. 2' })).toBeVisible()
  await sent(page).getByRole('button', { name: 'Harbour rules, p. 2' }).click()
  await expect(inspector(page).getByRole('textbox', { name: 'Page' })).toHaveValue('2')
})
