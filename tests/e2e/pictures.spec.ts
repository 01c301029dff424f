import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  ask,
  card,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  pressFor,
  rejectCard,
  send,
} from '../support/app-page'
import { declaring, makePng } from '../support/make-picture'
import { setUpModelDesk } from '../support/model-desk'

// Pictures and other files that are not text, as a person sees them: before, after, in the inspector, in Activity.

const desk = setUpModelDesk()
const { at, put, modelCalls } = desk

const red = makePng(320, 200, [200, 40, 40])
const blue = makePng(160, 240, [40, 80, 200])
const pictures = (within: Locator | Page) => within.getByRole('img', { name: /pixels/ })
/** The colour in the middle of a picture that the page shows, once it is there. */
async function colourOf(picture: Locator): Promise<number[]> {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  return picture.evaluate((image: HTMLImageElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.slice(0, 3) ?? [])]
  })
}

test('a picture that takes the place of another is shown beside it, and undo brings the old bytes back', async ({
  page,
}) => {
  put('logo.png', red)
  modelCalls([
    'overwrite_file',
    { path: at('logo.png'), content: blue.toString('base64'), encoding: 'base64' },
  ])
  await send(page, 'Change the logo')
  const dialog = dangerDialog(page)
  await expect(pictures(dialog)).toHaveCount(2)
  const [before, after] = [pictures(dialog).nth(0), pictures(dialog).nth(1)]
  await expect(before).toHaveAccessibleName('Before, logo.png, PNG, 320 × 200 pixels')
  await expect(after).toHaveAccessibleName('After, logo.png, PNG, 160 × 240 pixels')
  expect(await colourOf(before)).toEqual([200, 40, 40])
  expect(await colourOf(after)).toEqual([40, 80, 200])
  const { violations } = await new AxeBuilder({ page }).include('dialog').analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await decide(dialog, 'Replace')
  await idle(page)
  expect(readFileSync(at('logo.png'))).toEqual(blue)

  await goTo(page, 'Activity')
  const entry = change(page, 'logo.png')
  await entry.getByRole('button', { name: 'Show changes', exact: true }).click()
  expect(await colourOf(pictures(entry).first())).toEqual([200, 40, 40])
  await entry.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => readFileSync(at('logo.png')).equals(red)).toBe(true)
})

test('what is shown stays what was planned, whatever happens to the file', async ({ page }) => {
  put('still.png', red)
  modelCalls(['trash_files', { paths: [at('still.png')] }])
  await send(page, 'Delete it')
  await expect(pictures(dangerDialog(page))).toHaveCount(1)
  put('still.png', blue)
  await page.reload()
  await expect(dangerDialog(page).or(card(page, 'still.png')).first()).toBeVisible()
  if (!(await dangerDialog(page).isVisible())) await page.getByRole('button', { name: 'Review' }).click()
  expect(await colourOf(pictures(dangerDialog(page)).first())).toEqual([200, 40, 40])
  const reason = dangerDialog(page).getByRole('textbox', { name: /Reason/ })
  await pressFor(dangerDialog(page).getByRole('button', { name: 'Reject', exact: true }), reason)
  await reason.press('Enter')
  await idle(page)
  expect(readFileSync(at('still.png'))).toEqual(blue)
})

test('a picture that was read is in the inspector, fitted, and a click shows it in its own size', async ({
  page,
}) => {
  put('view.png', makePng(900, 300, [10, 120, 60]))
  modelCalls(['read_file', { path: at('view.png') }])
  await ask(page, 'Look at it')
  await page.getByRole('button', { name: /Looked at the picture view\.png, 900 × 300/ }).click()
  const picture = page.getByRole('img', { name: 'view.png' })
  expect(await colourOf(picture)).toEqual([10, 120, 60])
  const fitted = await picture.evaluate((image: HTMLImageElement) => image.clientWidth)
  expect(fitted).toBeLessThan(900)
  await page.getByRole('button', { name: 'view.png', exact: true }).click()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.clientWidth)).toBe(900)
  // This server takes no pictures: the model is told so.
  expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain('takes no pictures')
})

test('markup that calls itself a picture is shown as text and never runs', async ({ page }) => {
  const markup =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=\'owned\'"><script>x</script></svg>'
  modelCalls(['create_file', { path: at('drawing.svg'), content: markup }])
  await send(page, 'Draw it')
  await expect(card(page, 'drawing.svg')).toContainText('onload=')
  expect(await card(page, 'drawing.svg').locator('svg[onload]').count()).toBe(0)
  expect(await page.title()).not.toContain('owned')
  await rejectCard(page, 'drawing.svg', 'No')
  await idle(page)
})

test('a trap is named in one sentence, and data by its type and its first bytes', async ({ page }) => {
  put('bomb.png', declaring(red, 60_000, 60_000))
  put('data.bin', Buffer.concat([Buffer.from('\x7fELF\0\0\0\x01'), Buffer.alloc(3000, 7)]))
  modelCalls(['trash_files', { paths: [at('bomb.png')] }])
  await send(page, 'Delete it')
  await expect(dangerDialog(page)).toContainText(
    'The picture has 60,000 × 60,000 pixels; at most 64 million are opened.',
  )
  await decide(dangerDialog(page), 'Delete')
  await idle(page)
  modelCalls(['overwrite_file', { path: at('data.bin'), content: 'now a text\n' }])
  await send(page, 'Overwrite it')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('application/x-elf')
  await expect(dialog).toContainText('SHA-256')
  await expect(dialog).toContainText('7f 45 4c 46')
  await expect(dialog).toContainText('now a text')
  await decide(dialog, 'Replace')
  await idle(page)
})

test('of an overwriting the places can be chosen', async ({ page }) => {
  const lines = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`)
  const now = `${lines.join('\n')}\n`
  put('plan.md', now)
  const then = now.replace('line 3\n', 'third line\n').replace('line 30\n', 'line thirty\n')
  modelCalls(['overwrite_file', { path: at('plan.md'), content: then }])
  await send(page, 'Overwrite it')
  const dialog = dangerDialog(page)
  const second = dialog.getByRole('checkbox', { name: 'Include change 2' })
  await expect(async () => {
    await second.uncheck({ timeout: 1000 })
    await expect(second).not.toBeChecked({ timeout: 300 })
  }).toPass()
  await expect(dialog).toContainText('1 of 2 chosen')
  await decide(dialog, 'Replace')
  await idle(page)
  expect(readFileSync(at('plan.md'), 'utf8')).toBe(now.replace('line 3\n', 'third line\n'))
})
