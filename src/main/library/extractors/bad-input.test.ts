import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extractFile } from './extract'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-bad-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a PDF of these objects (number 1 is the catalog); PDFium finds them without a cross-reference table. */
function pdf(name: string, objects: Readonly<Record<number, string>>): string {
  const body = Object.entries(objects).map(([number, text]) => `${number} 0 obj\n${text}\nendobj\n`)
  return file(name, `%PDF-1.4\n${body.join('')}trailer\n<< /Root 1 0 R >>\n%%EOF\n`)
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const words = 'BT /F1 12 Tf 72 700 Td (Only these words) Tj ET'
const stream = (content: string) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`
const font = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources ${font} /Contents 4 0 R >>`

describe('a PDF', () => {
  it.each([
    [
      'whose page tree holds itself',
      { 1: '<< /Type /Catalog /Pages 2 0 R >>', 2: '<< /Type /Pages /Count 3 /Kids [2 0 R 2 0 R 2 0 R] >>' },
    ],
    [
      'whose page is its own content',
      {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 3 0 R >>',
      },
    ],
    [
      'whose length is the object itself',
      {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
        4: '<< /Length 4 0 R >>\nstream\nBT ET\nendstream',
      },
    ],
  ])('%s ends with one sentence', async (name, objects) => {
    await expect(extractFile(pdf(`${name}.pdf`, objects), `${name}.pdf`)).rejects.toMatchObject({
      name: 'AppError',
      message: expect.stringMatching(/^[A-Z].*\.$/),
    })
  })

  it('whose form draws itself and whose outline is a ring is read once', async () => {
    const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /XObject << /X 5 0 R >> /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Length ${words.length + 6} >>\nstream\n${words} /X Do\nendstream`
    const path = pdf('ring.pdf', {
      1: '<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>',
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: page.replace('/Font', '/XObject << /X 5 0 R >> /Font'),
      4: stream('/X Do'),
      5: form,
      6: '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
      7: '<< /Title (Round) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Dest [3 0 R /Fit] >>',
    })
    const document = await extractFile(path, 'ring.pdf')
    expect(document.text).toContain('Only these words')
    expect(document.text.length).toBeLessThan(1000)
    expect(document.headings.length).toBeLessThan(10)
  })

  it('with scripts, links and files to launch gives its words and nothing else', async () => {
    const script = "app.alert('script'); this.submitForm('http://192.0.2.1/');"
    const path = pdf('script.pdf', {
      1: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${script.replace(/[()]/g, '\\$&')}) >> /AA << /WC << /S /Launch /F (calc.exe) >> >> >>`,
      2: '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      3: page.replace(
        '/Contents',
        '/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (http://192.0.2.1/link) >> >>] /Contents',
      ),
      4: stream(words),
    })
    const document = await extractFile(path, 'script.pdf')
    expect(document.text.trim()).toBe('Only these words')
    expect(document.headings).toEqual([])
  })

  const manyPages = (name: string, count: number) =>
    pdf(name, {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Count ${count} /Kids [${'3 0 R '.repeat(count)}] >>`,
      3: page,
      4: stream(words),
    })

  it('of ten thousand pages is read, each page once', async () => {
    const document = await extractFile(manyPages('pages.pdf', 10_000), 'pages.pdf')
    expect(document.pages).toHaveLength(10_000)
    const last = document.pages.at(-1)
    expect(document.text.slice(last?.start, last?.end).trim()).toBe('Only these words')
  }, 30_000)

  it('that claims more pages than any book is refused with the limit', async () => {
    await expect(extractFile(manyPages('claims.pdf', 20_001), 'claims.pdf')).rejects.toMatchObject({
      code: 'too_large',
      message: 'This PDF claims 20001 pages; the limit is 20000.',
    })
  })
})

describe('a web page', () => {
  it('with a list of hundreds of thousands of points, and fences in its code, is read', async () => {
    const points = Array.from({ length: 200_000 }, (_, n) => `<li>Point ${n}</li>`).join('')
    const path = file(
      'points.html',
      `<html><body><main><p>Words</p><pre>${'``` '.repeat(200_000)}</pre><ul>${points}</ul></main></body></html>`,
    )
    const document = await extractFile(path, 'points.html')
    expect(document.text).toContain('Point 199999')
  }, 60_000)
})

describe('a text', () => {
  it('of one line of 500 MB is refused before it is read', async () => {
    const path = file('line.txt', 'words ')
    truncateSync(path, 500_000_000)
    await expect(extractFile(path, 'line.txt')).rejects.toMatchObject({
      code: 'too_large',
      message: 'This file has 500 MB; the limit is 64 MB.',
    })
  })

  it.each([
    '-rf',
    ' ',
    '%00.txt',
    'a\nb.md',
    '\u202Etxt.exe',
    'ünïcödé 文書.txt',
    '$(id).txt',
    `${'x'.repeat(240)}.txt`,
    "';--.md",
  ])('is read whatever it is called: %j', async (name) => {
    const document = await extractFile(file(name, 'The tide comes in.'), name)
    expect(document.text).toBe('The tide comes in.')
  })
})
