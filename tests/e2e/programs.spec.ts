import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { dataFolderAt } from '../../src/main/data-folder'
import { attach } from '../../src/main/rpc/client'
import { card, dangerDialog, decide, goTo, openApp } from '../support/app-page'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

// A program chooses its own name, and people decide by who asks.

let host: RunningHost
let work: string

test.beforeEach(async () => {
  work = realpathSync(freshFolder('work'))
  host = await startHost({ roots: [work] })
})
test.afterEach(async () => {
  await host.stop()
  for (const folder of [host.data, work]) rmSync(folder, { recursive: true, force: true })
})

test('a program that calls itself like the person is told apart wherever it asks or has asked', async ({
  page,
}) => {
  writeFileSync(join(work, 'old.md'), 'old\n')
  const program = await attach(dataFolderAt(host.data).socket, {
    actor: { kind: 'mcp_client', name: 'You\u202e' },
    approval: 'safe',
  })
  const call = (tool: string, input: unknown) => program?.client.tools.call({ tool, input })
  await call('create_file', { path: join(work, 'made.md'), content: 'x' })
  await call('trash_files', { paths: [join(work, 'old.md')] })
  await openApp(page, host.url)
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
