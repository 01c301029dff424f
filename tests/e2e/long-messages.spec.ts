import { expect, type Page, test } from '@playwright/test'
import { messageBox } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

setUpModelDesk()

/** Characters, in one line; a message may have twice as many. */
const length = 480_000

/** Pastes as a person does; to fill it in would have the whole text written into a log. */
async function paste(page: Page, words: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), words)
  await messageBox(page).press('ControlOrMeta+v')
}

/** Milliseconds until a character is in the box and laid out, with what has it laid out in one way or another. */
function timeOfOneKey(page: Page, bidi: '' | 'plaintext'): Promise<number> {
  return messageBox(page).evaluate((box, way) => {
    box.style.unicodeBidi = way
    box.getBoundingClientRect()
    const before = performance.now()
    document.execCommand('insertText', false, 'a')
    box.getBoundingClientRect()
    return performance.now() - before
  }, bidi)
}

test('a message of half a million characters in one line is written on without waiting', async ({ page }) => {
  const words = 'The tide turns. '
  await paste(page, words.repeat(length / words.length))
  const valueLength = () => messageBox(page).evaluate((box) => (box as HTMLTextAreaElement).value.length)
  await expect.poll(valueLength).toBe(length)
  // However busy the machine is: in the direction of its own words it takes the square of its length.
  const slow = await timeOfOneKey(page, 'plaintext')
  const fast = await timeOfOneKey(page, '')
  expect(fast * 2).toBeLessThan(slow)
  expect(await valueLength()).toBe(length + 2)
})

test('the box of a message is as high as its words where the window gets narrower', async ({ page }) => {
  await messageBox(page).fill(
    'What was said of the harbour, the outer buoy and the pilot who marks it at dawn?',
  )
  const hidden = () => messageBox(page).evaluate((box) => box.scrollHeight - box.clientHeight)
  expect(await hidden()).toBe(0)
  await page.setViewportSize({ width: 420, height: 800 })
  await expect.poll(hidden).toBe(0)
  expect(await messageBox(page).evaluate((box) => box.clientHeight)).toBeGreaterThan(50)
})
