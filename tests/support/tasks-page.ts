import { expect, type Page } from '@playwright/test'

/** A field by its name. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** The task that is open beside the list. */
export const opened = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
/** The list of tasks. */
export const all = (page: Page) => page.getByRole('region', { name: 'Tasks', exact: true }).first()
/** A task in the list. */
export const row = (page: Page, title: string) =>
  all(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: `${title}: done` }) })
/** Opens a task of the list. */
export const openRow = (page: Page, title: string) =>
  row(page, title)
    .getByRole('button', { name: new RegExp(`^${title}`) })
    .click()
/** A part of the open task by its heading. */
export const part = (page: Page, title: string, name: string) =>
  opened(page, title).getByRole('region', { name, exact: true })
/** A column of the board. */
export const column = (page: Page, status: string) =>
  page.getByRole('region', { name: new RegExp(`^${status}: [\\d,]+ tasks?$`) })
/** Shows the tasks in another way. */
export const show = (page: Page, view: 'List' | 'Board' | 'Graph') =>
  page.getByRole('radio', { name: view }).check({ force: true })

/** Adds tasks by the line for it, one after the other. */
export async function add(page: Page, ...titles: readonly string[]): Promise<void> {
  const line = field(page, 'Add a task')
  await line.click()
  for (const title of titles) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(row(page, title)).toBeVisible()
    await expect(line).toBeFocused()
  }
}
