import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import Database from 'better-sqlite3'
import { dangerDialog, goTo, openApp } from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { runCommand } from '../support/run-command'

test.describe('what is kept for undo', () => {
  const desk = setUpHostDesk('for each test', ({ work }) => {
    for (const name of ['log.md', 'old.md']) writeFileSync(join(work, name), `${name}\n`.repeat(500))
  })
  test.beforeEach(async ({ page }) => {
    number = 0
    await change('append_to_file', { path: desk.at('log.md'), content: 'High water at noon.' })
    await change('trash_files', { paths: [desk.at('old.md')] })
    await openApp(page, desk.host.url)
  })

  let number = 0
  async function change(tool: string, input: unknown): Promise<void> {
    const called = await runCommand(['call', tool, JSON.stringify(input), '--data', desk.host.data])
    expect(called.status).toBe(3)
    const approved = await runCommand(['proposals', 'approve', String(++number), '--data', desk.host.data])
    expect(approved.status).toBe(0)
  }
  const section = (page: Page) => page.getByRole('region', { name: 'History and trash' })

  test('is shown with its limits, which a person changes; lowering says first what would be lost', async ({
    page,
  }) => {
    await goTo(page, 'Settings')
    await expect(section(page).getByRole('progressbar', { name: 'Kept now' })).toHaveAttribute(
      'aria-valuetext',
      /kB of 5 GB/,
    )
    await expect(section(page)).toContainText(/3 entries · the oldest of/)
    const days = section(page).getByRole('textbox', { name: 'Keep for' })
    const size = section(page).getByRole('textbox', { name: 'Use at most' })
    const save = section(page).getByRole('button', { name: 'Save' })
    await expect(save).toBeDisabled()
    for (const wrong of ['0', '-3', '1.5', 'soon', '9999']) {
      await days.fill(wrong)
      await expect(section(page)).toContainText('A whole number from 1 to 3,650.')
      await expect(save).toBeDisabled()
    }
    await days.fill('10')
    await size.fill('0,25')
    await save.click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(dangerDialog(page)).toHaveCount(0)
    await page.reload()
    await expect(section(page)).toContainText('of 250 MB')
    await expect(days).toHaveValue('10')
    const doctor = await runCommand(['doctor', '--data', desk.host.data])
    expect(doctor.stdout).toMatch(
      /history and trash: .* in 3 entries, the oldest of .*; kept for 10 days, at most 250 MB/,
    )
  })

  test('how long a proposal waits is chosen in Settings', async ({ page }) => {
    await goTo(page, 'Settings')
    const lifetime = page.getByRole('group', { name: 'A proposal waits' })
    await expect(lifetime.getByRole('radio', { name: '1 day' })).toBeChecked()
    await lifetime.getByText('7 days').click()
    await expect(lifetime.getByRole('radio', { name: '7 days' })).toBeChecked()
    const asked = Date.now()
    const input = JSON.stringify({ path: desk.at('log.md'), content: 'Low water at six.' })
    const called = await runCommand(['call', 'append_to_file', input, '--json', '--data', desk.host.data])
    const { proposal } = JSON.parse(called.stdout) as { proposal: { expires_at: string } }
    const days = (Date.parse(proposal.expires_at) - asked) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(7)
    expect(days).toBeLessThan(7.1)
    await page.reload()
    await expect(lifetime.getByRole('radio', { name: '7 days' })).toBeChecked()
  })

  test('asks before lower limits would lose something, and keeps all on Cancel', async ({ page }) => {
    const twentyDays = 20 * 86_400_000
    const database = new Database(join(desk.host.data, 'countersign.db'))
    database.prepare('UPDATE changes SET at = at - ?').run(twentyDays)
    database.prepare('UPDATE trash SET trashed_at = trashed_at - ?').run(twentyDays)
    database.close()
    await goTo(page, 'Settings')
    const days = section(page).getByRole('textbox', { name: 'Keep for' })
    await days.fill('15')
    await section(page).getByRole('button', { name: 'Save' }).click()
    const dialog = dangerDialog(page)
    await expect(dialog).toContainText('With these limits 3 entries go for good')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.reload()
    await expect(days).toHaveValue('30')
    await expect(section(page)).toContainText('3 entries')
  })

  test('is cleared only after the words were typed; what is gone says so in Activity', async ({ page }) => {
    await goTo(page, 'Settings')
    await section(page).getByRole('button', { name: 'Clear…' }).click()
    const dialog = dangerDialog(page)
    await expect(dialog).toContainText('Delete 3 entries for good?')
    await expect(dialog).toContainText('2 changes can’t be undone any more.')
    await expect(dialog.getByRole('listitem')).toHaveCount(3)
    await expect(dialog).toContainText('old.md')
    await expect(dialog.getByRole('textbox')).toBeFocused()
    const confirm = dialog.getByRole('button', { name: 'Delete for good' })
    await expect(confirm).toBeDisabled()
    await dialog.getByRole('textbox').fill('delete')
    await expect(confirm).toBeDisabled()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await dialog.getByRole('textbox').fill('delete 3')
    await confirm.click()
    await expect(dialog).toHaveCount(0)
    await expect(section(page)).toContainText('Nothing is kept yet.')
    await expect(section(page).getByRole('button', { name: 'Clear…' })).toBeDisabled()
    expect(readFileSync(desk.at('log.md'), 'utf8')).toContain('High water at noon.')

    await goTo(page, 'Activity')
    const entries = page.getByRole('article')
    await expect(entries).toHaveCount(2)
    for (const entry of await entries.all()) {
      await expect(entry).toContainText('Undo has ended')
      await expect(entry.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
    }
    const undo = await runCommand(['changes', 'undo', '1', '--data', desk.host.data])
    expect(undo).toMatchObject({ status: 1, stderr: expect.stringContaining('can’t be undone any more') })
    expect((await runCommand(['doctor', '--data', desk.host.data])).status).toBe(0)
  })
})
