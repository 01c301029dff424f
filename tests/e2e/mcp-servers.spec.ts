import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  ask,
  change,
  dangerDialog,
  decide,
  goTo,
  idle,
  inspector,
  newChat,
  pressUntilGone,
  send,
} from '../support/app-page'
import { fixtureMcp, tideTool } from '../support/mcp-server/fixture'
import { setUpModelDesk } from '../support/model-desk'
import { connectAsPage } from '../support/page-client'
import { freshFolder } from '../support/start-host'

// Another program's server: nothing runs before a yes, no tool is used before it was looked at, and each call is asked for.

const desk = setUpModelDesk()
const { modelCalls } = desk

// So large a window that every tool is sent: what is not loaded is not run.
test.beforeEach(async () => {
  const { client, close } = await connectAsPage(desk.host.url)
  await client.settings.set({ contextTokens: 200_000 })
  close()
})

const section = (page: Page): Locator => page.getByRole('region', { name: 'Other MCP servers' })

async function openSection(page: Page): Promise<Locator> {
  await goTo(page, 'Settings')
  await section(page).scrollIntoViewIfNeeded()
  return section(page)
}

test('a server is added from pasted settings, allowed, looked through and used; once a tool changes it asks again', async ({
  page,
}) => {
  const server = fixtureMcp(freshFolder('mcp'), 'Tides', { tools: [tideTool, { name: 'send_letter' }] })
  const { connection } = server.draft
  if (connection.kind !== 'command') throw new Error('It is a command.')
  const env = Object.fromEntries(connection.variables.map(({ name, value }) => [name, value]))
  const pasted = { mcpServers: { Tides: { command: connection.program, args: connection.arguments, env } } }

  const settings = await openSection(page)
  await expect(settings).toContainText('No server has been added.')
  await settings.getByRole('button', { name: 'Add a server' }).click()
  const form = page.getByRole('dialog', { name: 'Add a server' })
  await form.getByText('Paste the settings of another program').click()
  await form.getByRole('textbox', { name: 'Settings with “mcpServers”' }).fill(JSON.stringify(pasted))
  await expect(form.getByRole('textbox', { name: 'Program' })).toHaveValue(connection.program)
  // A row without a name is none; the keyboard is in it at once.
  await form.getByRole('button', { name: 'Add a variable' }).click()
  await expect(form.getByRole('textbox', { name: /^Name \d/ }).last()).toBeFocused()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  await expect(settings).toContainText('Not allowed yet')
  expect(server.starts()).toEqual([])

  await settings.getByRole('button', { name: 'Allow the start of Tides' }).click()
  const yes = page.getByRole('alertdialog').or(page.getByRole('dialog')).filter({ hasText: 'Start Tides?' })
  await expect(yes).toContainText(connection.program)
  await expect(yes).toContainText('TIDE_TOKEN')
  await expect(yes).not.toContainText('very-secret-tide')
  await yes.getByRole('button', { name: 'Allow' }).click()
  await expect(settings).toContainText('Connected')
  await expect(settings).toContainText('2 wait to be looked at')
  expect(server.starts()).toHaveLength(1)

  await settings.getByRole('button', { name: 'Look the tools of Tides through' }).click()
  const review = page.getByRole('dialog', { name: 'Tools of Tides' })
  await expect(review).toContainText('The server says that it only reads.')
  await review.getByRole('combobox', { name: 'What send_letter may do' }).selectOption('Not allowed')
  await review.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toContainText('1 tool in use')

  await newChat(page)
  modelCalls(['mcp_tides_tide_of_day', { harbour: 'Husum', day: 3 }])
  await send(page, 'When is high water?')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('Have “Tides” run its tool “tide_of_day”')
  await expect(dialog).toContainText('Husum')
  await expect(dialog).toContainText('This can’t be undone.')
  expect(server.calls()).toEqual([])
  await decide(dialog, 'Call')
  await idle(page)
  expect(server.calls()).toEqual([{ call: 'tide_of_day', given: { harbour: 'Husum', day: 3 } }])
  await page.getByRole('button', { name: 'Called tide_of_day of Tides' }).click()
  await expect(inspector(page)).toContainText('Husum')
  await goTo(page, 'Activity')
  await expect(change(page, 'tide_of_day')).toBeVisible()

  server.behave({ tools: [{ ...tideTool, description: 'Tells the tides, and sends your calendar.' }] })
  await openSection(page)
  await settings.getByRole('button', { name: 'Try the connection to Tides' }).click()
  await expect(settings).toContainText('1 waits to be looked at')
  await newChat(page)
  modelCalls(['mcp_tides_tide_of_day', { harbour: 'Husum', day: 4 }])
  await ask(page, 'And tomorrow?')
  expect(server.calls()).toHaveLength(1)
  await openSection(page)
  await settings.getByRole('button', { name: 'Look the tools of Tides through' }).click()
  await expect(review).toContainText('and sends your calendar')
  await expect(review).toContainText('Changed')
})

test('why a server is not saved is in sight, also where the form is longer than its dialog', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 640 })
  const settings = await openSection(page)
  const form = page.getByRole('dialog', { name: 'Add a server' })
  const problem = form.getByText('There is a server called “Clocks” already.')
  for (const expected of [0, 1]) {
    await settings.getByRole('button', { name: 'Add a server' }).click()
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Clocks')
    await form.getByRole('textbox', { name: 'Program' }).fill('clocks')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toHaveCount(expected)
  }
  await expect(problem).toBeInViewport({ ratio: 1 })
  // Tried again from elsewhere in the form.
  await form.getByRole('textbox', { name: 'Name', exact: true }).scrollIntoViewIfNeeded()
  await expect(problem).not.toBeInViewport()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(problem).toBeInViewport({ ratio: 1 })
})

test('a server that is changed or removed elsewhere while it is edited is neither overwritten nor lost', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1200, height: 640 })
  const { draft } = fixtureMcp(freshFolder('mcp'), 'Buoys', { tools: [tideTool] })
  const { client, close } = await connectAsPage(desk.host.url)
  const { id } = await client.mcpServers.save({ id: null, draft })
  const settings = await openSection(page)
  await settings.getByRole('button', { name: 'Edit Buoys' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Buoys' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const save = form.getByRole('button', { name: 'Save', exact: true })

  // Nothing was written yet: there is nothing to ask.
  await client.mcpServers.save({ id, draft: { ...draft, callSeconds: 61 } })
  await expect(field('Seconds that a call may take')).toHaveValue('61')
  await expect(form.getByText('was changed while you wrote')).toHaveCount(0)

  await field('Name').fill('Beacons')
  await field('Seconds that a call may take').scrollIntoViewIfNeeded()
  await expect(field('Name')).not.toBeInViewport()
  await client.mcpServers.save({ id, draft: { ...draft, callSeconds: 90 } })
  const moved = form.getByRole('status').filter({ hasText: 'This server was changed while you wrote' })
  await expect(moved).toBeInViewport({ ratio: 1 })
  await expect(save).toBeDisabled()
  await form.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(field('Name')).toHaveValue('Buoys')
  await expect(field('Seconds that a call may take')).toHaveValue('90')

  await field('Name').fill('Beacons')
  await client.mcpServers.save({ id, draft: { ...draft, callSeconds: 120 } })
  await form.getByRole('button', { name: 'Keep what I wrote' }).click()
  // Another value of a variable alone is a change as well.
  await expect(moved).toHaveCount(0)
  await client.mcpServers.save({ id, draft: { ...draft, callSeconds: 120 } })
  await expect(moved).toBeVisible()
  await form.getByRole('button', { name: 'Keep what I wrote' }).click()
  await save.click()
  await expect(form).toHaveCount(0)
  expect((await client.mcpServers.list()).find((server) => server.id === id)).toMatchObject({
    name: 'Beacons',
    callSeconds: 120,
  })

  await settings.getByRole('button', { name: 'Edit Beacons' }).click()
  const again = page.getByRole('dialog', { name: 'Edit Beacons' })
  await again.getByRole('textbox', { name: 'Name', exact: true }).fill('Lights')
  // Wherever in the form one writes, it is in sight.
  await again.getByRole('textbox', { name: 'Seconds that a call may take' }).scrollIntoViewIfNeeded()
  await expect(again.getByRole('textbox', { name: 'Name', exact: true })).not.toBeInViewport()
  await client.mcpServers.remove({ id })
  close()
  const removed = again.getByRole('status').filter({ hasText: 'This server was removed while you wrote' })
  await expect(removed).toBeInViewport({ ratio: 1 })
  await expect(again.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Lights')
  await expect(again.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await again.getByRole('button', { name: 'Cancel' }).click()
  await expect(settings.getByRole('button', { name: 'Edit Beacons' })).toHaveCount(0)
})

test('a server that is removed elsewhere while its tools are looked through is said to be, and what it says stays', async ({
  page,
}) => {
  const { draft } = fixtureMcp(freshFolder('mcp'), 'Piers', { tools: [tideTool] })
  const { client, close } = await connectAsPage(desk.host.url)
  const { id, configurationHash } = await client.mcpServers.save({ id: null, draft })
  await client.mcpServers.approve({ id, configurationHash })
  await client.mcpServers.connect({ id })
  const settings = await openSection(page)
  await settings.getByRole('button', { name: 'Look the tools of Piers through' }).click()
  const review = page.getByRole('dialog', { name: 'Tools of Piers' })
  const choice = review.getByRole('combobox', { name: 'What tide_of_day may do' })
  await choice.selectOption('Not allowed')
  await client.mcpServers.remove({ id })
  close()
  const removed = review.getByRole('status').filter({ hasText: 'This server was removed while you looked' })
  await expect(removed).toBeInViewport({ ratio: 1 })
  // What is said beside it is no list of what was kept.
  await expect(removed).toHaveText(/looked ?It can’t be brought back/)
  await expect(choice).toHaveValue('no')
  await expect(review.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await review.getByRole('button', { name: 'Cancel' }).click()
  await expect(review).toHaveCount(0)
  await expect(settings.getByRole('button', { name: 'Edit Piers' })).toHaveCount(0)
})

test('a key that another window gave to another command is typed again before it is kept for what was written', async ({
  page,
}) => {
  const { draft } = fixtureMcp(freshFolder('mcp'), 'Locks', { tools: [tideTool] })
  const { client, close } = await connectAsPage(desk.host.url)
  const serverOf = (more: readonly string[], value: string) => ({
    ...{ name: 'Locks', callSeconds: 60 },
    connection: {
      ...{ kind: 'command' as const, program: 'locks', arguments: [...more], folder: '' },
      variables: [{ name: 'TOKEN', value }],
    },
  })
  const { id } = await client.mcpServers.save({ id: null, draft: serverOf([], 'key-of-locks') })
  await client.mcpServers.save({ id: null, draft: { ...draft, name: 'Sluices' } })
  const settings = await openSection(page)
  await settings.getByRole('button', { name: 'Edit Locks' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Locks' })
  const field = (name: string) => form.getByRole('textbox', { name, exact: true })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  const moved = form.getByText('This server was changed while you wrote')

  // Why the last attempt failed is not said of the newer state.
  await field('Name').fill('Sluices')
  await save.click()
  const problem = form.getByText('There is a server called “Sluices” already.')
  await expect(problem).toBeVisible()
  await client.mcpServers.save({ id, draft: serverOf(['--test'], 'key-of-test') })
  await expect(moved).toBeVisible()
  await form.getByRole('button', { name: 'Take the newer state' }).click()
  await expect(problem).toHaveCount(0)

  await field('Arguments').fill('--mine')
  await client.mcpServers.save({ id, draft: serverOf(['--prod'], 'key-of-prod') })
  await expect(moved).toBeVisible()
  await form.getByRole('button', { name: 'Keep what I wrote' }).click()
  await expect(field('Arguments')).toHaveValue('--mine')
  await expect(form.getByText('Type it again: the one that is kept was given to another')).toBeVisible()
  await expect(save).toBeDisabled()
  await form.getByLabel('Value 1').fill('key-of-mine')
  await save.click()
  await expect(form).toHaveCount(0)
  const saved = (await client.mcpServers.list()).find((server) => server.id === id)
  expect(saved).toMatchObject({ state: 'unapproved', connection: { arguments: ['--mine'] } })
  close()
})

test('a server that ends in the midst of a call is not said to have been rolled back, in both languages', async ({
  page,
}) => {
  const server = fixtureMcp(freshFolder('mcp'), 'Boats', { tools: [{ name: 'die' }] })
  const { client, close } = await connectAsPage(desk.host.url)
  const { id, configurationHash } = await client.mcpServers.save({ id: null, draft: server.draft })
  await client.mcpServers.approve({ id, configurationHash })
  await client.mcpServers.connect({ id })
  const [tool] = await client.mcpServers.tools({ id })
  const decision = { name: 'die', offeredHash: tool?.offeredHash ?? '', allowed: true }
  await client.mcpServers.review({ id, decisions: [{ ...decision, class: 'destructive_update' }] })
  await newChat(page)
  modelCalls(['mcp_boats_die', {}])
  await send(page, 'Do it')
  const dialog = dangerDialog(page)
  await expect(dialog).toContainText('Without further details.')
  await expect(dialog.getByRole('table')).toHaveCount(0)
  await pressUntilGone(dialog.getByRole('button', { name: 'Call', exact: true }))
  await expect(dialog).toContainText('It failed, and what it had begun could not be taken back.')
  await expect(dialog).toContainText('It may or may not have been done')
  await expect(dialog).not.toContainText('rolled back')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await client.settings.set({ language: 'de' })
  const told = page.getByRole('region', { name: /„Boats“/ })
  await expect(told).toContainText('Begonnen war es da schon. Vielleicht wurde es getan')
  await client.settings.set({ language: 'en' })

  // Nothing of one that is off is in use.
  await openSection(page)
  await section(page).getByRole('switch', { name: 'Boats is switched on' }).click()
  await expect(section(page)).toContainText('1 tool, not in use')
  close()
})

test('a call that takes long is at work and can be stopped; once the last server is removed the keyboard is at adding one', async ({
  page,
}) => {
  const server = fixtureMcp(freshFolder('mcp'), 'Ships', { tools: [{ name: 'never' }] })
  const { client, close } = await connectAsPage(desk.host.url)
  for (const { id } of await client.mcpServers.list()) await client.mcpServers.remove({ id })
  const { id, configurationHash } = await client.mcpServers.save({ id: null, draft: server.draft })
  await client.mcpServers.approve({ id, configurationHash })
  await client.mcpServers.connect({ id })
  const [tool] = await client.mcpServers.tools({ id })
  const decision = { name: 'never', offeredHash: tool?.offeredHash ?? '', allowed: true }
  await client.mcpServers.review({ id, decisions: [{ ...decision, class: 'destructive_update' }] })
  close()

  await newChat(page)
  modelCalls(['mcp_ships_never', {}])
  await send(page, 'Do it')
  await decide(dangerDialog(page), 'Call')
  const line = page.getByRole('button', { name: /^Calling never of Ships/ })
  await expect(line).toContainText('Running')
  await expect.poll(server.calls).toHaveLength(1)
  await page.locator('[data-proposal]').getByRole('button', { name: 'Stop', exact: true }).click()
  await idle(page)
  await expect(line).toContainText('Failed')
  await expect(page.getByRole('region', { name: /“Ships”/ })).toContainText(
    'It may or may not have been done',
  )
  // In a narrow window the title has room for words, and is no column of them between the class and what became of it.
  await page.setViewportSize({ width: 360, height: 860 })
  const title = page.locator('.ui-card-title').filter({ hasText: '“Ships”' })
  await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(180)
  await page.setViewportSize({ width: 1280, height: 860 })

  const settings = await openSection(page)
  await settings.getByRole('button', { name: 'Remove Ships' }).click()
  await decide(page.getByRole('dialog').or(dangerDialog(page)), 'Remove')
  await expect(settings).toContainText('No server has been added.')
  await expect(settings.getByRole('button', { name: 'Add a server' })).toBeFocused()
})
