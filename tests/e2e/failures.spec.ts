import { expect, type Page, test } from '@playwright/test'
import { card, goTo, lookAway, moveAndPress, openApp } from '../support/app-page'
import { setUpModelDesk } from '../support/model-desk'

const desk = setUpModelDesk({ opens: false })
const { at, put, proposeUnattended } = desk

const failures = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('alert')

/** Has what is told stay however long the test takes: none goes by itself in a window that is hidden. */
const keepTold = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))

/** Parts of the window over which a failure lies, as far as what they are in lets them be seen. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** The piece of an element that is not scrolled out of what it is in. */
    const piece = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect()
      for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
        if (getComputedStyle(outer).overflowY === 'visible') continue
        const box = outer.getBoundingClientRect()
        left = Math.max(left, box.left)
        right = Math.min(right, box.right)
        top = Math.max(top, box.top)
        bottom = Math.min(bottom, box.bottom)
      }
      return { left, right, top, bottom }
    }
    const shown = [...document.querySelectorAll('[role="alert"]')].map(piece)
    return [...document.querySelectorAll('main, nav, aside, dialog')]
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => {
        const { left, right, top, bottom } = piece(part)
        return shown.some(
          (box) => box.left < right && left < box.right && box.top < bottom && top < box.bottom,
        )
      })
      .map(({ tagName }) => tagName)
  })
}

test('what can only be proposed again is not told as waiting', async ({ page }) => {
  await proposeUnattended(['create_file', { path: at('taken.md'), content: 'mine\n' }])
  await page.goto(desk.host.url)
  await lookAway(page)
  await goTo(page, 'Inbox')
  await expect(page.getByText('1 change waits for your decision')).toBeVisible()
  put('taken.md', 'somebody else’s\n')
  await moveAndPress(card(page, 'taken.md').getByRole('button', { name: 'Approve', exact: true }))
  await expect(card(page, 'taken.md').getByRole('button', { name: 'Propose again' })).toBeVisible()
  await expect(page.getByText('Nothing waits for your decision.')).toBeVisible()
  // Nor does it stay for whoever wants none of it.
  await card(page, 'taken.md').getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Nothing waits for you', { exact: true })).toBeVisible()
})

test('why something can’t be proposed again is said on its card, and stays there', async ({ page }) => {
  const text = Array.from({ length: 40 }, (_, line) => `line ${line + 1}\n`).join('')
  put('elsewhere.md', text)
  await proposeUnattended([
    'edit_file',
    { path: at('elsewhere.md'), edits: [{ old_text: 'line 3\n', new_text: 'third line\n' }] },
  ])
  await openApp(page, desk.host.url)
  await lookAway(page)
  await goTo(page, 'Inbox')
  const shown = card(page, 'elsewhere.md')
  await expect(shown).toContainText('third line')
  put('elsewhere.md', text.replace('line 3\n', 'a line by hand\n'))
  await moveAndPress(shown.getByRole('button', { name: 'Approve', exact: true }))
  const again = shown.getByRole('button', { name: 'Propose again' })
  await moveAndPress(again)
  const why = shown.getByRole('alert')
  await expect(why).toContainText('It can’t be proposed again as it was')
  // “line 30” has not the words that are looked for.
  await expect(why).toContainText(
    /the text that it replaces is not in .*elsewhere\.md". The file may have changed/,
  )
  await expect(why).not.toContainText('old_text')
  await expect(why).toContainText('Otherwise reject it')
  await expect(failures(page)).toHaveCount(0)
  await expect(again).toBeEnabled()
  put('elsewhere.md', text)
  await moveAndPress(again)
  await expect(shown).toContainText('What is shown here is the same as before.')
  await expect(why).toHaveCount(0)
  await moveAndPress(shown.getByRole('button', { name: 'Reject', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing waits for you', { exact: true })).toBeVisible()
})

test('a card says that its file changed since, when it is looked at, and has it proposed again', async ({
  page,
}) => {
  put('moved.md', 'low water at six\n')
  const edits = [{ old_text: 'six', new_text: 'seven' }]
  await proposeUnattended(['edit_file', { path: at('moved.md'), edits }])
  put('moved.md', 'high and low water at six\n')
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const shown = card(page, 'moved.md')
  const moved = shown.getByText('can’t be approved as it is shown')
  await expect(moved).toBeVisible()
  await expect(shown).toContainText(/moved\.md.* changed since/)
  await expect(shown.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  // As it was again, and then not: each is seen when somebody comes back to the window.
  put('moved.md', 'low water at six\n')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(moved).toHaveCount(0)
  put('moved.md', 'high and low water at six\n')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await moveAndPress(shown.getByRole('button', { name: 'Propose again' }))
  await expect(shown).toContainText('Planned anew in place of #')
  await expect(shown).toContainText('high and low water at seven')
  await moveAndPress(shown.getByRole('button', { name: 'Approve', exact: true }))
  await expect.poll(() => desk.read('moved.md')).toBe('high and low water at seven\n')
})

for (const width of [1360, 420]) {
  test(`a failure lies over nothing, and goes by key and by pointer, ${width} pixels wide`, async ({
    page,
  }) => {
    const names = ['one.md', 'two.md', 'three.md', 'four.md'].map((name) => `${width}-${name}`)
    for (const name of names) put(name, 'no address book\n')
    await keepTold(page)
    await page.goto(desk.host.url)
    await goTo(page, 'Contacts')
    await page.setViewportSize({ width, height: 800 })
    const importFile = async (name: string) => {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Import…' }).first().click()
      await (await chooser).setFiles(at(name))
      await expect(failures(page).filter({ hasText: name })).toBeVisible()
    }
    for (const name of names) await importFile(name)
    // The oldest went, and what fails again is not told twice.
    await expect(failures(page)).toHaveCount(3)
    await importFile(names[3] ?? '')
    await expect(failures(page)).toHaveCount(3)
    expect(await covered(page)).toEqual([])

    await failures(page).first().getByRole('button', { name: 'Dismiss' }).click()
    await expect(failures(page)).toHaveCount(2)
    await page.getByRole('main').getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await expect(failures(page)).toHaveCount(1)
    await expect(failures(page)).toContainText(names[2] ?? '')
    await page.keyboard.press('Escape')
    await expect(failures(page)).toHaveCount(0)
  })
}

test('of messages that don’t all fit the newest is seen whole', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 320 })
  await keepTold(page)
  await openApp(page, desk.host.url)
  await goTo(page, 'Notes')
  for (const name of [
    'The tides of the north coast',
    'The tides of the south coast',
    'The last of the tides',
  ]) {
    await page.getByRole('button', { name: 'New note' }).first().click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(name)
    await page.keyboard.press('Control+s')
    await expect(page.getByText(`“${name}” is saved.`)).toBeInViewport({ ratio: 1 })
  }
})
