import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  answers,
  ask,
  change,
  documentIs,
  dropOn,
  goTo,
  newChat,
  openApp,
  openConversation,
} from '../support/app-page'
import { setUpHostDesk } from '../support/host-desk'

const desk = setUpHostDesk('for each test')

test('an answer is kept as a note under its question, says what it comes from, and can be undone', async ({
  page,
}) => {
  writeFileSync(join(desk.papers, 'trip.md'), '# Trip to Lisbon\n\nThe tram to the castle leaves at nine.\n')
  await openApp(page, desk.host.url)
  await goTo(page, 'Library')
  await dropOn(page, 'Add to library', [join(desk.papers, 'trip.md')])
  await documentIs(page, 'Trip to Lisbon', 'Ready')
  await newChat(page)
  await ask(page, 'When does the tram leave?')
  await expect(answers(page).last()).toContainText('The tram to the castle leaves at nine.')
  const make = answers(page).last().getByRole('button', { name: 'Make a note of this answer' })
  await make.focus()
  await page.keyboard.press('Enter')
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect(told).toContainText('“When does the tram leave?” is a note now.')
  const made = answers(page).last().getByRole('button', { name: 'Open the note of this answer' })
  await expect(made).toBeFocused()
  await expect(make).toHaveCount(0)
  await told.getByRole('button', { name: 'Open' }).click()
  const note = page.getByRole('article', { name: 'When does the tram leave?', exact: true })
  await expect(note).toContainText('The tram to the castle leaves at nine.')
  await expect(note).toContainText('Trip to Lisbon')
  await page.goBack()
  await made.click()
  await expect(note).toBeVisible()
  await goTo(page, 'Activity')
  await expect(change(page, 'When does the tram leave?')).toHaveCount(1)
  await change(page, 'When does the tram leave?').getByRole('button', { name: 'Undo' }).click()
  await goTo(page, 'Notes')
  await expect(page.getByText('No notes yet')).toBeVisible()
  await openConversation(page, 'When does the tram leave?')
  await expect(make).toBeVisible()
})
