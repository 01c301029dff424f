import { rmSync } from 'node:fs'
import { expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, appReady, approveCard, ask, card, goTo, idle, newChat, send } from '../support/app-page'
import { runCommand } from '../support/run-command'
import { freshFolder } from '../support/start-host'
import { type LaunchedElectron, launchElectron } from './stand-in/launch'
import type { Recorded } from './stand-in/native'

let data: string
let work: string
let application: LaunchedElectron
let page: Page

beforeAll(async () => {
  data = freshFolder('data')
  work = freshFolder('work')
  // Only the stand-in lets a test see and click what the system shows.
  application = await launchElectron({
    entry: 'out/main/index.js',
    args: ['--data', data, '--root', work],
    env: { ANTHROPIC_BASE_URL: undefined, COUNTERSIGN_MODEL: undefined, COUNTERSIGN_DATA: undefined },
    standIn: true,
  })
  page = await application.firstWindow()
  await appReady(page)
})
afterAll(async () => {
  await application?.close()
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true })
})

/** What the electron module of the stand-in has beside Electron’s own. */
interface StandIn {
  readonly standIn: { readonly recorded: Recorded }
}
const told = () =>
  application.evaluate((electron) =>
    (electron as unknown as StandIn).standIn.recorded.notifications.map(({ title, body, closed }) => ({
      title,
      body,
      closed,
    })),
  )
const click = (at: number) =>
  application.evaluate(
    (electron, index: number) =>
      (electron as unknown as StandIn).standIn.recorded.notifications[index]?.click(),
    at,
  )
const lookAway = (away: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hasFocus', { value: () => !is, configurable: true })
  }, away)
const windows = () => application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
/** By the command, which works with or without a window; answers its exit status. */
const approveFirst = async () => {
  const listed = await runCommand(['proposals', 'list', '--json', '--data', data])
  const [first] = JSON.parse(listed.stdout) as { id: string }[]
  const approved = await runCommand(['proposals', 'approve', first?.id ?? '', '--data', data])
  return approved.status
}
/** The window that came after one was closed. */
const reopened = async () => {
  await expect.poll(async () => (await application.windows()).length).toBe(1)
  const [window] = await application.windows()
  if (window === undefined) throw new Error('No window is open.')
  await appReady(window)
  return window
}
const minimized = () =>
  application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())

// Each test goes on where the one before ended.
describe('the system’s notifications', () => {
  it('say nothing of a conversation that is looked at', async () => {
    await lookAway(false)
    await newChat(page)
    await ask(page, 'While I look')
    expect(await told()).toEqual([])
  })

  it('tell that a run needs a decision, and a click brings the window to the front and opens its conversation', async () => {
    await newChat(page)
    await lookAway(true)
    await send(page, '/create_file {"path":"far \u202eaway.md","content":"x"}')
    await expectPage(card(page, 'away.md')).toBeVisible()
    await expect.poll(told).toEqual([
      {
        title: expect.stringMatching(/^Create a file: far /),
        body: 'The assistant needs your decision',
        closed: false,
      },
    ])
    expect((await told())[0]?.title).not.toContain('\u202e')
    await goTo(page, 'Library')
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    await click(0)
    await expect.poll(minimized).toBe(false)
    await expectPage(card(page, 'away.md')).toBeVisible()
  })

  it('take the place of the one before about the same conversation', async () => {
    await newChat(page)
    await lookAway(true)
    await send(page, '/create_file {"path":"place.md","content":"z"}')
    await expect.poll(async () => (await told()).length).toBe(2)
    await approveCard(page, 'place.md')
    await expect
      .poll(async () => (await told()).slice(1))
      .toEqual([
        expect.objectContaining({ body: 'The assistant needs your decision', closed: true }),
        expect.objectContaining({ body: 'The assistant has finished', closed: false }),
      ])
  })

  it('tell of a conversation that is not the one on screen, also in a window that is looked at', async () => {
    await newChat(page)
    await lookAway(false)
    await send(page, '/create_file {"path":"other.md","content":"y"}')
    await expectPage(card(page, 'other.md')).toBeVisible()
    expect(await told()).toHaveLength(3)
    await goTo(page, 'Inbox')
    await approveCard(page, 'other.md')
    await expect
      .poll(async () => (await told()).at(-1))
      .toMatchObject({ title: expect.stringContaining('other.md'), body: 'The assistant has finished' })
    expect(await told()).toHaveLength(4)
  })

  it('carry the application’s name on Windows, which asks for an id of it', async () => {
    expect(
      await application.evaluate(
        (electron) => (electron as unknown as StandIn).standIn.recorded.applicationId,
      ),
    ).toMatch(/^[\w.]+$/)
  })

  it('tell of a run while no window is open, and a click opens one on its conversation', async () => {
    await newChat(page)
    await lookAway(false)
    await send(page, '/create_file {"path":"closed.md","content":"x"}')
    await expectPage(card(page, 'closed.md')).toBeVisible()
    const before = (await told()).length
    // Only there an application goes on without a window.
    await application.evaluate(({ BrowserWindow }) => {
      Object.defineProperty(process, 'platform', { value: 'darwin' })
      BrowserWindow.getAllWindows()[0]?.close()
    })
    await expect.poll(windows).toBe(0)
    expect(await approveFirst()).toBe(0)
    await expect
      .poll(async () => (await told()).slice(before))
      .toEqual([
        {
          title: expect.stringContaining('closed.md'),
          body: 'The assistant has finished',
          closed: false,
        },
      ])
    await click(before)
    page = await reopened()
    await expectPage(page.getByRole('article', { name: 'You' })).toContainText('closed.md')
  })

  it('stay away once they are switched off, also after a reload', async () => {
    await goTo(page, 'Settings')
    const choice = page.getByRole('switch', { name: 'Tell me when a run ends or needs a decision' })
    await expectPage(choice).toBeChecked()
    await choice.click()
    await expectPage(choice).not.toBeChecked()
    await page.reload()
    await expectPage(choice).not.toBeChecked()
    await newChat(page)
    await lookAway(true)
    const before = (await told()).length
    await ask(page, 'While I am away')
    expect(await told()).toHaveLength(before)

    await newChat(page)
    await send(page, '/create_file {"path":"quiet.md","content":"x"}')
    await expectPage(card(page, 'quiet.md')).toBeVisible()
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(windows).toBe(0)
    expect(await approveFirst()).toBe(0)
    await application.evaluate(({ app }) => void app.emit('activate'))
    page = await reopened()
    await page.getByRole('link', { name: /quiet/ }).click()
    await expectPage(answers(page).last()).toBeVisible()
    await idle(page)
    expect(await told()).toHaveLength(before)
  })
})
