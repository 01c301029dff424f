import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { documentIs, dropOn, goTo, inspector, newChat, openApp, send } from '../support/app-page'
import {
  answer,
  type Script,
  status,
  type Turn,
  text,
  toolResultsOf,
  toolUse,
} from '../support/fake-messages-api'
import { makePdf } from '../support/make-pdf'
import { setUpModelDesk } from '../support/model-desk'
import { highlightsInside, pageImage } from '../support/page-image'
import { freshFolder } from '../support/start-host'

const title = 'Quarry Book'
const words = 'The brass lantern hangs above the quarry door'

/** The model looks for the document's id, has it summed up, and then says so. */
function sumsUp(document: string, asSummary: () => Turn): Script {
  const listed = new RegExp(`${document} \\(([\\w-]+)\\)`, 'u')
  return (request) => {
    if (/^You are given (?:passages|statements)/.test(String(request.system))) return asSummary()
    const told = toolResultsOf(request).map((result) => JSON.stringify(result))[0]
    const id = told === undefined ? undefined : listed.exec(told)?.[1]
    if (id !== undefined) return answer([toolUse('summarize_document', { doc_id: id })])
    return told === undefined ? answer([toolUse('list_documents', {})]) : answer([text('That is all.')])
  }
}

const opens = async (page: Page, line: string | RegExp) => {
  await page.getByRole('button', { name: line }).last().click()
}

test.describe
  .serial('a summary by the model', () => {
    let paper: string
    const desk = setUpModelDesk({
      opens: false,
      work() {
        const papers = realpathSync(freshFolder('papers'))
        paper = join(papers, 'quarry.pdf')
        const pages = [['Nothing on this page.'], ['Some words first.', `${words}.`, 'And some after.']]
        writeFileSync(paper, makePdf({ title, pages }))
        return papers
      },
    })

    test('shows what each statement rests on, and opens the page', async ({ page }) => {
      await openApp(page, desk.host.url)
      await dropOn(page, 'Add to library', [paper])
      await goTo(page, 'Library')
      await documentIs(page, title, 'Ready')
      await goTo(page, 'Chat')
      const gate = Promise.withResolvers<void>()
      desk.api.respond(
        sumsUp(title, () =>
          answer([text('- A lantern of brass hangs over the door [Passage 2].\n- It is old [Passage 9].')], {
            pause: { beforeChunk: 2, until: gate.promise },
          }),
        ),
      )
      await send(page, 'Sum the quarry book up')
      await expect(page.getByText('Summing up a document').last()).toBeVisible()
      gate.resolve()
      await opens(page, /^Summed up “Quarry Book” from 1 passage/)

      const summary = inspector(page).getByRole('list', { name: 'Summary' })
      await expect(summary.getByRole('listitem')).toHaveCount(2)
      await expect(summary).toContainText('A lantern of brass hangs over the door.')
      await expect(inspector(page)).toContainText(
        'Written by fake-model · all 2 passages read · 1 citation left out',
      )
      await expect(summary.getByRole('button', { name: /no passage/ })).toBeVisible()
      await summary.getByRole('button', { name: 'p. 2' }).click()
      const image = pageImage(page, title, 2)
      await expect(image).toBeVisible()
      await expect.poll(() => highlightsInside(page, image)).toBeGreaterThan(0)
    })

    test('of a long document says how far it is, part by part', async ({ page }) => {
      await openApp(page, desk.host.url)
      await newChat(page)
      const long = join(desk.work, 'log.md')
      const day = (n: number) => `Day ${n}: the gauge was read at noon and the water stood low.\n\n`
      writeFileSync(long, Array.from({ length: 1800 }, (_, n) => day(n)).join(''))
      await dropOn(page, 'Add to library', [long])
      await goTo(page, 'Library')
      await documentIs(page, 'log', 'Ready')
      await goTo(page, 'Chat')
      const gate = Promise.withResolvers<void>()
      let parts = 0
      desk.api.respond(
        sumsUp('log', () => {
          const pause = parts++ === 0 ? null : { beforeChunk: 2, until: gate.promise }
          return answer([text('- The water stood low [Passage 3].')], pause === null ? {} : { pause })
        }),
      )
      await send(page, 'Sum the log up')
      const bar = page.getByRole('progressbar', { name: 'Summing up a document' })
      await expect(bar).toBeVisible()
      await expect(page.getByText(/^1 of \d$/)).toBeVisible()
      gate.resolve()
      await opens(page, /^Summed up “log”/)
      await expect(inspector(page).getByRole('list', { name: 'Summary' })).toContainText('stood low')
    })

    test('says when the model could not, and shows the document’s own sentences', async ({ page }) => {
      await openApp(page, desk.host.url)
      await newChat(page)
      desk.api.respond(sumsUp(title, () => status(401, 'authentication_error', 'no')))
      await send(page, 'Sum the quarry book up again')
      await opens(page, /^Summed up “Quarry Book”/)
      await expect(inspector(page)).toContainText('The model’s server did not accept the key')
      await expect(inspector(page)).toContainText('These are sentences of the document itself.')
      await inspector(page)
        .getByRole('button', { name: new RegExp(words) })
        .click()
      await expect(pageImage(page, title, 2)).toBeVisible()
    })

    test.describe('in German', () => {
      test.use({ locale: 'de-DE' })
      test('reads in German', async ({ page }) => {
        await page.goto(desk.host.url)
        await page.getByText('Sum the quarry book up again').first().click()
        await opens(page, /^„Quarry Book“ aus \d+ Stellen? zusammengefasst/)
        await expect(page.getByText('hat den Schlüssel nicht angenommen')).toBeVisible()
      })
    })
  })
