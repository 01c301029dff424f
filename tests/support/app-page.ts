import { expect, type Locator, type Page } from '@playwright/test'
import { dragFiles } from './real-drag'

// What a person does in the window, by what a person sees. Works on a page of either host.

/** A screen by the word in the navigation. */
export type ScreenName =
  | 'Chat'
  | 'Inbox'
  | 'Library'
  | 'Tasks'
  | 'Notes'
  | 'Contacts'
  | 'Activity'
  | 'Tools'
  | 'Sequences'
  | 'Assistants'
  | 'Missions'
  | 'Settings'

/** Longest wait for something that works with documents on a busy machine. */
const slowMs = 30_000

/** Opens the page of a browser host and waits until it can be used. */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await appReady(page)
}

/** Waits until the page can be used. */
export async function appReady(page: Page): Promise<void> {
  await expect(messageBox(page)).toBeVisible({ timeout: slowMs })
}

/** The navigation's link to a screen. */
export function screenLink(page: Page, screen: ScreenName): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${screen}`) })
}

/** Goes to a screen. */
export async function goTo(page: Page, screen: ScreenName): Promise<void> {
  await screenLink(page, screen).click()
  // The link to the chat leads to a conversation that does not exist yet.
  const heading = screen === 'Chat' ? 'New chat' : screen
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
}

/** The composer. */
export function messageBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message', exact: true })
}

/** Starts a conversation with its own history. */
export async function newChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chat', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'New chat', level: 1 })).toBeVisible()
}

/** Sends a message; does not wait for the answer. */
export async function send(page: Page, text: string): Promise<void> {
  await messageBox(page).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Waits until nothing runs in the open conversation. */
export async function idle(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0, { timeout: slowMs })
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
}

/** Sends a message and waits until the answer is complete. */
export async function ask(page: Page, text: string): Promise<void> {
  const before = await answers(page).count()
  await send(page, text)
  await expect.poll(() => answers(page).count()).toBeGreaterThan(before)
  await idle(page)
}

/** The assistant's messages of the open conversation. */
export function answers(page: Page): Locator {
  return page.getByRole('article', { name: /^Assistant/ })
}

/** Opens a conversation by the beginning of its title. */
export async function openConversation(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${escaped(title)}`) }).click()
  await expect(messageBox(page)).toBeVisible()
}

/** The card of a proposal, by words of its summary; what it shows inside has names of one word. */
export function card(page: Page, words: string): Locator {
  return page.getByRole('region', { name: new RegExp(`\\s.*${escaped(words)}`) })
}

/**
 * Moves the pointer to a button and presses it, as a person does: one that came under a pointer that rests takes no
 * press at first.
 */
export async function moveAndPress(button: Locator): Promise<void> {
  await button.page().mouse.move(0, 0)
  await button.click()
}

/** Approves a change on its card. */
export async function approveCard(page: Page, words: string): Promise<void> {
  await moveAndPress(card(page, words).getByRole('button', { name: 'Approve', exact: true }))
}

/** From now on the page takes itself for one that nobody sees: what it looks at only for people it does not look at. */
export async function lookAway(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  })
}

/** The dialog that asks before something destructive. */
export function dangerDialog(page: Page): Locator {
  return page.getByRole('alertdialog')
}

/** Presses a button of a dialog until the dialog is gone: for its first moments it ignores what was meant for the page. */
export async function decide(dialog: Locator, button: string): Promise<void> {
  // One that is still to come would be taken for one that is decided.
  await expect(dialog).not.toHaveCount(0)
  await expect(async () => {
    if ((await dialog.count()) > 0) {
      await dialog.getByRole('button', { name: button, exact: true }).click({ timeout: 1000 })
    }
    await expect(dialog).toHaveCount(0, { timeout: 300 })
  }).toPass()
}

/**
 * Presses a button of a dialog until what it leads to is there: for its first moments a dialog ignores what was meant
 * for the page. What is there is not asked for again: another button may have come in the place of the first.
 */
export async function pressFor(button: Locator, shown: Locator): Promise<void> {
  await expect(async () => {
    if ((await shown.count()) === 0) await button.click({ timeout: 1000 })
    await expect(shown).not.toHaveCount(0, { timeout: 300 })
  }).toPass()
}

/** Presses a button of a dialog until it is gone, where the dialog stays to tell what came of it. */
export async function pressUntilGone(button: Locator): Promise<void> {
  await expect(button).not.toHaveCount(0)
  await expect(async () => {
    if ((await button.count()) > 0) await button.click({ timeout: 1000 })
    await expect(button).toHaveCount(0, { timeout: 300 })
  }).toPass()
}

/**
 * Presses a key that decides on the card that has the focus, again until it is heard: a card that got the focus by
 * itself takes none at first.
 */
export async function decideByKey(page: Page, words: string, key: string): Promise<void> {
  const focused = card(page, words).and(page.locator(':focus'))
  await expect(focused).toHaveCount(1)
  await expect(async () => {
    if ((await focused.count()) > 0) await page.keyboard.press(key)
    await expect(focused).toHaveCount(0, { timeout: 300 })
  }).toPass()
}

/** Rejects a change on its card, with the reason. */
export async function rejectCard(page: Page, words: string, reason: string): Promise<void> {
  await moveAndPress(card(page, words).getByRole('button', { name: 'Reject', exact: true }))
  const box = card(page, words).getByRole('textbox', { name: /Reason/ })
  await box.fill(reason)
  await box.press('Enter')
}

/** Takes back what a message tells, by words of it: an earlier one may still be there with an Undo of its own. */
export async function undoInMessage(page: Page, words: RegExp): Promise<void> {
  await pressInMessage(page, words, 'Undo')
}

/** Presses a button of a message, from elsewhere: one that came under a resting pointer takes no press for a moment. */
export async function pressInMessage(page: Page, words: RegExp, button: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page
    .getByRole('region', { name: 'Notifications' })
    .locator('.ui-toast')
    .filter({ hasText: words })
    .getByRole('button', { name: button, exact: true })
    .click()
}

/** The panel at the right. */
export function inspector(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Inspector' })
}

/** A citation in an answer. */
export function citation(page: Page, title: string, page_: number): Locator {
  return page.getByRole('button', { name: `${title}, p. ${page_}` })
}

/** A document's row in the library. */
export function documentRow(page: Page, title: string): Locator {
  return documents(page).getByRole('row', { name: new RegExp(escaped(title)) })
}

/** The table of documents. */
export function documents(page: Page): Locator {
  return page.getByRole('grid', { name: 'Documents' }).or(page.getByRole('table', { name: 'Documents' }))
}

/** Waits until a document is in the given state. */
export async function documentIs(
  page: Page,
  title: string,
  status: 'Ready' | 'Failed' | 'Locked' | 'Without text',
): Promise<void> {
  await expect(documentRow(page, title)).toContainText(status, { timeout: slowMs })
}

/** An entry of the ledger that is no undo, by words of its summary. */
export function change(page: Page, words: string): Locator {
  return page.getByRole('article', { name: new RegExp(`^(?!Undid|Did again).*${escaped(words)}`) })
}

/** Drags files or folders from the disk over the window and lets go over the named target of the overlay. */
export async function dropOn(
  page: Page,
  target:
    | 'Add to library'
    | `Add to “${string}”`
    | 'Attach to this message'
    | 'Grant the folder'
    | 'Grant it for reading only'
    | 'Import contacts',
  paths: readonly string[],
): Promise<void> {
  const size = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const centre = { x: size.width / 2, y: size.height / 2 }
  const drag = await dragFiles(page, paths, centre)
  await drag.over(centre)
  const place = page.getByText(target, { exact: true })
  await expect(place).toBeVisible()
  const box = await place.boundingBox()
  if (box === null) throw new Error(`Nothing to drop on: ${target}`)
  await drag.drop({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
