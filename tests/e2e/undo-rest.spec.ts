import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { change, dangerDialog, decide, documentRow, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

const desk = setUpHostDesk('for each test')

test('what is left of a change of several is undone, where one of them was deleted since', async ({
  page,
}) => {
  const command = async (...args: string[]) => {
    const { status, stderr } = await runCommand([...args, '--data', desk.host.data])
    expect(status, stderr).toBe(0)
  }
  for (const name of ['Anchor', 'Buoy'])
    writeFileSync(join(desk.papers, `${name}.md`), `# ${name}\n\nIron.\n`)
  await command('add', desk.papers)
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  for (const name of ['Anchor', 'Buoy']) await documentRow(page, name).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Tags…' }).click()
  const tags = page.getByRole('dialog', { name: 'Tags of 2 documents' })
  await tags.getByLabel('Add tags').first().fill('iron,')
  await tags.getByRole('button', { name: 'Change tags' }).click()
  await expect(tags).toHaveCount(0)
  await expect(documentRow(page, 'Anchor')).toContainText('iron')
  await page.getByRole('button', { name: 'Choose none' }).click()
  await documentRow(page, 'Buoy').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await decide(dangerDialog(page), 'Delete')
  await expect(documentRow(page, 'Buoy')).toHaveCount(0)
  await goTo(page, 'Activity')
  await change(page, 'add “iron”').getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dangerDialog(page)).toContainText('Buoy')
  await expect(dangerDialog(page)).toContainText('Nothing is in the way of the rest.')
  await decide(dangerDialog(page), 'Undo the rest')
  await goTo(page, 'Library')
  await expect(documentRow(page, 'Anchor')).toBeVisible()
  await expect(documentRow(page, 'Anchor')).not.toContainText('iron')
})
