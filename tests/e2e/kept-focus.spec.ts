import { expect, type Page, test } from '@playwright/test'
import {
  card,
  dangerDialog,
  decide,
  decideByKey,
  goTo,
  idle,
  messageBox,
  openApp,
  send,
  undoInMessage,
} from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'

// Where the keyboard goes on when what had it goes.

/** Longest for one of these tests on a busy machine (milliseconds). */
const testMs = 40_000

/** Turns of a wheel, and the pixels of each: together far beyond what a list keeps ready. */
const [scrolls, scrollPixels] = [8, 100]

test.setTimeout(testMs)
const desk = setUpModelDesk({ opens: false })

/** Records of a kind by hand, and their screen. */
async function begin(page: Page, screen: 'Tasks' | 'Contacts' | 'Notes', all = ['Alder', 'Birch', 'Cedar']) {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const name of all) {
    if (screen === 'Tasks') await changeByHand(client, 'create_task', { title: name })
    else if (screen === 'Contacts') {
      await changeByHand(client, 'create_contact', { kind: 'person', name })
    } else await changeByHand(client, 'create_note', { title: name, content: `About ${name}.` })
  }
  close()
  await openApp(page, desk.host.url)
  await goTo(page, screen)
}

const row = (page: Page, name: string) => page.locator('main [data-opens]').filter({ hasText: name })

/** The names of the rows, as they are shown. */
const names = async (page: Page) => {
  const all = await page
    .locator('main')
    .locator('[data-row] [data-opens], [data-row][data-opens]')
    .allTextContents()
  return all.map((words) => /Alder|Birch|Cedar|Elder|Fir/.exec(words)?.[0] ?? words)
}

for (const screen of ['Tasks', 'Contacts', 'Notes'] as const) {
  const field = screen === 'Contacts' ? 'Name' : 'Title'
  test(`leaves, saves and deletes by keys, with the focus where one was: ${screen}`, async ({ page }) => {
    await begin(page, screen)
    await expect(row(page, 'Birch')).toBeVisible()
    const [first = '', second = '', third = ''] = await names(page)
    await row(page, first).focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(page, second)).toBeFocused()
    await page.keyboard.press('End')
    await expect(row(page, third)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const record = page.getByRole('article', { name: second, exact: true })
    await record.getByRole('button', { name: 'Edit', exact: true }).focus()
    await page.keyboard.press('Escape')
    await expect(record).toHaveCount(0)
    await expect(row(page, second)).toBeFocused()

    await page.keyboard.press('Enter')
    await record.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    const name = page.getByRole('textbox', { name: field, exact: true })
    await name.fill(`${second} tree`)
    // What is not saved is kept.
    await page.keyboard.press('Escape')
    await expect(row(page, second)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(name).toHaveValue(`${second} tree`)
    await name.press('Control+s')
    await expect(page.getByRole('heading', { name: `${second} tree`, level: 2 })).toBeFocused()

    const changed = page.getByRole('article', { name: `${second} tree`, exact: true })
    if (screen === 'Notes') await changed.getByRole('button', { name: 'Delete' }).press('Enter')
    else {
      await changed.getByRole('button', { name: /^(More|Actions)/ }).press('Enter')
      await page.getByRole('menuitem', { name: /^Delete/ }).press('Enter')
    }
    const order = await names(page)
    await decide(dangerDialog(page), 'Delete')
    await expect(page.locator('main [data-row]')).toHaveCount(2)
    const place = order.indexOf(second)
    const next = order[place + 1] ?? order[place - 1] ?? ''
    await expect(row(page, next)).toBeFocused()
    // It goes on from there.
    await page.keyboard.press('Home')
    await expect(row(page, (await names(page))[0] ?? '')).toBeFocused()
  })
}

test('goes from card to card of the board by the arrow keys', async ({ page }) => {
  await begin(page, 'Tasks', ['Elder', 'Fir'])
  await page.getByRole('radio', { name: 'Board' }).check({ force: true })
  await expect(row(page, 'Fir')).toBeVisible()
  const [first = '', second = ''] = (await names(page)).filter((name) => /Elder|Fir/.test(name))
  await row(page, first).focus()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, second)).toBeFocused()
  const handle = page.getByRole('button', { name: `Move ${second}` })
  await handle.press('ArrowRight')
  await expect(handle).toBeFocused()
  // The board shows it before it is stored, and a page that ends between would leave it waiting for the next test.
  const { client, close } = await connectAsPage(desk.host.url)
  await expect
    .poll(async () => (await client.changes.list({ limit: 1 }))[0]?.summary)
    .toContain(`“${second}”: status`)
  close()
  await row(page, second).focus()
  await page.keyboard.press('ArrowLeft')
  const open = page.getByRole('region', { name: /^Open: / }).locator('[data-opens]')
  await expect(open.and(page.locator(':focus'))).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(row(page, second)).toBeFocused()
})

test('is at the heading after the last card, and in the message in a chat', async ({ page }) => {
  await openApp(page, desk.host.url)
  await desk.proposeUnattended(['create_file', { path: desk.at('last.md'), content: 'a\n' }])
  await goTo(page, 'Inbox')
  await expect(card(page, 'last.md')).toBeVisible()
  await page.keyboard.press('j')
  await decideByKey(page, 'last.md', 'Control+Enter')
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeFocused()

  await goTo(page, 'Chat')
  desk.modelCalls(['create_file', { path: desk.at('in-chat.md'), content: 'a\n' }])
  await send(page, 'Write it')
  await card(page, 'in-chat').getByRole('button', { name: 'Approve', exact: true }).press('Enter')
  await idle(page)
  // What is typed next is the next message.
  await expect(messageBox(page)).toBeFocused()
})

for (const [screen, field] of [
  ['Tasks', 'Title'],
  ['Contacts', 'Name'],
] as const) {
  test(`what was written and cancelled can be brought back: ${screen}`, async ({ page }) => {
    await begin(page, screen, ['Gorse'])
    await row(page, 'Gorse').click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const name = page.getByRole('textbox', { name: field, exact: true })
    await name.fill('Gorse in flower')
    await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Gorse', level: 2 })).toBeFocused()
    await undoInMessage(page, /Your changes were dropped/)
    await expect(name).toHaveValue('Gorse in flower')
  })
}

test('a new chat is written at once, also on an empty one', async ({ page }) => {
  await openApp(page, desk.host.url)
  for (const again of [1, 2]) {
    await page.getByRole('button', { name: 'New chat', exact: true }).click()
    await expect(messageBox(page)).toBeFocused()
    await page.keyboard.type(`Hello ${again} `)
  }
  await expect(messageBox(page)).toHaveValue('Hello 1 Hello 2 ')
})

test('the palette leaves it in what it opened, or where it was', async ({ page }) => {
  for (const screen of ['Tasks', 'Contacts', 'Notes'] as const) {
    const name = `Palette ${screen}`
    await begin(page, screen, [name])
    // From a field of another screen, and from the navigation.
    await goTo(page, screen === 'Tasks' ? 'Notes' : 'Tasks')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    await expect(page.getByRole('option', { name: new RegExp(`^${name}`) }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused()
  }
  await goTo(page, 'Chat')
  await messageBox(page).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Theme: Dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(messageBox(page)).toBeFocused()
  await goTo(page, 'Tasks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('Go to Library')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Library')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeFocused()
  // A section of the settings, from another screen and from the settings themselves.
  for (const section of ['Shortcuts', 'Appearance']) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(section)
    await expect(page.getByRole('option', { name: new RegExp(`^${section}`) }).first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: section, level: 2 })).toBeFocused()
  }
})

for (const screen of ['Tasks', 'Contacts', 'Notes'] as const) {
  test(`a record takes the place of its list on a narrow window, and the focus goes along: ${screen}`, async ({
    page,
  }) => {
    await begin(page, screen, ['Alder', 'Birch'])
    await page.setViewportSize({ width: 420, height: 800 })
    await row(page, 'Birch').press('Enter')
    await expect(page.getByRole('heading', { name: 'Birch', level: 2 })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row(page, 'Birch')).toBeFocused()
  })
}

test('the menu of a narrow window leads to the heading of a screen, and back to where one was', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  await page.setViewportSize({ width: 420, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const toggle = page.getByRole('main').getByRole('button', { name: 'Show or hide the navigation' })
  await toggle.press('Enter')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Library/ })
    .press('Enter')
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeFocused()
  await toggle.press('Enter')
  // It takes the keyboard, and what it covers can't be reached.
  const link = (name: RegExp) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await expect(link(/^Library/)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link(/^Tasks/)).toBeFocused()
  await expect(page.locator('.app-work')).toHaveAttribute('inert')
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await toggle.press('Enter')
  await page.setViewportSize({ width: 1200, height: 800 })
  await expect(page.locator('.app-work')).not.toHaveAttribute('inert')
})

test('a panel that covers a narrow window takes the keyboard, and gives it back to what opened it', async ({
  page,
}) => {
  desk.modelCalls(['list_collections', {}])
  await openApp(page, desk.host.url)
  await page.setViewportSize({ width: 420, height: 800 })
  await send(page, 'Which collections are there?')
  await idle(page)
  const call = page.getByRole('log').getByRole('button', { name: /collection/ })
  await call.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Inspector' })
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  // What it covers comes neither before nor after it.
  await page.keyboard.press('Shift+Tab')
  await expect(call).not.toBeFocused()
  await expect(page.locator('.ui-split-main')).toHaveAttribute('inert')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(call).toBeFocused()
  await call.press('Enter')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await panel.getByRole('button', { name: 'Close inspector' }).press('Enter')
  await expect(call).toBeFocused()
})

test('the title of a note leads to its text, and saves it with Ctrl', async ({ page }) => {
  await openApp(page, desk.host.url)
  await goTo(page, 'Notes')
  await page.getByRole('button', { name: 'New note' }).first().click()
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('Herbs')
  await title.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
  await page.keyboard.type('Thyme')
  await title.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Herbs', level: 2 })).toBeFocused()
  await expect(page.getByRole('article', { name: 'Herbs' })).toContainText('Thyme')
})

// Last: its many tasks leave no room in the list for those of others.
test('what has the focus stays where it is scrolled away, and takes nobody back to it', async ({ page }) => {
  const tasks = Array.from({ length: 60 }, (_, at) => `Haul ${at}`)
  await begin(page, 'Tasks', tasks)
  const first = page.locator('main [data-row]').first()
  await first.getByRole('checkbox').focus()
  const list = page.getByRole('region', { name: 'Tasks', exact: true }).locator('.ui-list')
  const top = () => list.evaluate(({ scrollTop }) => scrollTop)
  await list.hover()
  for (let turn = 1; turn <= scrolls; turn++) {
    await page.mouse.wheel(0, scrollPixels)
    await expect.poll(top).toBe(turn * scrollPixels)
  }
  await page.keyboard.press('Tab')
  await expect(first.locator('[data-opens]')).toBeFocused()
})
