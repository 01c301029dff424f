import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../../tests/support/make-pdf'
import { makeZip } from '../../../../tests/support/make-zip'
import { extractFile } from './extract'
import { MAX_PDF_BYTES, MAX_TEXT_BYTES } from './limits'
import type { ExtractProgress } from './types'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-extract-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function extract(content: string | Uint8Array, name: string) {
  const path = join(folder, `${made++}`)
  await writeFile(path, content)
  return await extractFile(path, name)
}

/** A file of any size that takes no room on the disk, with a few bytes at its start. */
async function sparseFile(start: string, size: number): Promise<string> {
  const path = join(folder, `${made++}`)
  const file = await open(path, 'w')
  await file.write(start)
  await file.truncate(size)
  await file.close()
  return path
}

describe('a soft hyphen', () => {
  const wordFile = (words: string) =>
    makeZip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    })

  it.each([
    ['text', 'a.txt', 'Ha\u00adfen\u00admeister'],
    ['Markdown', 'a.md', '# Ha\u00adfen\u00admeister\n\nDer Ha\u00adfenmeister'],
    ['Rich Text', 'a.rtf', '{\\rtf1\\ansi Ha\\-fen\\u173?meister}'],
    ['Word', 'a.docx', wordFile('Ha\u00adfen\u00admeister')],
  ])('is no part of its word in %s', async (_what, name, content) => {
    const { text, title } = await extract(content, name)
    expect(text).toContain('Hafenmeister')
    expect(`${title} ${text}`).not.toContain('\u00ad')
  })

  it('stays in source code, which is shown as it is', async () => {
    expect((await extract('const ha\u00adfen = 1\n', 'a.ts')).text).toContain('ha\u00adfen')
  })
})

describe('a PDF', () => {
  it('gives its title, its pages as exact ranges, and its outline as headings', async () => {
    const document = await extract(
      makePdf({
        title: 'Tides – a primer',
        pages: [
          ['1 Spring tides', 'Sun and Moon align.'],
          ['Neap tides', 'They are at right angles.'],
        ],
        outline: [
          { title: 'Spring tides', page: 1 },
          { title: 'Neap tides', page: 2 },
        ],
      }),
      'tides.pdf',
    )
    expect(document.title).toBe('Tides – a primer')
    expect(document.mime).toBe('application/pdf')
    expect(document.pages.map(({ start, end }) => document.text.slice(start, end))).toEqual([
      '1 Spring tides\nSun and Moon align.',
      'Neap tides\nThey are at right angles.',
    ])
    expect(document.headings).toEqual([
      { level: 1, title: 'Spring tides', start: 0 },
      { level: 1, title: 'Neap tides', start: document.pages[1]?.start },
    ])
    expect(document.warnings).toEqual([])
  })

  it('is known by its content, whatever its name', async () => {
    const pdf = makePdf({ pages: [['Inside']] })
    expect((await extract(pdf, 'notes.txt')).text).toBe('Inside')
    expect((await extract(Buffer.concat([Buffer.from('junk before\n'), pdf]), 'x')).text).toBe('Inside')
  })

  it.each(['notes.md', 'notes.txt', 'magic.py', 'notes'])(
    'is not taken for one that only tells of them: %s',
    async (name) => {
      const notes = '# Magic numbers\n\nA PDF begins with %PDF-1.7 and ends with %%EOF.\n'
      expect((await extract(notes, name)).text.trim()).toBe(notes.trim())
    },
  )

  it('with bytes before it is known by its name or by its objects', async () => {
    const late = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), makePdf({ pages: [['Inside']] })])
    expect((await extract(late, 'x')).text).toBe('Inside')
    await expect(extract('junk\n%PDF-1.7\n', 'a.pdf')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('says so when it needs a password', async () => {
    const pdf = makePdf({ pages: [['Secret']], password: 'open sesame' })
    await expect(extract(pdf, 'a.pdf')).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining('locked with a password'),
    })
  })

  it('opens without asking when its password is empty', async () => {
    expect((await extract(makePdf({ pages: [['Open']], password: '' }), 'a.pdf')).text).toBe('Open')
  })

  it.each([
    'Microsoft Word - draft2.docx',
    'about:blank',
    'http://localhost:3000/invoices/17?print=1',
    'Untitled-1',
    'Unbenannt 1',
    'PowerPoint-Präsentation',
    'Dokument1',
  ])('has no title when the metadata only holds what a program wrote: %s', async (title) => {
    expect((await extract(makePdf({ title, pages: [['a']] }), 'a.pdf')).title).toBeNull()
  })

  it.each([
    'About: blank spaces in law',
    'Untitled, a novel',
    'Documents of 1848',
    'Отчёт за год',
    '年次報告',
  ])('keeps a title that only begins like one of a program: %s', async (title) => {
    expect((await extract(makePdf({ title, pages: [['a']] }), 'a.pdf')).title).toBe(title)
  })

  it('is refused as a scan when no page has text', async () => {
    await expect(extract(makePdf({ pages: [[], []] }), 'scan.pdf')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('2 pages of this PDF are pictures'),
    })
  })

  it('that is cut off anywhere is read in part or refused, and never takes the next one down', async () => {
    const whole = makePdf({ pages: Array.from({ length: 8 }, (_, page) => [`Page number ${page}`]) })
    let refused = 0
    for (let cut = 8; cut < whole.length; cut += 97) {
      try {
        expect((await extract(whole.subarray(0, cut), 'cut.pdf')).text).toContain('Page number')
      } catch (error) {
        expect(error).toMatchObject({ name: 'AppError', code: expect.stringMatching(/corrupt|unsupported/) })
        refused++
      }
    }
    expect(refused).toBeGreaterThan(3)
    expect((await extract(whole, 'whole.pdf')).pages).toHaveLength(8)
  })

  it('with bytes overwritten at random ends in text or in an AppError', async () => {
    const whole = makePdf({ pages: [['Some words here'], ['and there']], outline: [{ title: 'x', page: 2 }] })
    let seed = 42
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 60; round++) {
      const damaged = Buffer.from(whole)
      for (let hit = 0; hit < 12; hit++) damaged[20 + random(damaged.length - 20)] = random(256)
      const outcome = await extract(damaged, 'damaged.pdf').catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome.name).toBe('AppError')
    }
  })
})

describe('a file that is not a document', () => {
  it.each([
    ['empty', '', 'empty (0 bytes)'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a picture'],
    ['an archive of other files', makeZip({ 'notes.txt': 'words' }), 'a ZIP archive'],
    ['binary data', Buffer.from([1, 2, 3, 0, 255, 254, 7, 0, 9, 9, 9]), 'not text'],
    ['white space only', ' \n\t\n ', 'no text'],
  ])('is refused in words: %s', async (_what, content, words) => {
    await expect(extract(content, 'file.txt')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining(words),
    })
  })

  it('is refused before it is read when it is over the limit', async () => {
    const pdf = await sparseFile('%PDF-1.7\n', MAX_PDF_BYTES + 1)
    await expect(extractFile(pdf, 'a.pdf')).rejects.toMatchObject({ code: 'too_large' })
    const text = await sparseFile('text', MAX_TEXT_BYTES + 1)
    await expect(extractFile(text, 'a.txt')).rejects.toMatchObject({ code: 'too_large' })
    const twoGigabytes = await sparseFile('%PDF-1.7\n', 2 * 1024 ** 3)
    await expect(extractFile(twoGigabytes, 'a.pdf')).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is refused when it is a folder, a pipe or gone', async () => {
    await expect(extractFile(folder, 'a.txt')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(extractFile(join(folder, 'gone'), 'a.txt')).rejects.toMatchObject({ code: 'not_found' })
    if (process.platform !== 'win32') {
      const pipe = join(folder, 'pipe')
      execFileSync('mkfifo', [pipe])
      await expect(extractFile(pipe, 'a.txt')).rejects.toMatchObject({ code: 'unsupported' })
    }
  })
})

describe('a text', () => {
  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFGrüße, 世界', 'utf8')],
    ['UTF-16 with a mark', Buffer.from('\uFEFFGrüße, 世界', 'utf16le')],
    ['UTF-16, big end first', Buffer.from('\uFEFFGrüße, 世界', 'utf16le').swap16()],
  ])('is decoded from %s', async (_what, bytes) => {
    expect((await extract(bytes, 'a.txt')).text).toBe('Grüße, 世界')
  })

  it('is decoded from UTF-16 without a mark', async () => {
    const text = 'A plain text that an old program wrote.'
    expect((await extract(Buffer.from(text, 'utf16le'), 'a.txt')).text).toBe(text)
  })

  it('is decoded from older encodings', async () => {
    const latin = Buffer.from(
      'Die Größe der Flüsse hängt vom Gefälle ab. Über Höhen und Täler führt der Weg.',
      'latin1',
    )
    expect((await extract(latin, 'a.txt')).text).toContain('Größe der Flüsse hängt vom Gefälle')
    const cyrillic = Buffer.from(
      'ddf2ee20eff0e8ece5f020f2e5eaf1f2e020ede020f0f3f1f1eaeeec20ffe7fbeae52c20eaeef2eef0fbe920e4eeebe6e5ed20e1fbf2fc20f0e0f1efeee7ede0ed',
      'hex',
    )
    expect((await extract(cyrillic, 'a.txt')).text).toContain('пример текста на русском')
  })

  it('is normalized: line ends, composed letters, no NUL, no half of a pair', async () => {
    expect((await extract('a\r\nb\rc cafe\u0301', 'a.txt')).text).toBe('a\nb\nc café')
  })

  it('tells its format by content and name', async () => {
    expect((await extract('# Title\n', 'a.md')).mime).toBe('text/markdown')
    expect((await extract('# not markdown', 'a.sh')).mime).toBe('text/x-source')
    expect((await extract('<!-- x -->\n<!DOCTYPE html><p>hi', 'a.pdf')).mime).toBe('text/html')
    expect((await extract('<div>raw</div>\n\n# Title', 'a.md')).mime).toBe('text/markdown')
  })

  it('reports its stages', async () => {
    const path = join(folder, 'stages.pdf')
    await writeFile(path, makePdf({ pages: Array.from({ length: 45 }, () => ['x']) }))
    const seen: ExtractProgress[] = []
    await extractFile(path, 'stages.pdf', (progress) => seen.push(progress))
    expect(seen.map(({ stage, done, total }) => `${stage} ${done}/${total}`)).toEqual([
      'reading 0/1',
      'extracting 20/45',
      'extracting 40/45',
      'extracting 45/45',
    ])
  })
})
