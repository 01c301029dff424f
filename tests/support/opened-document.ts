import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page } from '@playwright/test'
import { documentRow, goTo, inspector, openApp } from './app-page'
import type { HostDesk } from './host-desk'
import { makePdf } from './make-pdf'
import { pageImage } from './page-image'
import { runCommand } from './run-command'

const numbers = ['one', 'two', 'three', 'four', 'five', 'six'] as const
/** Six pages, numbered in print from the second one; on each the word “heron” stands twice, in different lines. */
export const birds = makePdf({
  labels: '[0 << /S /r >> 1 << /S /D >>]',
  pages: numbers.map((number, index) => [
    `Page ${number} begins with a heron of kind ${'abcdef'[index]}`,
    `Its second line is about ${number} geese`,
    `and the third about another heron by ${number} ponds.`,
  ]),
})

/** Adds a file by its name and opens it. */
export async function openNew(
  page: Page,
  desk: HostDesk,
  name: string,
  content: string | Uint8Array,
): Promise<void> {
  const path = join(desk.papers, name)
  writeFileSync(path, content)
  await runCommand(['add', path, '--data', desk.host.data])
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  const title = name.replace(/\.\w+$/u, '')
  await documentRow(page, title).getByText(title).first().click()
}

/** What the pages of a document scroll in. */
export const frame = (page: Page): Locator =>
  inspector(page).getByRole('region', { name: 'Pages of the document' })

/** Waits for a page of {@link birds}. */
export async function shows(page: Page, number: number): Promise<void> {
  await expect(pageImage(page, 'Birds', number)).toBeVisible()
  await expect(frame(page)).toHaveAttribute('aria-busy', 'false')
}
