import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BuiltGallery, buildGallery } from '../../../tests/support/built-gallery'

const START_MS = 60_000
/** A page in a real browser, on a machine that does other work as well. */
const PAGE_MS = 30_000

vi.setConfig({ testTimeout: PAGE_MS })

let gallery: BuiltGallery

beforeAll(async () => {
  gallery = await buildGallery()
}, START_MS)
afterAll(() => gallery?.close())

const open: BuiltGallery['open'] = (...args) => gallery.open(...args)

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Open the dialog' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  return dialog
}

/** Waits until the dialog takes input, by trying what has no effect. */
const guardIsOver = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const dialog = document.querySelector('dialog')
        return dialog?.dispatchEvent(
          new KeyboardEvent('keyup', { key: 'x', bubbles: true, cancelable: true }),
        )
      }),
    )
    .toBe(true)

describe('the building blocks in a browser', () => {
  it('keep to the content security policy and ask for nothing but their own files', async () => {
    const { page, asked, complaints } = await open()
    await page.getByText('chart of the month').waitFor()
    await page.getByRole('button', { name: 'More' }).first().click()
    expect(complaints).toEqual([])
    expect(asked.filter((url) => !url.startsWith('http://gallery.localhost/'))).toEqual([])
    const fonts = await page.evaluate(async () => (await document.fonts.load('13px "Inter Variable"')).length)
    expect(fonts).toBeGreaterThan(0)
  })

  it.each(['light', 'dark'])(
    'have no accessibility fault that can be found by rule, in the %s theme',
    async (theme) => {
      const { page } = await open(`theme=${theme}`, { width: 1400, height: 2600 })
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
        .analyze()
      expect(violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([])
      await openDialog(page)
      const inDialog = await new AxeBuilder({ page }).include('dialog').analyze()
      expect(inDialog.violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.html)])).toEqual([])
    },
    START_MS,
  )

  it('need no sideways scrolling in a narrow window', async () => {
    const { page } = await open('bare', { width: 360, height: 800 })
    const overflow = await page.evaluate(() => {
      const main = document.querySelector('.ui-split-main')
      return main ? main.scrollWidth - main.clientWidth : -1
    })
    expect(overflow).toBe(0)
  })
})

describe('a dialog', () => {
  it('has focus where the text is typed, and ignores what was pressed as it appeared', async () => {
    const { page } = await open()
    const dialog = await openDialog(page)
    const focused = dialog.getByRole('textbox', { name: 'Type “delete 2” to confirm' })
    expect(await focused.evaluate((field) => field === document.activeElement)).toBe(true)
    // Within one task, so that no machine is too slow for the half second to still run.
    await page.reload()
    await page.locator('.gallery-app').waitFor()
    await page
      .getByRole('button', { name: 'Open the dialog' })
      .evaluate(async (button: HTMLButtonElement) => {
        button.click()
        // React renders in a microtask.
        for (let turn = 0; turn < 100 && !document.querySelector('dialog'); turn++) await Promise.resolve()
        const cancel = document.querySelector<HTMLButtonElement>('dialog .ui-confirm-actions button')
        cancel?.click()
        cancel?.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
        )
      })
    await page.getByRole('alertdialog').waitFor()
    await guardIsOver(page)
    expect(await page.getByRole('alertdialog').count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  })

  it('goes away on Escape and gives focus back', async () => {
    const { page } = await open()
    await openDialog(page)
    await guardIsOver(page)
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Open the dialog')
  })

  it('lets nobody confirm before the exact text is typed', async () => {
    const { page } = await open()
    const dialog = await openDialog(page)
    await guardIsOver(page)
    const field = dialog.getByRole('textbox', { name: 'Type “delete 2” to confirm' })
    const confirm = dialog.getByRole('button', { name: 'Delete 2 files' })
    await field.fill('delete 20')
    expect(await confirm.isDisabled()).toBe(true)
    await field.press('Enter')
    expect(await dialog.count()).toBe(1)
    await field.fill('delete 2')
    await field.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  })
})

describe('by keyboard', () => {
  it('a menu opens on its first action, passes over what is disabled, and closes to its button', async () => {
    const { page } = await open()
    const button = page.getByRole('button', { name: 'More' }).first()
    await button.focus()
    await page.keyboard.press('Enter')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toContain('Rename')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toContain('Pinned')
    await page.keyboard.press('d')
    expect(await focused()).toContain('Delete')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('a table of 1,200 rows moves to its end with only the visible rows in the page', async () => {
    const { page } = await open()
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('End')
    await grid.locator('[aria-rowindex="1201"]').waitFor()
    await page.keyboard.press('Space')
    expect(await grid.locator('[aria-rowindex="1201"]').getAttribute('aria-selected')).toBe('true')
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
  })

  it('a key that is pressed the moment rows appear is not undone by them', async () => {
    const { page } = await open()
    await page.addInitScript(() => {
      let before = 0
      const watch = new MutationObserver(() => {
        const grid = document.querySelector('[role="grid"]')
        const rows = grid?.querySelectorAll('[role="row"]').length ?? 0
        if (grid === null || rows <= before) return
        if (before > 0) {
          watch.disconnect()
          grid.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', bubbles: true }))
        }
        before = rows
      })
      watch.observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    const grid = page.getByRole('grid')
    await grid.locator('[aria-rowindex="1201"]').waitFor()
    expect(await grid.getAttribute('aria-activedescendant')).toMatch(/-1199$/)
  })

  it('a table begins at its top in another order, and in the first again', async () => {
    const { page } = await open()
    const grid = page.getByRole('grid')
    await grid.focus()
    await page.keyboard.press('End')
    const active = () => grid.getAttribute('aria-activedescendant')
    await expect.poll(active).toMatch(/-1199$/)
    for (const column of ['Pages', 'Title']) {
      await grid.getByRole('button', { name: column }).click()
      await expect.poll(active).toMatch(/-0$/)
    }
    await grid.locator('[aria-rowindex="2"]').waitFor()
  })

  it('the separator changes the width of the panel', async () => {
    const { page } = await open()
    const separator = page.getByRole('separator', { name: 'Width of the side panel' })
    await separator.focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => separator.getAttribute('aria-valuenow')).toBe('464')
  })

  it('a transcript starts at its end', async () => {
    const { page } = await open()
    await page.getByRole('region', { name: 'Transcript' }).getByText('Field notes 1200').waitFor()
  })
})

it('a diff of 2,000 lines has only the visible ones in the page', async () => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Show all 2,000 lines' }).click()
  await page.locator('.ui-diff-scroll').waitFor()
  expect(await page.locator('.ui-diff-scroll .ui-diff-row').count()).toBeLessThan(120)
})
