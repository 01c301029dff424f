import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { dataFolderAt } from '../../src/main/disk/data-folder'
import { attach } from '../../src/main/rpc/client'
import { card, dangerDialog, decide, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

// A program chooses its own name, and people decide by who asks.

const desk = setUpHostDesk('for each test')

test('a program that calls itself like the person is told apart wherever it asks or has asked', async ({
  page,
}) => {
  writeFileSync(desk.at('old.md'), 'old\n')
  const program = await attach(dataFolderAt(desk.host.data).socket, {
    actor: { kind: 'mcp_client', name: 'You\u202e' },
    approval: 'safe',
  })
  const call = (tool: string, input: unknown) => program?.client.tools.call({ tool, input })
  await call('create_file', { path: desk.at('made.md'), content: 'x' })
  await call('trash_files', { paths: [desk.at('old.md')] })
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  const shown = 'YouRLO (program over MCP)'
  const group = page.locator('.inbox-group-head')
  await expect(group).toContainText('By another program')
  await expect(group).toContainText(shown)
  await card(page, 'old.md')
    .getByRole('button', { name: /Review/ })
    .click()
  await expect(dangerDialog(page)).toContainText(`Proposed by ${shown}`)
  await decide(dangerDialog(page), 'Cancel')
  await goTo(page, 'Activity')
  await expect(page.getByRole('article', { name: /made\.md/ })).toContainText(shown)
  program?.close()
})

test('what is remembered for a program says that it holds for any that calls itself so', async ({ page }) => {
  const program = await attach(dataFolderAt(desk.host.data).socket, {
    actor: { kind: 'mcp_client', name: 'Editor' },
    approval: null,
    runId: 'session',
  })
  const create = (name: string) =>
    program?.client.tools.call({ tool: 'create_file', input: { path: desk.at(name), content: 'x' } })
  await create('made.md')
  await openApp(page, desk.host.url)
  await goTo(page, 'Inbox')
  await card(page, 'made.md').getByRole('button', { name: 'More ways to approve' }).click()
  await page.getByRole('menuitem', { name: /folder/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Don’t ask again' })
  const said = 'any program over MCP that calls itself “Editor”'
  await expect(dialog).toContainText(said)
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('run')
  await expect(dialog).not.toContainText(said)
  await dialog.getByRole('combobox', { name: 'For' }).selectOption('container')
  await dialog.getByRole('button', { name: 'Approve and remember' }).click()
  await goTo(page, 'Settings')
  await expect(page.getByRole('list', { name: 'Don’t ask again' })).toContainText(said)
  expect((await create('second.md'))?.status).toBe('done')
  const listed = await runCommand(['grants', 'remembered', '--data', desk.host.data])
  expect(listed.stdout).toContain('for any program that calls itself "Editor"')
  program?.close()
})
