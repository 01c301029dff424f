import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, dropOn, goTo, idle, messageBox, newChat } from '../support/app-page'
import { answer, text } from '../support/fake-messages-api'
import { setUpModelDesk } from '../support/model-desk'

// While the list is there, the message box is the combobox of it.
const box = (page: Page) => page.locator('.composer textarea')
const list = (page: Page) =>
  page.getByRole('listbox', { name: 'Documents, notes, tasks, files and assistants' })
const option = (page: Page, name: RegExp) => list(page).getByRole('option', { name })
const attached = (page: Page) => page.locator('.composer').getByRole('list', { name: 'Attached' })
const assistant = (page: Page) => page.getByRole('button', { name: /Assistant of this conversation/ })

test.describe
  .serial('an @ in a message', () => {
    const desk = setUpModelDesk()

    test('attaches a document that is found by words of its title', async ({ page }) => {
      desk.put('tides.md', '# Tide tables of Quillon\n\nHigh at seven.\n')
      desk.put('lamps.md', '# Lamp notes\n\nThe lantern burns nineteen hours.\n')
      desk.put('pay\u202egpj.txt', 'Nothing to see.\n')
      await dropOn(
        page,
        'Add to library',
        ['tides.md', 'lamps.md', 'pay\u202egpj.txt'].map((name) => desk.at(name)),
      )
      await goTo(page, 'Library')
      for (const title of ['Tide tables of Quillon', 'Lamp notes', 'pay']) {
        await documentIs(page, title, 'Ready')
      }
      await newChat(page)
      await box(page).pressSequentially('Sum up @')
      await expect(list(page).getByRole('option')).toHaveCount(7)
      await expect(option(page, /^paygpj pay.?RLO.?gpj\.txt/)).toBeVisible()
      await box(page).pressSequentially('quillon tid')
      await expect(list(page).getByRole('option')).toHaveCount(1)
      await expect(box(page)).toHaveRole('combobox')
      await expect(box(page)).toHaveAttribute(
        'aria-activedescendant',
        (await option(page, /^Tide tables of Quillon/).getAttribute('id')) ?? 'absent',
      )
      await box(page).press('Enter')
      await expect(list(page)).toHaveCount(0)
      await expect(attached(page)).toContainText('Tide tables of Quillon')
      await expect(box(page)).toHaveValue('Sum up ')
      await expect(page.getByText('“Tide tables of Quillon” is attached.')).toBeAttached()

      await box(page).pressSequentially('please @')
      await expect(option(page, /^Lamp notes/)).toBeVisible()
      await expect(option(page, /^Tide tables/)).toHaveCount(0)
      await box(page).press('Escape')
      await box(page).press('Backspace')
      desk.api.push(answer([text('High at seven.')]))
      await box(page).press('Enter')
      await expect(page.getByText('High at seven.')).toBeVisible()
      await idle(page)
      const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
      expect(asked).toContain('Sum up please')
      expect(asked).toContain('Attached documents of the library')
      expect(asked).toContain('Tide tables of Quillon')
      expect(asked).not.toContain('Lamp notes')
    })

    test('chooses with the arrows, Tab and the mouse, in the middle of a text too', async ({ page }) => {
      await box(page).fill('Compare with this')
      for (let step = 0; step < 'with this'.length; step++) await box(page).press('ArrowLeft')
      await box(page).pressSequentially('@')
      await expect(option(page, /^Lamp notes/)).toBeVisible()
      await box(page).press('ArrowUp')
      await expect(list(page).getByRole('option', { selected: true })).toContainText('Planner')
      await box(page).press('ArrowDown')
      const first = await list(page).getByRole('option', { selected: true }).innerText()
      await box(page).press('Tab')
      await expect(attached(page).getByRole('listitem')).toHaveCount(1)
      expect(first).toContain((await attached(page).getByRole('listitem').innerText()).trim())
      await expect(box(page)).toBeFocused()
      await box(page).pressSequentially('it ')
      await expect(box(page)).toHaveValue('Compare it with this')
      await box(page).pressSequentially('@lamp')
      // Files are found last, and lift what is above them.
      await expect(option(page, /^lamps\.md/)).toBeVisible()
      await expect(list(page).getByRole('option')).toHaveCount(2)
      await option(page, /^Lamp notes/).click()
      await expect(attached(page)).toContainText('Lamp notes')
      await page.getByRole('button', { name: 'Remove Lamp notes' }).click()
      await expect(attached(page)).not.toContainText('Lamp notes')
    })

    test('chooses the assistant of the conversation', async ({ page }) => {
      await box(page).pressSequentially('@libra')
      await expect(option(page, /^Librarian/)).toBeVisible()
      await box(page).press('Enter')
      await expect(assistant(page)).toContainText('Librarian')
      await expect(box(page)).toHaveValue('')
      await box(page).pressSequentially('@')
      await expect(option(page, /^Researcher/)).toBeVisible()
      await expect(option(page, /^Librarian/)).toHaveCount(0)
      await box(page).fill('Who are you?')
      desk.api.push(answer([text('The one with the books.')]))
      await box(page).press('Enter')
      await expect(page.getByText('Librarian works here from now on')).toBeVisible()
      await idle(page)
    })

    test('stays text after Escape, and where nothing has that name', async ({ page }) => {
      await box(page).pressSequentially('Write to @')
      await expect(list(page)).toBeVisible()
      await box(page).press('Escape')
      await expect(list(page)).toHaveCount(0)
      await box(page).pressSequentially('lamp')
      await expect(messageBox(page)).toHaveValue('Write to @lamp')
      await box(page).pressSequentially(' or keeper@lamp or @nobodyhasthisname')
      await expect(list(page)).toHaveCount(0)
      desk.api.push(answer([text('Written.')]))
      await box(page).press('Enter')
      await expect(page.getByText('Written.')).toBeVisible()
      const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
      expect(asked).toContain('Write to @lamp or keeper@lamp or @nobodyhasthisname')
      expect(asked).not.toContain('Attached documents')
    })

    test('lies over nothing, and under nothing, on a narrow window to which documents are being added', async ({
      page,
    }) => {
      await page.setViewportSize({ width: 420, height: 800 })
      desk.put('broken.pdf', '%PDF-1.7\nnothing that can be read')
      await dropOn(page, 'Add to library', [desk.at('broken.pdf')])
      const panel = page.getByRole('region', { name: 'Adding to the library' })
      await expect(panel).toContainText('failed')
      await box(page).pressSequentially('@')
      await expect(option(page, /^Lamp notes/)).toBeVisible()
      const [below, above] = await Promise.all([panel.boundingBox(), list(page).boundingBox()])
      if (above === null || below === null) throw new Error('The panel or the list is not shown.')
      expect(above.y + above.height).toBeLessThanOrEqual(below.y)
      await box(page).press('Escape')
      await panel.getByRole('button', { name: 'Show the files' }).click()
      await box(page).press('Backspace')
      await box(page).pressSequentially('@')
      for (const offer of await list(page).getByRole('option').all()) await offer.click({ trial: true })
      await panel.getByRole('button', { name: 'Hide', exact: true }).click()
      await box(page).fill('')
    })

    test('shows a list that is accessible', async ({ page }) => {
      await box(page).pressSequentially('@')
      await expect(option(page, /^Lamp notes/)).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).include('.composer').analyze()
      const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
      expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
    })

    test('offers to make a document of a long pasted text, and leaves it as text otherwise', async ({
      page,
    }) => {
      const minutes = `# Minutes of the harbour board\n\n${'The board met and fixed the fees. '.repeat(70)}`
      const attach = page.getByRole('button', { name: 'Add it to the library and attach it' })
      const paste = async () => {
        await box(page).fill(minutes)
        await box(page).press('ControlOrMeta+a')
        await box(page).press('ControlOrMeta+x')
        await box(page).pressSequentially('Sum up: ')
        await box(page).press('ControlOrMeta+v')
        await expect(box(page)).toHaveValue(`Sum up: ${minutes}`)
      }
      await paste()
      await expect(page.getByText('You pasted a long text (2,412 characters).')).toBeVisible()
      await page.getByRole('button', { name: 'Leave it as text' }).click()
      await expect(attach).toHaveCount(0)
      await expect(box(page)).toHaveValue(`Sum up: ${minutes}`)

      await paste()
      await attach.click()
      await expect(attached(page)).toContainText('Minutes of the harbour board')
      await expect(box(page)).toHaveValue('Sum up: ')
      await expect(box(page)).toBeFocused()
      await expect(attach).toHaveCount(0)
      desk.api.push(answer([text('The fees were fixed.')]))
      await box(page).press('Enter')
      await expect(page.getByText('The fees were fixed.')).toBeVisible()
      const asked = JSON.stringify(desk.api.created.at(-1)?.messages)
      expect(asked).toContain('Minutes of the harbour board')
      expect(asked).not.toContain('The board met')
    })
  })
