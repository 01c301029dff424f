import { writeFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { dataFolderAt } from '../../src/main/data-folder'
import { attach } from '../../src/main/rpc/client'
import { card, dangerDialog, decide, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

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
