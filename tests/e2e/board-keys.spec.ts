import { expect, type Page, test } from '@playwright/test'
import { goTo, openApp } from '../support/app-page'
import { changeByHand } from '../support/change-by-hand'
import { setUpHostDesk } from '../support/host-desk'
import { connectAsPage } from '../support/page-client'
import { column, show } from '../support/tasks-page'

const desk = setUpHostDesk('for all tests')

/** More than a column shows at once; every third has a title of several lines, which makes its card higher than most. */
const tasksPerColumn = 30
const long =
  ' and write down what was dredged of the northern channel, then send it to everybody who asked for it'

/** One is due before all others, so that its place is the first of a column; the other comes after all of them. */
const moved = [
  { title: 'Paint the buoy', priority: 'urgent', due: '2020-01-01', place: 'first' },
  { title: 'Oil the hinge', priority: 'low', place: 'last' },
] as const

test.beforeAll(async () => {
  const { client, close } = await connectAsPage(desk.host.url)
  for (const status of ['open', 'in_progress', 'done'] as const) {
    await changeByHand(client, 'create_tasks', {
      tasks: Array.from({ length: tasksPerColumn }, (_, number) => ({
        title: `Sound pier ${number}${number % 3 === 0 ? long : ''}`,
        status,
        priority: (['urgent', 'high', 'normal', 'low'] as const)[number % 4],
      })),
    })
  }
  for (const { place: _, ...task } of moved) await changeByHand(client, 'create_task', task)
  close()
})

for (const { title, place } of moved) {
  test(`a card that is moved by key through long columns stays in view, with the keyboard on it: the ${place}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openApp(page, desk.host.url)
    await goTo(page, 'Tasks')
    await show(page, 'Board')
    const handle = page.getByRole('button', { name: new RegExp(`^Move ${title}`) })
    await expect(column(page, 'Open').locator('.board-card').first()).toBeVisible()
    if (place === 'last') await toEnd(page)
    await handle.focus()
    for (const [key, status] of [
      ['ArrowRight', 'In progress'],
      ['ArrowRight', 'Done'],
      ['ArrowLeft', 'In progress'],
      ['ArrowLeft', 'Open'],
      ['ArrowRight', 'In progress'],
    ] as const) {
      await page.keyboard.press(key)
      await expect(column(page, status)).toContainText(title)
      // Where it is stored it has its last place; what is done is in the order in which it was, newest first.
      const stored = status === 'Done' ? 'first' : place
      await expect(column(page, status).locator('.board-card')[stored]()).toContainText(title)
      await expect(handle).toBeFocused()
      await expect(handle).toBeInViewport({ ratio: 1 })
    }
  })
}

/** Goes to the last card of the first column by the keyboard: those far below are not drawn before. */
async function toEnd(page: Page): Promise<void> {
  await column(page, 'Open').locator('.board-card [data-opens]').first().focus()
  await page.keyboard.press('End')
  await expect(column(page, 'Open').locator('.board-card').last()).toContainText('Oil the hinge')
}
