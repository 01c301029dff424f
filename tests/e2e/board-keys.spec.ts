import { expect, test } from '@playwright/test'
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

test('a card that is moved by key through long columns stays in view, with the keyboard on it', async ({
  page,
}) => {
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
  await changeByHand(client, 'create_task', {
    title: 'Paint the buoy',
    priority: 'urgent',
    due: '2020-01-01',
  })
  close()
  await page.setViewportSize({ width: 1280, height: 800 })
  await openApp(page, desk.host.url)
  await goTo(page, 'Tasks')
  await show(page, 'Board')
  const handle = page.getByRole('button', { name: /^Move Paint the buoy/ })
  await handle.focus()
  for (const [key, status] of [
    ['ArrowRight', 'In progress'],
    ['ArrowRight', 'Done'],
    ['ArrowLeft', 'In progress'],
    ['ArrowLeft', 'Open'],
    ['ArrowRight', 'In progress'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(column(page, status)).toContainText('Paint the buoy')
    // Where it is stored it has its last place: before all that are due later.
    const first = column(page, status).locator('.board-card').first()
    await expect(first).toContainText('Paint the buoy')
    await expect(handle).toBeFocused()
    await expect(handle).toBeInViewport({ ratio: 1 })
  }
})
