import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  card,
  documentIs,
  dropOn,
  goTo,
  idle,
  inspector,
  messageBox,
  newChat,
  openApp,
  send,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'
import { watchPage } from '../support/watch-page'

const address = 'https://harbour.example.invalid/tides/2031?station=marrow&full=yes'

test.describe('the page and what it lets out', () => {
  const desk = setUpHostDesk('for all tests', ({ papers }) => {
    writeFileSync(
      join(papers, 'office.txt'),
      `The harbour office answers questions about the tides at ${address} on weekdays.\n`,
    )
    // What a document says must stay text: pictures, scripts and forms of it are never fetched or run.
    writeFileSync(
      join(papers, 'bait.md'),
      [
        '# Bait',
        '',
        'The beacon at Vesper Rock is shown ![here](https://evil.invalid/beacon.png?leak=1) and <img src="https://evil.invalid/raw.png" onerror="fetch(\'https://evil.invalid/run\')"> below.',
        '',
        '<script>fetch("https://evil.invalid/script")</script>',
        '',
        '[run](javascript:fetch("https://evil.invalid/link"))',
      ].join('\n'),
    )
  })

  test('keeps the policy and its own origin through a whole session', async ({ page }) => {
    const watch = await watchPage(page)
    await openApp(page, desk.host.url)
    await goTo(page, 'Library')
    await dropOn(page, 'Add to library', [desk.papers])
    await documentIs(page, 'Bait', 'Ready')
    await documentIs(page, 'office', 'Ready')
    await goTo(page, 'Chat')
    await ask(page, 'What does it say about the beacon at Vesper Rock?')
    await expect(answers(page).last()).toContainText('Vesper Rock')
    await answers(page).last().getByRole('button', { name: /^Bait/ }).first().click()
    await expect(inspector(page)).toContainText('Vesper Rock')
    await send(page, '/create_file {"path":"seen.md","content":"![x](https://evil.invalid/card.png)"}')
    await expect(card(page, 'seen.md')).toBeVisible()
    await approveCard(page, 'seen.md')
    await idle(page)
    for (const screen of ['Inbox', 'Library', 'Activity', 'Settings', 'Chat'] as const)
      await goTo(page, screen)
    expect(watch.strangers()).toEqual([])
    expect(watch.errors).toEqual([])
  })

  test('takes the token out of the address and works after a reload', async ({ page }) => {
    await openApp(page, desk.host.url)
    expect(page.url()).not.toContain('token')
    expect(await page.evaluate(() => document.cookie + JSON.stringify(localStorage))).not.toContain(
      new URL(desk.host.url).hash.slice('#token='.length),
    )
    await page.reload()
    await expect(messageBox(page)).toBeVisible()
    await goTo(page, 'Library')
    expect(page.url()).not.toContain('token')
  })

  for (const [name, fragment] of [
    ['a wrong token', '#token=wrong'],
    ['no token', ''],
  ] as const) {
    test(`says what to do when it is opened with ${name}`, async ({ page }) => {
      await page.goto(`${new URL(desk.host.url).origin}/${fragment}`)
      await expect(page.getByText('This page is not connected')).toBeVisible()
      await expect(page.getByText('Open the address that the start printed.')).toBeVisible()
      await expect(messageBox(page)).toHaveCount(0)
    })
  }

  test('shows the whole address of a link before anything opens', async ({ page, context }) => {
    const watch = await watchPage(page)
    await openApp(page, desk.host.url)
    await goTo(page, 'Library')
    await dropOn(page, 'Add to library', [join(desk.papers, 'office.txt')])
    await documentIs(page, 'office', 'Ready')
    await goTo(page, 'Chat')
    await newChat(page)
    await ask(page, 'Where does the harbour office answer questions about the tides?')
    await answers(page).last().getByText(address).click()
    const dialog = page.getByRole('dialog', { name: 'Open this address?' })
    await expect(dialog).toContainText(address)
    await expect(dialog.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    expect(context.pages()).toHaveLength(1)
    expect(watch.strangers()).toEqual([])
  })
})
