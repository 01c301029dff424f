import { existsSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { approveCard, goTo, openApp } from '../support/app-page'
import { expectAccessible } from '../support/expect-accessible'
import { answer, text } from '../support/fake-messages-api'
import { setUpHostDesk } from '../support/host-desk'
import { setUpModelDesk } from '../support/model-desk'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const mission = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) })

test.describe
  .serial('missions', () => {
    const desk = setUpModelDesk()

    test('begin from an example or from nothing, and are made when they are saved', async ({ page }) => {
      await goTo(page, 'Missions')
      await expect(page.getByText('No missions yet')).toBeVisible()
      await expectAccessible(page, 'no missions')
      await page.getByRole('button', { name: 'Keep a folder tidy' }).click()
      await expect(field(page, 'Name')).toHaveValue('Tidy Downloads')
      await expectAccessible(page, 'a mission that is written')
      await page.reload()
      await expect(field(page, 'Name')).toHaveValue('Tidy Downloads')
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByText('No missions yet')).toBeVisible()
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await expect(field(page, 'Name')).toHaveValue('Tidy Downloads')
      await page.getByRole('button', { name: 'Discard' }).click()
      await goTo(page, 'Missions')
      await expect(page.getByText('No missions yet')).toBeVisible()

      await page.getByRole('button', { name: 'New mission' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(field(page, 'Name')).toBeFocused()
      await expect(page.getByText('Give it a name.')).toBeVisible()
      await page.keyboard.type('Tide table')
      await field(page, 'What is to be done').fill('Write the tides of **today** down.')
      await page.getByRole('combobox', { name: 'It runs' }).selectOption('weekly')
      await page.getByRole('checkbox', { name: 'Fri' }).check()
      await page.getByLabel('At', { exact: true }).fill('07:45')
      await page.keyboard.press('Control+s')
      await expect(mission(page, 'Tide table')).toContainText('Mon, Fri at 07:45 · next:')
      await expect(mission(page, 'Tide table')).toContainText('It has not run yet.')
    })

    test('propose under their name, and what is approved can be undone', async ({ page }) => {
      desk.modelCalls(['create_file', { path: desk.at('tides.md'), content: '# Tides\n' }])
      await goTo(page, 'Missions')
      await row(page, 'Tide table').click()
      await page.getByRole('button', { name: 'Run now' }).click()
      await expect(mission(page, 'Tide table').getByText('Finished', { exact: true })).toBeVisible()
      await expectAccessible(page, 'a mission that ran')
      // Nothing is changed yet.
      await expect(mission(page, 'Tide table').getByRole('button', { name: 'What it changed' })).toHaveCount(
        0,
      )
      await page.getByRole('button', { name: 'One change waits in the Inbox' }).click()

      await expect(page.getByRole('heading', { name: /^Tide table – / })).toBeVisible()
      await expect(page.getByText('Mission “Tide table” (Assistant)').first()).toBeVisible()
      await approveCard(page, 'tides.md')
      await expect(page.getByText('Nothing waits for you')).toBeVisible()
      await expect.poll(() => existsSync(desk.at('tides.md')) && desk.read('tides.md')).toBe('# Tides\n')

      await goTo(page, 'Activity')
      await expect(page.getByText('Mission “Tide table” (Assistant)', { exact: false }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('combobox', { name: 'Who' }).selectOption('mission')
      await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
      await expect.poll(() => existsSync(desk.at('tides.md'))).toBe(false)

      await goTo(page, 'Missions')
      await row(page, 'Tide table').click()
      await expect(mission(page, 'Tide table')).toContainText('1 change proposed: 1 undone')
      await mission(page, 'Tide table').getByRole('button', { name: 'What it changed' }).click()
      await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
    })

    test('keep out of the list of conversations, and go on by hand', async ({ page }) => {
      const section = page.getByRole('button', { name: /^Missions\s*1$/ })
      await expect(section).toHaveAttribute('aria-expanded', 'false')
      await goTo(page, 'Missions')
      await expect(row(page, 'Tide table')).toContainText('Finished')
      await row(page, 'Tide table').click()
      await page.getByRole('button', { name: 'Open the conversation' }).click()
      desk.api.push(answer([text('All is well.')]))
      await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Go **on**')
      await page.keyboard.press('Enter')
      // What a mission is to do is shown as on its screen, and what is typed as it is typed.
      const said = page.getByRole('article', { name: 'You' })
      await expect(said.first().getByRole('strong')).toHaveText('today')
      await expect(said.last()).toContainText('Go **on**')
      await expect(page.getByText('All is well.')).toBeVisible()
      await page.getByRole('textbox', { name: 'Search conversations' }).fill('all is well')
      await expect(page.getByRole('button', { name: /Tide table – / })).toBeVisible()
    })

    test('are run and found by the palette, switched off, and deleted with a way back', async ({ page }) => {
      desk.api.push(answer([text('Nothing is new.')]))
      await page.keyboard.press('Control+k')
      await page.keyboard.type('run mission tide')
      await expect(page.getByRole('option', { name: /Tide table/ })).toBeVisible()
      await page.keyboard.press('Enter')
      await goTo(page, 'Missions')
      await row(page, 'Tide table').click()
      await expect(page.getByText('Nothing is new.')).toBeVisible()
      await goTo(page, 'Missions')
      await page.getByRole('switch', { name: '“Tide table” runs on its schedule' }).click()
      await expect(row(page, 'Tide table')).toContainText('off')
      await expectAccessible(page, 'missions')
      await page.getByRole('button', { name: 'Actions for Tide table' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('button', { name: 'Move to the trash' }).click()
      await page.getByRole('button', { name: 'Restore' }).click()
      await row(page, 'Tide table').click()
      await expect(page.getByText('Nothing is new.')).toBeVisible()
    })

    test('tell that they run in a message that goes by itself, also after one that was closed by a key', async ({
      page,
    }) => {
      await goTo(page, 'Missions')
      await row(page, 'Tide table').click()
      const message = page.locator('.ui-toast').filter({ hasText: '“Tide table” runs.' })
      const finished = mission(page, 'Tide table').getByText('Finished', { exact: true })
      // Those of before come together.
      await expect(finished.first()).toBeVisible()
      const runs = await finished.count()
      for (const more of [1, 2]) {
        desk.api.push(answer([text('Nothing is new.')]))
        await page.getByRole('button', { name: 'Run now' }).press('Enter')
        await expect(message).toBeVisible()
        await expect(finished).toHaveCount(runs + more)
        if (more === 1) await message.getByRole('button', { name: 'Dismiss' }).press('Enter')
        await expect(message).toHaveCount(0)
      }
    })
  })

test.describe('without a model', () => {
  const desk = setUpHostDesk('for all tests')

  test('a mission is done by the offline assistant, and the editor says what that means', async ({
    page,
  }) => {
    await openApp(page, desk.host.url)
    await goTo(page, 'Missions')
    await page.getByRole('button', { name: 'New mission' }).click()
    await expect(page.getByText('so the offline assistant does it')).toBeVisible()
    await field(page, 'Name').fill('By command')
    const input = JSON.stringify({ path: desk.at('made.md'), content: 'By a mission.' })
    await field(page, 'What is to be done').fill(`/create_file ${input}`)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect(page.getByRole('button', { name: 'One change waits in the Inbox' })).toBeVisible()
    await expect(mission(page, 'By command')).toContainText('Finished')
    expect(existsSync(desk.at('made.md'))).toBe(false)
  })
})
