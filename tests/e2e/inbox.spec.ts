import { existsSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { approveCard, card, decideByKey, goTo, idle, messageBox, openApp, send } from '../support/app-page'
import { holdCalls } from '../support/held-calls'
import { makePng } from '../support/make-picture'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'

/** Proposals that wait together. */
const waiting = 200
/** Cards that fit a window, with those kept ready around it: far below the number that waits. */
const nearTheView = 40

// The inbox as it is after a long absence, and what a card shows before what it is about has been fetched.

const desk = setUpModelDesk({ opens: false })
const { at, put, modelCalls, proposeUnattended } = desk

test('a card can be approved only once what it would do is there to be seen', async ({ page }) => {
  put('seen.md', 'as it was\n')
  await proposeUnattended(
    ['create_file', { path: at('seen-first.md'), content: 'What it would write.\n' }],
    ['create_file', { path: at('seen-second.md'), content: 'What the other would write.\n' }],
    ['create_file', { path: at('seen-third.md'), content: 'Third.\n' }],
    ['create_file', { path: at('seen-fourth.md'), content: 'Fourth.\n' }],
  )
  const previews = await holdCalls(page, '/proposals/get')
  const letGo = previews.hold()
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const first = card(page, 'seen-first')
  await expect(first.locator('.preview-waiting')).toBeVisible()
  const height = (await first.boundingBox())?.height ?? 0
  await expect(first.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Enter')
  expect(existsSync(at('seen-first.md'))).toBe(false)
  // A no needs nothing to be seen.
  await page.keyboard.press('j')
  await page.keyboard.press('Control+Backspace')
  await page.keyboard.type('unseen')
  await page.keyboard.press('Enter')
  await expect(card(page, 'seen-second')).toHaveCount(0)
  letGo()
  await expect(first).toContainText('What it would write.')
  // Nothing jumps when it comes.
  expect(Math.abs(((await first.boundingBox())?.height ?? 0) - height)).toBeLessThan(12)
  await approveCard(page, 'seen-first')
  await expect.poll(() => existsSync(at('seen-first.md'))).toBe(true)
  await page.getByRole('button', { name: 'Approve 2 safe changes' }).click()
  await expect(page.getByText('Nothing waits for you')).toBeVisible()
  // What is decided waits no more; it is applied a moment later.
  await expect(() =>
    expect([existsSync(at('seen-third.md')), existsSync(at('seen-fourth.md'))]).toEqual([true, true]),
  ).toPass()
})

test('a chat shows what is proposed in it as before', async ({ page }) => {
  await openApp(page, desk.host.url)
  await expect(messageBox(page)).toBeVisible()
  modelCalls(['create_file', { path: at('in-chat.md'), content: 'Written in a chat.\n' }])
  await send(page, 'Write it')
  await expect(card(page, 'in-chat')).toContainText('Written in a chat.')
  await expect(card(page, 'in-chat')).toContainText(/Waits until \d+ \w+ \d{4}, \d\d:\d\d/)
  await approveCard(page, 'in-chat')
  await idle(page)
  expect(existsSync(at('in-chat.md'))).toBe(true)
})

test('two hundred that wait are there at once, and only those near the view ask for what they show', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const numbers = Array.from({ length: waiting }, (_, index) => index + 1)
  await proposeUnattended(
    ...numbers.map((number): [string, unknown] => [
      'create_file',
      { path: at(`note-${number}-of-many.md`), content: `Line of note ${number}.\n`.repeat(30) },
    ]),
  )
  const previews = await holdCalls(page, '/proposals/get')
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  await expect(page.getByText('200 changes wait')).toBeVisible()
  await expect(card(page, 'note-1-of-many')).toContainText('Line of note 1.')
  const cards = page.locator('[data-proposal]')
  expect(await cards.count()).toBeLessThan(nearTheView)
  expect(previews.asked()).toBeGreaterThan(0)
  expect(previews.asked()).toBeLessThan(nearTheView)

  // By keyboard through those that do not exist yet.
  await page.keyboard.press('j')
  await expect(card(page, 'note-1-of-many')).toBeFocused()
  for (let number = 2; number <= 12; number++) {
    await page.keyboard.press('j')
    await expect(card(page, `note-${number}-of-many`)).toBeFocused()
  }
  await expect(card(page, 'note-12-of-many')).toContainText('Line of note 12.')
  await page.keyboard.press('Control+Enter')
  await expect(card(page, 'note-13-of-many')).toBeFocused()
  await expect.poll(() => existsSync(at('note-12-of-many.md'))).toBe(true)

  // A reason that is being typed stays, however far the list is scrolled.
  await decideByKey(page, 'note-13-of-many', 'Control+Backspace')
  await page.keyboard.type('Not this one')
  const list = page.locator('.ui-list.inbox')
  await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await expect(card(page, 'note-200-of-many')).toContainText('Line of note 200.')
  expect(await cards.count()).toBeLessThan(nearTheView)
  await list.evaluate((element) => element.scrollTo(0, 0))
  const reason = card(page, 'note-13-of-many').getByRole('textbox', { name: /Reason/ })
  await expect(reason).toHaveValue('Not this one')
  await reason.press('Enter')
  await expect(card(page, 'note-14-of-many')).toBeFocused()
})

test('a card of several has one head for their fields, with values as the screens name them', async ({
  page,
}) => {
  await proposeUnattended([
    'create_tasks',
    {
      tasks: [
        { title: 'Caulk the hull', status: 'in_progress', due: '2026-04-15' },
        { title: 'Coil the ropes', priority: 'high' },
      ],
    },
  ])
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const tasks = card(page, 'Caulk the hull')
  await expect(tasks.getByRole('columnheader', { name: 'Field' })).toHaveCount(1)
  await expect(tasks.getByRole('row', { name: 'Status In progress' })).toBeVisible()
  await expect(tasks.getByRole('row', { name: /^Due .*April.*2026/ })).toBeVisible()
  await tasks.getByRole('checkbox', { name: 'Include Caulk the hull' }).uncheck()
  await approveCard(page, 'Coil the ropes')
  await goTo(page, 'Tasks')
  await expect(page.getByRole('checkbox', { name: 'Coil the ropes: done' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Caulk the hull: done' })).toHaveCount(0)
})

test('pictures that are copied together can be chosen by one box each, and are all shown', async ({
  page,
}) => {
  const names = ['quay.png', 'mole.png']
  for (const name of names) put(name, makePng(40, 30, [20, 90, 160]))
  await proposeUnattended([
    'copy_files',
    { items: names.map((name) => ({ from: at(name), to: at(`copy of ${name}`) })) },
  ])
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const copies = card(page, 'quay.png')
  await expect(copies.locator('.ui-look')).toHaveCount(names.length)
  await expect(copies.getByRole('checkbox', { name: /^Include/ })).toHaveCount(names.length)
  await copies.getByRole('checkbox', { name: 'Include copy of mole.png' }).uncheck()
  await approveCard(page, 'quay.png')
  await expect.poll(() => existsSync(at('copy of quay.png'))).toBe(true)
  expect(existsSync(at('copy of mole.png'))).toBe(false)
})

test('what an assistant proposed is headed as its own where its conversation is in the trash', async ({
  page,
}) => {
  await proposeUnattended(['create_file', { path: at('left.md'), content: 'low water\n' }])
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(card(page, 'left.md')).toBeVisible()
  const { client, close } = await connectAsPage(desk.host.url)
  for (const { id } of await client.conversations.list()) await client.conversations.remove({ id })
  close()
  await expect(heading('By an assistant').first()).toBeVisible()
  await expect(heading('By hand')).toHaveCount(0)
})
