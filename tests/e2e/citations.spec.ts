import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import {
  answers,
  approveCard,
  ask,
  documentIs,
  dropOn,
  goTo,
  idle,
  inspector,
  messageBox,
  send,
} from '../support/app-page'
import { answer, text, toolUse } from '../support/fake-messages-api'
import { makePdf, PDF_LAYOUT } from '../support/make-pdf'
import { makeZip } from '../support/make-zip'
import { setUpModelDesk } from '../support/model-desk'
import { highlightsInside, pageImage } from '../support/page-image'
import { freshFolder } from '../support/start-host'

const filler = (topic: string): string[] =>
  Array.from(
    { length: 60 },
    (_, n) => `Remark ${n + 1} on ${topic}, which says nothing of note about it at all.`,
  )

const quotes = {
  pdf: 'The brass lantern hangs above the quarry door',
  docx: 'The copper kettle was mended by a tinker from Brill',
  epub: 'The velvet curtain hid a narrow winding stair',
  html: 'The marble fountain ran dry in the second summer',
} as const
type Format = keyof typeof quotes
const titles: Readonly<Record<Format, string>> = {
  pdf: 'Quarry Book',
  docx: 'Kettle Letter',
  epub: 'Curtain Tale',
  html: 'Fountain Page',
}

function writeDocuments(folder: string): string[] {
  const words = (value: string) => `<w:p><w:r><w:t xml:space="preserve">${value}</w:t></w:r></w:p>`
  const relationships = (type: string, target: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
  const paragraphs = (lines: readonly string[]) => lines.map((line) => `<p>${line}</p>`).join('\n')
  const chapter = (title: string, lines: readonly string[]) =>
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><h1>${title}</h1>${paragraphs(lines)}</body></html>`
  const files: Readonly<Record<Format, string | Uint8Array>> = {
    pdf: makePdf({
      title: titles.pdf,
      pages: [['Nothing on this page.'], ['Some words first.', `${quotes.pdf}.`, 'And some after.']],
      outline: [
        { title: 'Beginning', page: 1 },
        { title: 'The door', page: 2 },
      ],
    }),
    docx: makeZip({
      '[Content_Types].xml':
        '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels': relationships('officeDocument', 'word/document.xml'),
      'word/document.xml': `<w:document xmlns:w="w"><w:body>${[...filler('pots'), `${quotes.docx}.`, ...filler('pans')].map(words).join('')}</w:body></w:document>`,
    }),
    epub: makeZip([
      { name: 'mimetype', content: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        content:
          '<container><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      },
      {
        name: 'book.opf',
        content: `<package xmlns:dc="d"><metadata><dc:title>${titles.epub}</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
      },
      { name: 'a.xhtml', content: chapter('The house', filler('houses')) },
      { name: 'b.xhtml', content: chapter('The stair', [...filler('stairs'), `${quotes.epub}.`]) },
    ]),
    html: `<!doctype html><html lang="en"><head><title>${titles.html}</title></head><body><main><h1>${titles.html}</h1>${paragraphs(filler('gardens'))}<p>${quotes.html}. See <a href="https://example.com/deep/page?x=1">the plan</a>.</p><img src="https://example.com/pixel.png" alt="A plan">${paragraphs(filler('wells'))}</main></body></html>`,
  }
  return Object.entries(files).map(([format, content]) => {
    const path = join(folder, `${titles[format as Format]}.${format}`)
    writeFileSync(path, content)
    return path
  })
}

/** Where the mark lies on the picture of a page, in points from its left and top. */
async function markedPlace(page: Page, image: Locator) {
  const frame = await image.boundingBox()
  const mark = await inspector(page).locator('.page-mark').boundingBox()
  if (frame === null || mark === null) throw new Error('Nothing is marked.')
  const points = PDF_LAYOUT.width / frame.width
  const top = (mark.y - frame.y) * points
  return { left: (mark.x - frame.x) * points, top, bottom: top + mark.height * points }
}

/** All that is marked in the open document, without white space. */
function marked(page: Page): Promise<string> {
  return inspector(page)
    .locator('mark')
    .allTextContents()
    .then((parts) => parts.join('').replace(/\s+/g, ' '))
}

test.describe
  .serial('a citation, from the answer to the words', () => {
    let paths: string[]
    const desk = setUpModelDesk({
      work() {
        const papers = realpathSync(freshFolder('papers'))
        paths = writeDocuments(papers)
        return papers
      },
    })

    const chip = (page: Page, title: string): Locator =>
      answers(page)
        .last()
        .getByRole('button', { name: new RegExp(`^${title}`) })
    const search = (words: string) => answer([toolUse('search_library', { query: words })])

    test('leads to the highlighted words on the page of a PDF', async ({ page }) => {
      await dropOn(page, 'Add to library', paths)
      await goTo(page, 'Library')
      for (const title of Object.values(titles)) await documentIs(page, title, 'Ready')
      await goTo(page, 'Chat')
      desk.api.push(search(quotes.pdf), answer([text(`It says “${quotes.pdf}” [${titles.pdf}, p. 2].`)]))
      await ask(page, 'Where is the lantern?')
      await chip(page, titles.pdf).click()
      const image = pageImage(page, titles.pdf, 2)
      await expect(image).toBeVisible()
      await expect.poll(() => highlightsInside(page, image)).toBe(1)
      const { left, top, bottom } = await markedPlace(page, image)
      // The words stand in the second line of the page.
      const line = PDF_LAYOUT.height - (PDF_LAYOUT.top - PDF_LAYOUT.leading)
      expect(Math.abs(left - PDF_LAYOUT.left)).toBeLessThan(3)
      expect(top).toBeGreaterThan(line - PDF_LAYOUT.leading)
      expect(top).toBeLessThan(line - PDF_LAYOUT.fontSize / 2)
      expect(bottom).toBeGreaterThan(line - 1)
      expect(bottom).toBeLessThan(line + PDF_LAYOUT.leading / 2)

      await inspector(page).getByRole('button', { name: 'Smaller' }).click()
      const fitted = (await image.boundingBox())?.width ?? 0
      await inspector(page).getByRole('button', { name: 'Fit width' }).click()
      await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(fitted)
    })

    for (const format of ['docx', 'epub', 'html'] as const) {
      test(`leads to the marked words in the text of ${format}`, async ({ page }) => {
        const asked: string[] = []
        page.on('request', (request) => asked.push(request.url()))
        desk.api.push(
          search(quotes[format]),
          answer([text(`It says “${quotes[format]}” [${titles[format]}].`)]),
        )
        await ask(page, `What of ${format}?`)
        await chip(page, titles[format]).click()
        const mark = inspector(page).locator('mark').first()
        await expect(mark).toBeInViewport()
        expect(await marked(page)).toBe(quotes[format])
        if (format === 'docx') {
          await page.keyboard.press('Control+f')
          const words = inspector(page).getByRole('textbox', { name: 'Words to look for' })
          await expect(words).toBeFocused()
          await page.keyboard.press('Escape')
          await expect(words).toHaveCount(0)
          await page.keyboard.press('Escape')
          await expect(inspector(page)).toHaveCount(0)
          await expect(chip(page, titles[format])).toBeFocused()
          // Back in the conversation, it is searched.
          await page.keyboard.press('Enter')
          await expect(mark).toBeInViewport()
          await messageBox(page).click()
          await page.keyboard.press('Control+f')
          await expect(page.getByRole('search').getByRole('textbox', { name: 'Find' })).toBeFocused()
          await page.keyboard.press('Escape')
        }
        await inspector(page).getByRole('button', { name: 'Ask about this document' }).click()
        await expect(page.getByRole('note')).toContainText(`Only in ${titles[format]}`)
        expect(
          asked.filter(
            (url) => !url.startsWith(new URL(desk.host.url).origin) && !/^(?:data|blob|ws):/.test(url),
          ),
        ).toEqual([])
      })
    }

    test('that is made up is marked as not verified, and says why', async ({ page }) => {
      desk.api.push(
        search(quotes.html),
        answer([
          text(`It says “The fountain was never dry at all” [${titles.html}]. So does [Secret Plan, p. 7].`),
        ]),
      )
      await ask(page, 'What else?')
      await expect(chip(page, titles.html)).toHaveAccessibleName(/quoted words were not found in the passage/)
      const invented = chip(page, 'Secret Plan')
      await expect(invented).toHaveAccessibleName(/was given no such passage/)
      await invented.hover()
      await expect(page.getByRole('tooltip')).toContainText('was given no such passage')
    })

    test('asks with the full address before a link leaves', async ({ page }) => {
      await goTo(page, 'Library')
      await page.getByRole('grid', { name: 'Documents' }).getByText(titles.html).first().click()
      await inspector(page).getByRole('button', { name: 'Search in this document' }).click()
      await inspector(page).getByRole('textbox', { name: 'Words to look for' }).fill('MARBLE  fountain')
      await expect(inspector(page).getByText('1 match')).toBeVisible()
      await inspector(page)
        .getByRole('button', { name: /marble fountain/i })
        .click()
      await expect.poll(() => marked(page)).toBe('marble fountain')
      await inspector(page).getByRole('link', { name: 'the plan' }).click()
      await expect(page.getByRole('dialog')).toContainText('https://example.com/deep/page?x=1')
    })

    test('an outline leads to a heading, and one can ask about the document', async ({ page }) => {
      await goTo(page, 'Library')
      await page.getByRole('grid', { name: 'Documents' }).getByText(titles.epub).first().click()
      await inspector(page).getByRole('button', { name: 'Outline' }).click()
      await inspector(page)
        .getByRole('navigation', { name: 'Outline' })
        .getByRole('button', { name: 'The stair' })
        .click()
      await expect(inspector(page).locator('mark').first()).toBeInViewport()
      expect(await marked(page)).toBe('The stair')
      await inspector(page).getByRole('button', { name: 'Ask about this document' }).click()
      await expect(messageBox(page)).toBeVisible()
      await expect(page.getByRole('note')).toContainText(`Only in ${titles.epub}`)
    })

    test('says that the file has changed, adds the new version, and says when it is gone', async ({
      page,
    }) => {
      const path = desk.at('Ferry Times.md')
      const open = () =>
        page.getByRole('grid', { name: 'Documents' }).getByText('Ferry Times').first().click()
      writeFileSync(path, '# Ferry Times\n\nIt leaves at noon.\n')
      desk.api.push(answer([toolUse('add_document', { source: path })]), answer([text('Added.')]))
      await send(page, 'Add the times')
      await approveCard(page, 'Ferry Times')
      await idle(page)
      await goTo(page, 'Library')
      await documentIs(page, 'Ferry Times', 'Ready')
      await open()
      await expect(inspector(page).getByText('It leaves at noon.')).toBeVisible()

      writeFileSync(path, '# Ferry Times\n\nIt leaves at four.\n')
      await goTo(page, 'Chat')
      await goTo(page, 'Library')
      await open()
      await expect(inspector(page).getByText('The file has changed since it was added')).toBeVisible()
      await expect(inspector(page).getByText('It leaves at noon.')).toBeVisible()
      await inspector(page).getByRole('button', { name: 'Add the new version' }).click()
      await expect(inspector(page).getByText('It leaves at four.')).toBeVisible()
      await expect(inspector(page).getByText('The file has changed since it was added')).toHaveCount(0)
      await expect(page.getByRole('region', { name: 'Adding to the library' })).toContainText('New version')
      await expect(page.getByRole('grid', { name: 'Documents' }).getByText('Ferry Times')).toHaveCount(1)

      rmSync(path)
      await goTo(page, 'Chat')
      await goTo(page, 'Library')
      await open()
      await expect(inspector(page).getByText('is not available')).toBeVisible()
    })
  })
