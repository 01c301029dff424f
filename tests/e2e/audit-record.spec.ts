import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { approveCard, goTo, idle, openApp, send } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

const desk = setUpHostDesk('for each test')

test('a record that somebody changed is found, and the first entry that does not fit is named', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  for (const name of ['a.md', 'b.md']) {
    await send(page, `/create_file ${JSON.stringify({ path: name, content: name })}`)
    await approveCard(page, name)
    await idle(page)
  }
  await desk.host.stop()
  const database = new Database(join(desk.host.data, 'countersign.db'))
  database.prepare("UPDATE audit SET body = replace(body, 'a', 'b') WHERE number = 2").run()
  database.close()

  await desk.startAgain()
  await openApp(page, desk.host.url)
  await goTo(page, 'Activity')
  await expect(page.getByRole('button', { name: 'Record broken at entry 2' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The first entry that does not fit is number 2.')

  const doctor = await runCommand(['doctor', '--data', desk.host.data])
  expect(doctor.status).toBe(1)
  expect(doctor.stdout).toMatch(/^BAD {2}audit chain: .*\b2\b/m)
})
