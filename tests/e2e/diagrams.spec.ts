import { createServer } from 'node:http'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { listenOnLoopback } from '../../src/main/http/loopback'
import { answers, ask, idle, openApp, send } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { watchPage } from '../support/watch-page'

const desk = setUpModelDesk({ opens: false })
const block = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\``
const frames = (page: Page) => answers(page).last().locator('iframe')
const drawing = (page: Page, index = 0) =>
  answers(page).last().frameLocator('iframe').nth(index).locator('#diagram > svg')
/** The program that draws is read and started in each frame, on a machine that does other work as well. */
test.setTimeout(180_000)
const DRAWN = { timeout: 60_000 }

const tides = 'graph TD\n  High[High water] -->|six hours| Low[Low water]\n  Low --> High'
const hostileAt = (evil: string) => [
  `graph TD\n  A --> B\n  click A href "${evil}/1" _top\n  click B call alert("x")`,
  `graph TD\n  A["<img src=${evil}/2 onerror=fetch('${evil}/3')>"] --> B["<script>parent.document.title='owned'</script>"]`,
  `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(${evil}/4.css); * { background: url(${evil}/5.png) }", "fontFamily": "x; } * { background: url(${evil}/6) }"}}%%\ngraph TD\n  A["<iframe src=${evil}/7></iframe>"] --> B`,
  `graph TD\n  A --> B\n  style A fill:url(${evil}/8)`,
  `graph TD\n  A@{ img: "${evil}/9.png", label: "x", w: 60, h: 60 } --> B`,
]

test('a diagram is drawn in a sandbox, its code is one click away, and it follows the theme', async ({
  page,
}) => {
  const watch = await watchPage(page)
  await openApp(page, desk.host.url)
  desk.api.push(
    answer([text(`Tides go like this:\n\n${block(tides)}\n\nThat is all.`)], { chunking: 'byte' }),
  )
  await ask(page, 'Draw the tides')
  await expect(drawing(page)).toBeVisible(DRAWN)
  await expect(drawing(page)).toContainText('High water')
  const frame = frames(page)
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  const height = async () => (await frame.boundingBox())?.height ?? 0
  const inside = async () => (await drawing(page).boundingBox())?.height ?? 0
  await expect.poll(async () => Math.abs((await height()) - (await inside()))).toBeLessThan(3)
  // Whoever can't see it reads its code.
  await expect(answers(page).last()).toContainText('High[High water]')

  const axe = await new AxeBuilder({ page }).include('.ui-code').exclude('.ui-diagram-frame').analyze()
  expect(axe.violations).toEqual([])

  await page.emulateMedia({ colorScheme: 'dark' })
  const background = drawing(page).locator('.node rect, .node polygon, .node path').first()
  await expect
    .poll(() => background.evaluate((shape) => getComputedStyle(shape).fill))
    .toBe('rgb(31, 32, 32)')

  await answers(page).last().getByText('Code', { exact: true }).click()
  await expect(frames(page)).toHaveCount(0)
  await expect(answers(page).last().locator('pre')).toContainText('graph TD')
  await answers(page).last().getByText('Diagram', { exact: true }).click()
  await expect(drawing(page)).toBeVisible(DRAWN)
  expect(watch.errors).toEqual([])
  expect(watch.strangers()).toEqual([])
})

/** A server that nobody may ask for anything. */
async function startStranger() {
  let connections = 0
  const server = createServer((_request, response) => response.end())
  server.on('connection', () => connections++)
  const port = await listenOnLoopback(server, 0)
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () => server.close(),
  }
}

test('hostile diagrams fetch nothing, open nothing, and can’t reach the page around them', async ({
  page,
}) => {
  const stranger = await startStranger()
  const hostile = hostileAt(stranger.url)
  await openApp(page, desk.host.url)
  const title = await page.title()
  desk.api.push(answer([text(hostile.map(block).join('\n\nand\n\n'))]))
  await ask(page, 'Draw them')
  await expect(answers(page).last().locator('.ui-code')).toHaveCount(hostile.length)
  for (let index = 0; index < hostile.length; index++) {
    const figure = answers(page).last().locator('.ui-code').nth(index)
    await figure.scrollIntoViewIfNeeded()
    // Each is drawn, or shown as code with a sentence.
    const drawn = figure.frameLocator('iframe').locator('#diagram > svg')
    await expect
      .poll(async () => (await drawn.count()) + (await figure.locator('code').count()), DRAWN)
      .toBe(1)
  }
  const first = drawing(page)
  await first.locator('.node').first().click()
  await expect(first.locator('a')).toHaveCount(0)
  expect(await page.title()).toBe(title)
  expect(page.url()).toContain(new URL(desk.host.url).host)
  expect(page.context().pages()).toHaveLength(1)
  // The frame has no origin: it can read neither the page nor what the page keeps.
  const reached = await frames(page)
    .first()
    .contentFrame()
    .locator('body')
    .evaluate(() => {
      const attempts = [
        () => String(window.parent.document.title),
        () => String(localStorage.length),
        () => String(document.cookie),
      ]
      return [
        window.origin,
        ...attempts.map((attempt) => {
          try {
            return attempt()
          } catch (error) {
            return error instanceof Error ? error.name : ''
          }
        }),
      ]
    })
  expect(reached).toEqual(['null', 'SecurityError', 'SecurityError', 'SecurityError'])
  const sent = await frames(page)
    .first()
    .contentFrame()
    .locator('body')
    .evaluate(() =>
      fetch('/index.html')
        .then(() => 'fetched')
        .catch(() => 'refused'),
    )
  expect(sent).toBe('refused')
  expect(stranger.connections()).toBe(0)
  stranger.close()
})

test('what is no diagram, is too long, or is half there stays code', async ({ page }) => {
  await openApp(page, desk.host.url)
  const rest = Promise.withResolvers<void>()
  const huge = `graph TD\n${Array.from({ length: 2500 }, (_unused, index) => `  n${index} --> n${index + 1}`).join('\n')}`
  desk.api.push(
    answer(
      [
        text([
          `${block('graph TD\n  A --> ')}\n\n${block(huge)}\n\n\`\`\`mermaid\n${tides}\n`,
          '```\n\nDone.',
        ]),
      ],
      {
        pause: { beforeChunk: 4, until: rest.promise },
      },
    ),
  )
  await send(page, 'Draw')
  const last = answers(page).last()
  await expect(last.locator('pre').filter({ hasText: 'High[High water]' })).toBeVisible()
  await expect(last).toContainText('This diagram is too long to be drawn', DRAWN)
  await expect(last).toContainText('This can’t be drawn as a diagram', DRAWN)
  await expect(frames(page)).toHaveCount(0)
  rest.resolve()
  await idle(page)
  await expect(drawing(page)).toContainText('High water', DRAWN)
})
