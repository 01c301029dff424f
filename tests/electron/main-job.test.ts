import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answers,
  appReady,
  approveCard,
  ask,
  card,
  change,
  citation,
  dangerDialog,
  decide,
  documentIs,
  documents,
  dropOn,
  goTo,
  idle,
  newChat,
  openConversation,
  send,
} from '../support/app-page'
import { fileFacts, filesToTrash, writeFilesToTrash } from '../support/files-to-trash'
import { highlightsInside, pageImage } from '../support/page-image'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { freshFolder } from '../support/start-host'
import { type LaunchedElectron, launchElectron } from './stand-in/launch'

let data: string
let work: string
let papers: string
let application: LaunchedElectron
let page: Page

async function launch(more: readonly string[] = []): Promise<LaunchedElectron> {
  return launchElectron({
    entry: 'out/main/index.js',
    args: ['--data', data, ...more],
    env: {
      ANTHROPIC_API_KEY: undefined,
      ANTHROPIC_AUTH_TOKEN: undefined,
      ANTHROPIC_BASE_URL: undefined,
      COUNTERSIGN_MODEL: undefined,
      COUNTERSIGN_DATA: undefined,
    },
  })
}

async function start(): Promise<void> {
  application = await launch()
  page = await application.firstWindow()
  await appReady(page)
}

beforeAll(async () => {
  data = freshFolder('data')
  work = realpathSync(freshFolder('work'))
  papers = join(freshFolder('papers'), 'Papers')
  mkdirSync(papers)
  writeSampleDocuments(papers)
  await start()
})

afterAll(async () => {
  await application?.close()
  for (const folder of [data, work, join(papers, '..')]) rmSync(folder, { recursive: true, force: true })
})

// Each test goes on where the one before ended.
describe('the main job in the Electron shell', () => {
  it('grants a folder by the system’s dialog', async () => {
    await goTo(page, 'Settings')
    await application.dialogs.answer('open', { filePaths: [work] })
    await page.getByRole('button', { name: 'Add folder…' }).click()
    await expectPage(page.getByText(work, { exact: true })).toBeVisible()
    const [shown] = await application.dialogs.shown()
    expect(shown?.options.properties).toContain('openDirectory')
  })

  it('grants a folder that is dropped on Settings, for reading only where that is chosen', async () => {
    await goTo(page, 'Settings')
    await dropOn(page, 'Grant it for reading only', [papers])
    const line = page.getByRole('listitem').filter({ hasText: papers })
    await expectPage(line).toContainText('Read only')
    await dropOn(page, 'Grant the folder', [papers])
    await expectPage(line).toContainText('Read and write')
    await line.getByRole('button', { name: /^Revoke/ }).click()
    await expectPage(line).toHaveCount(0)
  })

  it('takes a dropped folder by its path and names what it could not read', async () => {
    await goTo(page, 'Library')
    await dropOn(page, 'Add to library', [papers])
    for (const title of [facts.handbook.title, facts.tables.title, facts.markdown.title, 'log', 'Signals']) {
      await documentIs(page, title, 'Ready')
    }
    await documentIs(page, 'damaged', 'Failed')
    // Taken from where it is: nothing was uploaded.
    await expectPage(documents(page).getByRole('row')).toHaveCount(7)
  })

  it('answers from the library, and a citation opens its page with the passage marked', async () => {
    await goTo(page, 'Chat')
    await ask(page, facts.handbook.question)
    await expectPage(answers(page).last().getByRole('blockquote').first()).toContainText('sluice gate')
    await citation(page, facts.handbook.title, facts.handbook.page).first().click()
    const image = pageImage(page, facts.handbook.title, facts.handbook.page)
    await expectPage(image).toBeVisible()
    await expectPage.poll(() => highlightsInside(page, image)).toBeGreaterThanOrEqual(1)
  })

  it('creates a file only once it is approved', async () => {
    await newChat(page)
    await send(page, '/create_file {"path":"shell.md","content":"# From the shell\\n"}')
    await expectPage(card(page, 'shell.md')).toContainText('From the shell')
    expect(existsSync(join(work, 'shell.md'))).toBe(false)
    await approveCard(page, 'shell.md')
    await idle(page)
    expect(readFileSync(join(work, 'shell.md'), 'utf8')).toBe('# From the shell\n')
  })

  it('deletes after the typed confirmation, and Undo brings both back as they were', async () => {
    const before = writeFilesToTrash(work)
    await send(page, `/trash_files ${filesToTrash.join(' ')}`)
    const dialog = dangerDialog(page)
    for (const name of filesToTrash) await expectPage(dialog).toContainText(name)
    await expectPage(dialog.getByRole('textbox')).toBeFocused()
    const confirm = dialog.getByRole('button', { name: 'Delete', exact: true })
    await expectPage(confirm).toBeDisabled()
    await dialog.getByRole('textbox').fill('delete 2')
    await decide(dialog, 'Delete')
    await expectPage.poll(() => filesToTrash.some((name) => existsSync(join(work, name)))).toBe(false)
    await goTo(page, 'Activity')
    await change(page, filesToTrash[0]).getByRole('button', { name: 'Undo', exact: true }).click()
    await expectPage.poll(() => filesToTrash.every((name) => existsSync(join(work, name)))).toBe(true)
    for (const name of filesToTrash) expect(fileFacts(join(work, name))).toEqual(before[name])
  })

  it('goes nowhere else, opens no second window and sends nothing out', async () => {
    const before = page.url()
    expect(await page.evaluate(() => window.open('https://elsewhere.invalid/'))).toBeNull()
    await page.evaluate(() => {
      location.href = 'https://elsewhere.invalid/'
    })
    const sent = await page.evaluate(() =>
      fetch('https://elsewhere.invalid/').then(
        () => 'answered',
        () => 'refused',
      ),
    )
    expect(sent).toBe('refused')
    expect(page.url()).toBe(before)
    expect(await application.windows()).toHaveLength(1)
    await goTo(page, 'Chat')
  })

  it('gives the page nothing but a port and the path of a dropped file', async () => {
    const seen = await page.evaluate(() => {
      const host = (window as unknown as { countersignHost: Record<string, unknown> }).countersignHost
      return {
        members: Object.keys(host).sort(),
        require: typeof (window as { require?: unknown }).require,
        process: typeof (window as { process?: unknown }).process,
      }
    })
    expect(seen).toEqual({ members: ['connect', 'pathOf'], require: 'undefined', process: 'undefined' })
  })

  it('a second start brings the first window to the front, grants what it names, and ends', async () => {
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const minimized = () =>
      application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())
    expect(await minimized()).toBe(true)
    // It may end before there is anything to get hold of.
    const second = await launch(['--root', papers]).catch(String)
    if (typeof second !== 'string') expect((await second.exited).code).toBe(0)
    await expectPage.poll(minimized).toBe(false)
    expect(await application.windows()).toHaveLength(1)
    await goTo(page, 'Settings')
    const granted = page.getByRole('listitem').filter({ hasText: papers })
    await expectPage(granted).toContainText('Read and write')
    await granted.getByRole('button', { name: /^Revoke/ }).click()
    await expectPage(granted).toHaveCount(0)
    await goTo(page, 'Inbox')
    await goTo(page, 'Chat')
  })

  it('keeps a waiting proposal over a crash, and the answer goes on after the approval', async () => {
    await newChat(page)
    await send(page, '/create_file {"path":"after-crash.md","content":"kept over a crash"}')
    await expectPage(card(page, 'after-crash.md')).toBeVisible()
    await application.kill()
    await start()
    await openConversation(page, 'Create a file: after-crash.md')
    await approveCard(page, 'after-crash.md')
    await idle(page)
    expect(readFileSync(join(work, 'after-crash.md'), 'utf8')).toBe('kept over a crash')
    await goTo(page, 'Library')
    await documentIs(page, facts.handbook.title, 'Ready')
  })

  it('quits in good order, and everything is there at the next start', async () => {
    await application.close()
    await start()
    await openConversation(page, facts.handbook.question.slice(0, 30))
    await citation(page, facts.handbook.title, facts.handbook.page).first().click()
    await expectPage(pageImage(page, facts.handbook.title, facts.handbook.page)).toBeVisible()
    await goTo(page, 'Settings')
    await expectPage(page.getByText(work, { exact: true })).toBeVisible()
  })
})
