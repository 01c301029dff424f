import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from '@playwright/test'
import {
  approveCard,
  ask,
  card,
  dangerDialog,
  decide,
  goTo,
  idle,
  messageBox,
  newChat,
  openApp,
  openConversation,
  pressFor,
  screenLink,
  send,
} from '../support/app-page'
import { holdCalls } from '../support/held-calls'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { runCommand } from '../support/run-command'
import { cleanEnvironment, startHost } from '../support/start-host'

const cli = join(import.meta.dirname, '../../out/main/cli.js')

test.describe('several windows on one core', () => {
  const desk = setUpHostDesk('for each test')

  test('a decision in one window is shown in the other at once', async ({ context }) => {
    const first = await context.newPage()
    const second = await context.newPage()
    await openApp(first, desk.host.url)
    await openApp(second, desk.host.url)
    await send(first, '/create_file {"path":"shared.md","content":"seen twice"}')
    await expect(card(first, 'shared.md')).toBeVisible()
    await openConversation(second, 'Create a file: shared.md')
    await expect(
      card(second, 'shared.md').getByRole('button', { name: 'Approve', exact: true }),
    ).toBeVisible()
    await expect(screenLink(second, 'Inbox')).toContainText('1')

    await approveCard(first, 'shared.md')
    await expect(second.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expect(screenLink(second, 'Inbox')).not.toContainText('1')
    await idle(second)
    expect(existsSync(desk.at('shared.md'))).toBe(true)
    await goTo(second, 'Activity')
    await expect(second.getByRole('article', { name: /shared\.md/ })).toHaveCount(1)
  })

  test('a dialog whose proposal is decided in another window says how, and one that is decided in it does not', async ({
    page,
  }) => {
    await openApp(page, desk.host.url)
    const { client, close } = await connectAsPage(desk.host.url)
    const elsewhere = page.getByText(/elsewhere: Move /)
    for (const [name, decision] of [
      ['here', 'here'],
      ['rejected', 'reject'],
      ['approved', 'approve'],
    ] as const) {
      writeFileSync(desk.at(`${name}.txt`), name)
      await newChat(page)
      await send(page, `/trash_files {"paths":["${name}.txt"]}`)
      const dialog = dangerDialog(page)
      await expect(dialog).toContainText(`${name}.txt`)
      if (decision === 'here') {
        await decide(dialog, 'Delete')
        await expect(elsewhere).toHaveCount(0)
        continue
      }
      const [asked] = await client.proposals.listWhole({ status: 'pending' })
      const { id = '', planHash = '' } = asked ?? {}
      if (decision === 'reject') await client.proposals.reject({ id, reason: 'It is needed' })
      else await client.proposals.approve({ id, planHash })
      await expect(dialog).toHaveCount(0)
      const told = decision === 'reject' ? 'Rejected elsewhere: Move ' : 'Approved elsewhere: Move '
      await expect(page.getByText(told)).toContainText(`${name}.txt`)
    }
    await expect(page.getByText('It is needed').first()).toBeVisible()
    close()
  })

  test('a dialog that decides in the moment in which another window has decided says how that one did', async ({
    page,
  }) => {
    const approvals = await holdCalls(page, '/proposals/approve')
    await openApp(page, desk.host.url)
    writeFileSync(desk.at('both.txt'), 'both')
    await send(page, '/trash_files {"paths":["both.txt"]}')
    const dialog = dangerDialog(page)
    await expect(dialog).toContainText('both.txt')
    const { client, close } = await connectAsPage(desk.host.url)
    const [asked] = await client.proposals.listWhole({ status: 'pending' })
    const letGo = approvals.hold()
    await pressFor(dialog.getByRole('button', { name: 'Delete' }), dialog.locator('[aria-busy=true]'))
    await client.proposals.reject({ id: asked?.id ?? '', reason: 'It is needed' })
    await expect(dialog).toHaveCount(0)
    letGo()
    await expect(page.getByText('Rejected elsewhere: Move ')).toContainText('both.txt')
    expect(existsSync(desk.at('both.txt'))).toBe(true)
    close()
  })

  test('a dialog stays with what was typed in it when another window changes the language', async ({
    page,
  }) => {
    await openApp(page, desk.host.url)
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Add a server' }).click()
    const form = page.getByRole('dialog', { name: 'Add a server' })
    const name = form.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Tides')
    const { client, close } = await connectAsPage(desk.host.url)
    await client.settings.set({ language: 'de', theme: 'dark' })
    close()
    // The theme of the same change is there; the language comes with the next page.
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(name).toHaveValue('Tides')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('a conversation that another window moves to the trash says so, and is restored where it is open', async ({
    page,
  }) => {
    await openApp(page, desk.host.url)
    await ask(page, 'What is a tide?')
    const { client, close } = await connectAsPage(desk.host.url)
    const [conversation] = await client.conversations.list()
    await messageBox(page).fill('half a message')
    await client.conversations.remove({ id: conversation?.id ?? '' })
    const foot = page.getByText('This conversation is in the trash', { exact: true })
    await expect(foot).toBeVisible()
    const title = page.getByRole('heading', { name: 'What is a tide?', level: 1 })
    await expect(title).toBeVisible()
    await expect(page.getByText('What you write here is kept')).toBeVisible()
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(foot).toHaveCount(0)
    await expect(title).toBeVisible()
    await expect(messageBox(page)).toHaveValue('half a message')
    expect(await client.conversations.list()).toHaveLength(1)
    close()
  })

  test('what an MCP client proposes appears in the open window at once', async ({ page }) => {
    await openApp(page, desk.host.url)
    await goTo(page, 'Inbox')
    const client = new Client({ name: 'Outside program', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [cli, 'mcp', '--data', desk.host.data],
        env: cleanEnvironment() as Record<string, string>,
        stderr: 'pipe',
      }),
    )
    try {
      const answer = await client.callTool({
        name: 'create_file',
        arguments: { path: desk.at('from-outside.md'), content: 'proposed over MCP' },
      })
      expect(answer.structuredContent).toMatchObject({ status: 'proposed' })
      await expect(card(page, 'from-outside.md')).toContainText('proposed over MCP')
      await expect(page.getByText('Outside program').first()).toBeVisible()
      await expect(screenLink(page, 'Inbox')).toContainText('1')
      expect(existsSync(desk.at('from-outside.md'))).toBe(false)
      await approveCard(page, 'from-outside.md')
      await expect.poll(() => existsSync(desk.at('from-outside.md'))).toBe(true)
      await expect(page.getByText('Nothing waits for you')).toBeVisible()
    } finally {
      await client.close()
    }
  })

  test('the address of a new start, opened in the tab of the one before, goes on where it was', async ({
    page,
  }) => {
    await openApp(page, desk.host.url)
    await goTo(page, 'Notes')
    await page.getByRole('button', { name: 'New note' }).first().click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
    await desk.host.stop()
    const { data, port } = desk.host
    const again = await startHost({ data, args: ['--port', String(port)] })
    try {
      await expect(page.getByText('This page is not connected')).toBeVisible()
      await page.goto(again.url)
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a thought')
      await expect(page.getByText('This page is not connected')).toHaveCount(0)
      expect(page.url()).not.toContain('token')
      await goTo(page, 'Activity')
      await expect(page.getByText('Record intact')).toBeVisible()
    } finally {
      await again.stop()
    }
  })

  test('a second start on the same folder gives the address of the first', async () => {
    const second = await startHost({ data: desk.host.data })
    expect(second.url).toBe(desk.host.url)
    await second.stop()
    const { stdout } = await runCommand(['proposals', '--json', '--data', desk.host.data])
    expect(JSON.parse(stdout)).toEqual([])
  })
})
