import { mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { card, dangerDialog, decide, documentIs, dropOn, goTo, idle, newChat, openApp, send } from '../support/app-page'
import { answer, type FakeMessagesApi, startFakeMessagesApi, text, toolUse } from '../support/fake-messages-api'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

const shots = '/tmp/i3/'
test('look', async ({ page }) => {
  test.setTimeout(100_000)
  page.setDefaultTimeout(6000)
  mkdirSync(shots, { recursive: true })
  const api: FakeMessagesApi = await startFakeMessagesApi()
  const work = realpathSync(freshFolder('work'))
  const papers = realpathSync(freshFolder('papers'))
  writeSampleDocuments(papers)
  const host: RunningHost = await startHost({
    roots: [work],
    environment: { ANTHROPIC_BASE_URL: api.url, ANTHROPIC_API_KEY: 'k', COUNTERSIGN_MODEL: 'fake-model' },
  })
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()))
  try {
    const snap = async (name: string) => {
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${shots}${name}.png` })
    }
    writeFileSync(join(work, 'report.md'), '# Report\n\nOld words of March.\n')
    for (let i = 1; i <= 25; i++) writeFileSync(join(work, `old-${i}.txt`), 'x'.repeat(i * 300))
    writeFileSync(join(work, 'photo.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))
    writeFileSync(join(work, 'big.txt'), Array.from({ length: 20_000 }, (_, i) => `row ${i} before`).join('\n'))
    await openApp(page, host.url)
    await newChat(page)
    api.push(answer([toolUse('overwrite_file', { path: join(work, 'report.md'), content: '# Report\n\nNew words of May.\nAnd more.\n' })]), answer([text('Done.')]))
    await send(page, 'Overwrite it')
    await expect(dangerDialog(page)).toBeVisible()
    await snap('10-overwrite')
    await page.setViewportSize({ width: 420, height: 800 })
    await snap('11-overwrite-narrow')
    await page.setViewportSize({ width: 1360, height: 860 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await snap('12-overwrite-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    console.log(await dangerDialog(page).ariaSnapshot())
    const edit = dangerDialog(page).getByRole('button', { name: 'Edit' })
    if (await edit.count()) {
      await edit.click()
      await snap('13-overwrite-editing')
      await page.getByRole('textbox', { name: 'Content' }).fill('# Report\n\nMine.\n')
      await page.getByRole('button', { name: 'Use this text' }).click()
      await snap('14-overwrite-edited')
    }
    await decide(dangerDialog(page), 'Replace')
    await idle(page)
    api.push(answer([toolUse('trash_files', { paths: [...Array.from({ length: 24 }, (_, i) => join(work, `old-${i + 1}.txt`)), join(work, 'photo.png')] })]), answer([text('Done.')]))
    await send(page, 'Trash them')
    await expect(dangerDialog(page)).toBeVisible()
    await page.waitForTimeout(600)
    await dangerDialog(page).getByRole('checkbox').nth(1).uncheck()
    await snap('20-trash')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 420, height: 800 })
    await snap('21-trash-dark-narrow')
    await page.setViewportSize({ width: 1360, height: 860 })
    await page.emulateMedia({ colorScheme: 'light' })
    console.log((await dangerDialog(page).ariaSnapshot()).slice(0, 900))
    const box = dangerDialog(page).getByRole('textbox')
    await box.fill('delete 24')
    await snap('22-trash-typed')
    await decide(dangerDialog(page), 'Delete')
    await idle(page)
    api.push(answer([toolUse('edit_file', { path: join(work, 'big.txt'), edits: [{ old_text: 'before', new_text: 'after', replace_all: true }] })]), answer([text('Done.')]))
    await send(page, 'Big edit')
    await page.waitForTimeout(2500)
    await snap('30-big')
    await card(page, 'big.txt').focus()
    await page.keyboard.press('d')
    const big = page.getByRole('dialog')
    await page.waitForTimeout(600)
    let at = Date.now()
    await big.getByRole('button', { name: /Show all/ }).first().click()
    await big.locator('.ui-diff-scroll').waitFor()
    console.log('opened all in', Date.now() - at)
    console.log('scroll', await big.locator('.ui-diff-scroll').evaluate(async (el) => {
      const gaps: number[] = []
      let last = performance.now()
      for (let i = 0; i < 120; i++) {
        el.scrollTop += el.scrollHeight / 120
        await new Promise((r) => requestAnimationFrame(r))
        const now = performance.now()
        gaps.push(now - last)
        last = now
      }
      gaps.sort((a, b) => a - b)
      return { rows: el.querySelectorAll('.ui-diff-placed').length, median: gaps[60], p95: gaps[114], worst: gaps.at(-1), height: el.scrollHeight }
    }))
    await snap('31-big-all')
    at = Date.now()
    await big.getByRole('button', { name: 'Side by side' }).click()
    await snap('32-big-split')
    await page.keyboard.press('Control+Enter')
    await idle(page)
    api.push(answer([toolUse('create_file', { path: join(work, 'b.md'), content: 'one\ntwo\n' })]), answer([text('Done.')]))
    await send(page, 'b')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await snap('40-edit')
    await page.getByRole('textbox', { name: 'Content' }).fill('one\nzwei\n')
    await page.keyboard.press('Control+Enter')
    await snap('41-edited')
    await card(page, 'b.md').focus()
    await page.keyboard.press('Control+Enter')
    await idle(page)
    writeFileSync(join(work, 'report.md'), '# Report\n\nMine.\nChanged by hand since.\n')
    await goTo(page, 'Activity')
    await snap('50-activity')
    await page.getByRole('button', { name: 'Filters' }).click()
    await snap('51-filters')
    await page.getByRole('article', { name: /report\.md/ }).getByRole('button', { name: 'Undo', exact: true }).click()
    await snap('52-conflict')
    await page.setViewportSize({ width: 420, height: 800 })
    await snap('53-conflict-narrow')
    await page.setViewportSize({ width: 1360, height: 860 })
    await page.getByRole('button', { name: 'Restore anyway' }).click()
    await snap('54-restored')
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Show all tools' }).click()
    await page.getByRole('region', { name: 'What the assistant may do' }).scrollIntoViewIfNeeded()
    await snap('60-settings')
    await page.getByRole('region', { name: 'Don’t ask again' }).scrollIntoViewIfNeeded()
    await snap('61-settings')
  } finally {
    await host.stop()
    await api.close()
  }
})
