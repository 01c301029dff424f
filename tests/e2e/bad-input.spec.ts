import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  card,
  documentIs,
  documentRow,
  dropOn,
  goTo,
  idle,
  lookAway,
  openApp,
  send,
} from '../support/app-page'
import { makePdf } from '../support/make-pdf'
import { freshFolder, type RunningHost, startHost } from '../support/start-host'

/** The most that usual file systems take, in bytes. */
const longName = `${'n'.repeat(251)}.txt`
// U+202E turns the order of what follows: the name reads as if it ended in .txt.
const turnedName = 'report\u202Etxt.md'
const brokenName = 'two\nlines.txt'

test.describe('what should not be', () => {
  let host: RunningHost
  let place: string
  let docs: string

  test.beforeAll(async () => {
    place = realpathSync(freshFolder('place'))
    docs = join(place, 'docs')
    mkdirSync(docs)
    mkdirSync(join(place, 'docs-evil'))
    writeFileSync(join(place, 'docs-evil', 'secret.txt'), 'the hidden number is 4711\n')
    symlinkSync(join(place, 'docs-evil'), join(docs, 'shortcut'))
    symlinkSync(join(place, 'docs-evil', 'secret.txt'), join(docs, 'innocent.txt'))
    host = await startHost({ roots: [docs] })
  })
  test.afterAll(async () => {
    await host.stop()
    for (const folder of [host.data, place]) rmSync(folder, { recursive: true, force: true })
  })
  test.beforeEach(async ({ page }) => openApp(page, host.url))

  test('a folder of broken and odd files: each is taken or named with its reason', async ({ page }) => {
    const odd = join(place, 'odd')
    mkdirSync(odd)
    const whole = makePdf({ title: 'Whole', pages: [['The keeper has a grey cat.']] })
    writeFileSync(join(odd, 'whole.pdf'), whole)
    writeFileSync(join(odd, 'locked.pdf'), makePdf({ pages: [['Nobody reads this.']], password: 'tide' }))
    writeFileSync(join(odd, 'cut.pdf'), whole.subarray(0, 60))
    writeFileSync(join(odd, 'nothing.pdf'), '')
    writeFileSync(join(odd, 'picture.pdf'), Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
    for (const name of [longName, turnedName, brokenName]) {
      writeFileSync(join(odd, name), `The file ${JSON.stringify(name.slice(0, 12))} speaks of lanterns.\n`)
    }
    symlinkSync(odd, join(odd, 'round'))
    await goTo(page, 'Library')
    await dropOn(page, 'Add to library', [odd])
    await documentIs(page, 'Whole', 'Ready')
    await documentIs(page, 'locked', 'Locked')
    await expect(documentRow(page, 'locked')).toContainText('password')
    for (const [name, reason] of [
      ['cut', 'damaged'],
      ['nothing', 'empty'],
      ['picture', 'only its beginning is there'],
    ] as const) {
      await documentIs(page, name, 'Failed')
      await expect(documentRow(page, name)).toContainText(reason)
    }
    await documentIs(page, 'n'.repeat(60), 'Ready')
    await documentIs(page, 'lines', 'Ready')
    // What would turn the reading order is no part of the title.
    await documentIs(page, 'reporttxt', 'Ready')
    await expect(page.getByRole('grid', { name: 'Documents' })).not.toContainText('\u202E')
  })

  test('asks before it reads what lies beside the granted folder, and reads nothing after a no', async ({
    page,
  }) => {
    await send(page, '/read_file ../docs-evil/secret.txt')
    const question = card(page, 'secret.txt')
    await question.getByRole('button', { name: 'Don’t allow' }).click()
    await question.getByRole('textbox', { name: /Reason/ }).press('Enter')
    await expect(question.getByRole('button', { name: 'Don’t allow' })).toHaveCount(0)
    await expect(page.getByText('4711')).toHaveCount(0)
  })

  for (const path of ['shortcut/secret.txt', 'innocent.txt']) {
    test(`does not read ${path}, which leads out of the granted folder`, async ({ page }) => {
      await ask(page, `/read_file ${path}`)
      await expect(answers(page).last()).toContainText(/outside|not in|granted/)
      await expect(page.getByText('4711')).toHaveCount(0)
    })
  }

  test('does not propose to write outside the granted folder, be it beside it or through a link', async ({
    page,
  }) => {
    for (const path of ['../docs-evil/new.md', 'shortcut/new.md', join(host.data, 'new.md'), '/etc/new.md']) {
      await ask(page, `/create_file ${JSON.stringify({ path, content: 'x' })}`)
      await expect(answers(page).last()).toContainText(/outside|not in|granted|protected/)
    }
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0)
    expect(existsSync(join(place, 'docs-evil', 'new.md'))).toBe(false)
  })

  test('names the field that is wrong, and tools that it knows', async ({ page }) => {
    await ask(page, '/create_file {"path": 7, "content": "x"}')
    await expect(answers(page).last()).toContainText('path')
    await ask(page, '/create_file {"path": "half')
    await expect(answers(page).last()).toContainText('was not run')
    await ask(page, '/creat_file x')
    await expect(answers(page).last()).toContainText('create_file')
    expect(existsSync(join(docs, 'half'))).toBe(false)
  })

  test('never overwrites with a new file, and says so', async ({ page }) => {
    writeFileSync(join(docs, 'there.md'), 'mine')
    await ask(page, '/create_file {"path": "there.md", "content": "yours"}')
    await expect(answers(page).last()).toContainText(/exists/)
    expect(readFileSync(join(docs, 'there.md'), 'utf8')).toBe('mine')
  })

  test('does nothing when the file changed after it was shown, and can propose it again', async ({
    page,
  }) => {
    const path = join(docs, 'moving.md')
    writeFileSync(path, 'low water at six\n')
    // Else the card tells of it before it is approved.
    await lookAway(page)
    await send(page, '/edit_file {"path": "moving.md", "edits": [{"old_text": "six", "new_text": "seven"}]}')
    await expect(card(page, 'moving.md')).toContainText('low water at seven')
    writeFileSync(path, 'high and low water at six\n')
    await approveCard(page, 'moving.md')
    await expect(card(page, 'moving.md')).toContainText('What it was planned for has changed since.')
    expect((await card(page, 'moving.md').innerText()).match(/Nothing was (?:done|changed)/g)).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe('high and low water at six\n')
    await idle(page)
    await page.getByRole('button', { name: 'Propose again' }).click()
    await expect(card(page, 'moving.md')).toContainText('high and low water at seven')
    // What moved is shown beside what it does now.
    const moved = card(page, 'moving.md').locator('.ui-notice', { hasText: 'Planned anew in place of #' })
    await expect(moved).toContainText(/moving\.md.* changed since/)
    await expect(moved).toContainText(/-\s*low water at six[^-]*\+\s*high and low water at six/)
    await approveCard(page, 'moving.md')
    await expect.poll(() => readFileSync(path, 'utf8')).toBe('high and low water at seven\n')
  })
})
