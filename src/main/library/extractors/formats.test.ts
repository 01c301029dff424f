import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeZip, type ZipPart } from '../../../../tests/support/make-zip'
import { chunkText } from '../chunking/chunk'
import { extractFile } from './extract'
import type { ExtractedDocument } from './types'

let folder: string
let made = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-formats-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function extract(content: string | Uint8Array, name: string): Promise<ExtractedDocument> {
  const path = join(folder, `${made++}`)
  await writeFile(path, content)
  const document = await extractFile(path, name)
  for (const { title, start, level } of document.headings) {
    const line = document.text.slice(start).split('\n', 1)[0]
    expect(line).toBe(`${'#'.repeat(level)} ${title}`)
  }
  for (const chunk of chunkText(document))
    expect(document.text.slice(chunk.start, chunk.end).trim()).not.toBe('')
  return document
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const relationship = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`
const relationships = (...all: string[]) => `${declaration}<Relationships>${all.join('')}</Relationships>`

function docx(body: string, more: Record<string, string> = {}): Buffer {
  return makeZip({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships(relationship('r1', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `${declaration}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string, properties = '') =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`

describe('a Word document', () => {
  const styles = `<w:styles>
    <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
    <w:style w:type="paragraph" w:styleId="V1"><w:name w:val="toc 1"/></w:style>
  </w:styles>`
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>
    <w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>`
  const item = (text: string, level: number) =>
    paragraph(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="3"/></w:numPr>`)

  it('keeps headings by style, lists, tables with merged cells, code, notes and whole links', async () => {
    const cell = (text: string, properties = '') =>
      `<w:tc><w:tcPr>${properties}</w:tcPr>${paragraph(text)}</w:tc>`
    const document = await extract(
      docx(
        [
          paragraph('Inhalt 1', '<w:pStyle w:val="V1"/>'),
          paragraph('Gezeiten', '<w:pStyle w:val="Kapitel"/>'),
          `<w:p>${run('Der Mond')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' zieht; ')}<w:hyperlink r:id="l1">${run('mehr')}</w:hyperlink></w:p>`,
          item('Erstens', 0),
          item('Unterpunkt', 1),
          item('Zweitens', 0),
          `<w:tbl><w:tr>${cell('Hafen', '<w:gridSpan w:val="2"/>')}${cell('Hub')}</w:tr><w:tr>${cell('Brest')}${cell('FR|West')}${cell('6 m')}</w:tr></w:tbl>`,
          paragraph('let a = 1', '<w:pStyle w:val="Code"/>'),
          paragraph('  a++', '<w:pStyle w:val="Code"/>'),
        ].join(''),
        {
          'word/_rels/document.xml.rels': relationships(
            relationship('r1', 'styles', 'styles.xml'),
            relationship('r2', 'numbering', 'numbering.xml'),
            relationship('r3', 'footnotes', 'footnotes.xml'),
            relationship('l1', 'hyperlink', 'https://example.org/tides', ' TargetMode="External"'),
          ),
          'word/styles.xml': styles,
          'word/numbering.xml': numbering,
          'word/footnotes.xml': `<w:footnotes><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote><w:footnote w:id="2">${paragraph('Newton 1687')}</w:footnote></w:footnotes>`,
          'docProps/core.xml':
            '<cp:coreProperties><dc:title>Über Gezeiten</dc:title><dc:language>de-DE</dc:language></cp:coreProperties>',
        },
      ),
      'report.docx',
    )
    expect(document).toMatchObject({ title: 'Über Gezeiten', language: 'de-DE' })
    expect(document.text).toBe(
      [
        '# Gezeiten',
        'Der Mond[1] zieht; [mehr](https://example.org/tides)',
        '1. Erstens\n   - Unterpunkt\n2. Zweitens',
        '| Hafen |  | Hub |\n| --- | --- | --- |\n| Brest | FR\\|West | 6 m |',
        '```\nlet a = 1\n  a++\n```',
        '[1] Newton 1687',
      ].join('\n\n'),
    )
  })

  it('reads the text as it stands: without deletions, field codes and doubled fallbacks', async () => {
    const document = await extract(
      docx(
        `<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins>${run('kept')}</w:ins>
        <w:r><w:instrText>PAGE secret</w:instrText></w:r>
        <mc:AlternateContent><mc:Choice>${run(' box')}</mc:Choice><mc:Fallback>${run(' box')}</mc:Fallback></mc:AlternateContent></w:p>`,
      ),
      'a.docx',
    )
    expect(document.text).toBe('kept box')
  })

  it('never resolves entities or outside parts', async () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
    const document = await extract(
      makeZip({
        '[Content_Types].xml': 'wordprocessingml',
        'word/document.xml': `${bomb}<w:document><w:body>${paragraph('&b;&f; words')}</w:body></w:document>`,
        'word/_rels/document.xml.rels': relationships(
          relationship('r1', 'styles', 'https://evil.example/styles.xml', ' TargetMode="External"'),
        ),
      }),
      'a.docx',
    )
    expect(document.text).toContain('words')
    expect(document.text).not.toMatch(/aaaaaaaaaa|root:/)
  })

  it('is told from its content, whatever its name', async () => {
    expect((await extract(docx(paragraph('words')), 'letter.pdf')).mime).toMatch(/wordprocessingml/)
  })

  it('says in words that its text is missing', async () => {
    const damaged = makeZip({ '[Content_Types].xml': 'wordprocessingml' })
    await expect(extract(damaged, 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
  })
})

describe('a presentation', () => {
  const shape = (kind: string, ...lines: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr>${kind === '' ? '' : `<p:ph type="${kind}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`
  const slide = (content: string) => `<p:sld><p:cSld><p:spTree>${content}</p:spTree></p:cSld></p:sld>`

  it('has a page for each slide in the order of the presentation, with titles and notes', async () => {
    const document = await extract(
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId id="257" r:id="rB"/><p:sldId id="256" r:id="rA"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationships(
          relationship('rA', 'slide', 'slides/slide1.xml'),
          relationship('rB', 'slide', 'slides/slide2.xml'),
        ),
        'ppt/slides/slide1.xml': slide(
          shape('body', 'Sun', 'Moon') + shape('title', 'Causes') + shape('sldNum', '2'),
        ),
        'ppt/slides/slide2.xml': slide(shape('ctrTitle', 'Tides')),
        'ppt/slides/_rels/slide1.xml.rels': relationships(
          relationship('n', 'notesSlide', '../notesSlides/notes1.xml'),
        ),
        'ppt/notesSlides/notes1.xml': slide(shape('body', 'Say it slowly.') + shape('sldImg', '')),
      }),
      'talk.pptx',
    )
    expect(document.title).toBe('Tides')
    expect(document.pages.map(({ page, start, end }) => [page, document.text.slice(start, end)])).toEqual([
      [1, '# Tides'],
      [2, '# Causes\n\n- Sun\n- Moon\n\n> Say it slowly.'],
    ])
  })
})

describe('a workbook', () => {
  it('shows values as people see them, a section for each sheet', async () => {
    const document = await extract(
      makeZip({
        '[Content_Types].xml': 'spreadsheetml',
        'xl/workbook.xml':
          '<workbook><sheets><sheet name="Harbours" r:id="r1"/><sheet name="Empty" r:id="r2"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relationships(
          relationship('r1', 'worksheet', 'worksheets/sheet1.xml'),
          relationship('r2', 'worksheet', 'worksheets/sheet2.xml'),
          relationship('r3', 'sharedStrings', 'sharedStrings.xml'),
          relationship('r4', 'styles', 'styles.xml'),
        ),
        'xl/sharedStrings.xml':
          '<sst><si><t>Port</t></si><si><r><t>Bre</t></r><r><t>st</t></r><rPh><t>x</t></rPh></si></sst>',
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/></numFmts>
          <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
          <row><c r="C1" t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>Day</t></is></c><c r="E1"/><c r="G1" t="str"><v>Share</v></c></row>
          <row><c r="C2" t="s"><v>1</v></c><c r="D2" s="1"><v>45352</v></c><c r="G2" s="2"><v>0.125</v></c></row>
          <row><c r="C3" t="b"><v>1</v></c><c r="D3" s="3"><v>45352.75</v></c><c r="G3"><v>0.1</v></c></row>
          </sheetData></worksheet>`,
        'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
      }),
      'ports.xlsx',
    )
    expect(document.text).toBe(
      [
        '# Harbours\n',
        '| Port | Day | Share |',
        '| --- | --- | --- |',
        '| Brest | 2024-03-01 | 12.5 % |',
        '| TRUE | 2024-03-01 18:00 | 0.1 |',
      ].join('\n'),
    )
  })
})

describe('OpenDocument', () => {
  const content = (body: string) =>
    `<office:document-content><office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/></text:list-style></office:automatic-styles><office:body>${body}</office:body></office:document-content>`

  it('text keeps headings, lists, notes, spaces and not what was deleted', async () => {
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': content(
          `<office:text><text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
          <text:h text:outline-level="2">Causes</text:h>
          <text:p>The <text:span>Moon</text:span><text:s text:c="2"/>pulls<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Newton</text:p></text:note-body></text:note>.</text:p>
          <text:list text:style-name="L1"><text:list-item><text:p>One</text:p><text:list><text:list-item><text:p>Below</text:p></text:list-item></text:list></text:list-item></text:list></office:text>`,
        ),
        'meta.xml': '<office:meta><dc:title>Tides</dc:title></office:meta>',
      }),
      'a.odt',
    )
    expect(document.title).toBe('Tides')
    expect(document.text).toBe('## Causes\n\nThe Moon  pulls[1].\n\n1. One\n   1. Below\n\n[1] Newton')
  })

  it('sheets survive cells and rows that are repeated billions of times', async () => {
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': content(
          `<office:spreadsheet><table:table table:name="Sheet"><table:table-row><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell><table:table-cell table:number-columns-repeated="999999999"/></table:table-row>
          <table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:spreadsheet>`,
        ),
      }),
      'a.ods',
    )
    expect(document.text).toBe('# Sheet\n\n| x | x |\n| --- | --- |')
  })

  it('that is protected by a password is refused in words', async () => {
    const protectedFile = makeZip({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'META-INF/manifest.xml': '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
      'content.xml': 'x',
    })
    await expect(extract(protectedFile, 'a.odt')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('password'),
    })
  })
})

describe('an e-book', () => {
  const container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
  const chapter = (title: string) =>
    `<html><head><title>x</title></head><body><h1>${title}</h1><p>Words of ${title}.</p></body></html>`

  it('is read in its reading order', async () => {
    const document = await extract(
      makeZip({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml': container,
        'OPS/book.opf': `<package><metadata><dc:title>Sea</dc:title><dc:language>en</dc:language></metadata>
          <manifest><item id="a" href="text/a%20b.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>
          <spine><itemref idref="b"/><itemref idref="a"/><itemref idref="missing"/></spine></package>`,
        'OPS/text/a b.xhtml': chapter('Second'),
        'OPS/b.xhtml': chapter('First'),
      }),
      'sea.epub',
    )
    expect(document).toMatchObject({ title: 'Sea', language: 'en' })
    expect(document.text).toBe('# First\n\nWords of First.\n\n# Second\n\nWords of Second.')
  })

  it('without a reading order is read in the order of its names', async () => {
    const document = await extract(
      makeZip({ 'META-INF/container.xml': container, 'b.xhtml': chapter('B'), 'a.xhtml': chapter('A') }),
      'sea.epub',
    )
    expect(document.headings.map(({ title }) => title)).toEqual(['A', 'B'])
  })

  it('that is protected against copying is refused; obfuscated fonts alone are none of that', async () => {
    const book = (encryption: string) =>
      makeZip({
        'META-INF/container.xml': container,
        'a.xhtml': chapter('A'),
        'META-INF/encryption.xml': encryption,
      })
    const fonts = '<enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>'
    await expect(extract(book(fonts), 'a.epub')).resolves.toBeDefined()
    await expect(
      extract(book(`${fonts}<enc:EncryptionMethod Algorithm="aes"/>`), 'a.epub'),
    ).rejects.toMatchObject({
      code: 'unsupported',
    })
  })
})

describe('Rich Text', () => {
  it('keeps headings by style, tables, notes and letters of any code page', async () => {
    const document = await extract(
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\stylesheet{\s0 Normal;}{\s5\outlinelevel0 heading 1;}}{\info{\title Sea \'e9tude}}
\pard\s5 Tides\par\pard na\'efve \u8364\'80 {\f1\'cc\'ee\'f0\'e5}{\*\unknown secret}{\footnote A note}\par
\trowd\intbl Port\cell Range\cell\row\trowd\intbl Brest\cell 6 m\cell\row\pard After\bin5 }}}}}.{\pict ffff}\par}`,
      'a.txt',
    )
    expect(document).toMatchObject({ mime: 'application/rtf', title: 'Sea étude' })
    expect(document.text).toBe(
      '# Tides\n\nnaïve € Море[1]\n\n| Port | Range |\n| --- | --- |\n| Brest | 6 m |\n\nAfter.\n\n[1] A note',
    )
  })

  it('survives groups that never end and never began', async () => {
    expect((await extract(`{\\rtf1 words${'{'.repeat(50_000)} more`, 'a.rtf')).text).toContain('more')
    expect((await extract('{\\rtf1 words}}}}} more', 'a.rtf')).text).toContain('words')
  })
})

const message = (subject: string, body: string) =>
  `Message-ID: <1@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: bob@example.org\r\nDate: Fri, 01 Mar 2024 12:00:00 +0100\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`

describe('e-mail', () => {
  it('tells who wrote what to whom and when, and what was attached', async () => {
    const mail = [
      'MIME-Version: 1.0\r\nFrom: =?utf-8?q?J=C3=BCrgen?= <j@example.org>\r\nTo: a@example.org, b@example.org\r\nSubject: =?utf-8?B?R2V6ZWl0ZW4=?=\r\nContent-Type: multipart/mixed; boundary=x\r\n',
      '--x\r\nContent-Type: text/html\r\n\r\n<p>The <b>tide</b>.</p><img src="https://tracker.example/p.gif"><script>no()</script>',
      '--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="table.pdf"\r\n\r\n12345',
      '--x--',
    ].join('\r\n')
    const document = await extract(mail, 'mail.eml')
    expect(document).toMatchObject({ title: 'Gezeiten', mime: 'message/rfc822' })
    expect(document.text).toContain(
      'From: Jürgen <j@example.org>\nTo: a@example.org, b@example.org\nSubject: Gezeiten',
    )
    expect(document.text).toContain('The tide.')
    expect(document.text).toMatch(/Attached: table\.pdf \(/)
    expect(document.text).not.toMatch(/tracker|no\(\)/)
  })

  it('in a mailbox is a section for each message', async () => {
    const box = ['One', 'Two'].map(
      (name) =>
        `From ann@example.org Fri Mar  1 12:00:00 2024\n${message(name, `Text ${name}\n\nFrom here on.`)}`,
    )
    const document = await extract(box.join('\n'), 'Inbox')
    expect(document.mime).toBe('application/mbox')
    expect(document.headings.map(({ title }) => title)).toEqual(['One', 'Two'])
    expect(document.text).toContain('From here on.')
  })
})

describe('data', () => {
  it('CSV becomes a table, whatever parts its columns', async () => {
    const document = await extract('Port;Range;Note\nBrest;"6;5";"two\nlines"\n\n', 'a.csv')
    expect(document.text).toBe('| Port | Range | Note |\n| --- | --- | --- |\n| Brest | 6;5 | two lines |')
  })

  it('JSON in one line is laid out; what is laid out stays', async () => {
    const long = JSON.stringify({ title: 'Tides', values: Array.from({ length: 200 }, (_, index) => index) })
    const document = await extract(long, 'a.json')
    expect(document.title).toBe('Tides')
    expect(document.text).toBe(JSON.stringify(JSON.parse(long), null, 2))
    expect((await extract('{\n "a": 1 }', 'a.json')).text).toBe('{\n "a": 1 }')
  })

  it('JSON lines become a paragraph each; damaged ones are told', async () => {
    const document = await extract('{"port":"Brest","range":6}\n{broken\n', 'a.jsonl')
    expect(document.text).toBe('port: Brest\nrange: 6\n\n{broken')
    expect(document.warnings.map(({ text }) => text)).toEqual([
      '1 of 2 lines are not JSON and were taken as text.',
    ])
    expect(document.warnings[0]?.places).toEqual([{ line: 4, start: document.text.indexOf('{broken') }])
  })

  it('source code is cut between its lines', async () => {
    const code = Array.from(
      { length: 400 },
      (_, index) => `const value${index} = compute(${index}) // about ${index}`,
    ).join('\n')
    const document = await extract(code, 'a.ts')
    expect(document.mime).toBe('text/x-source')
    for (const { start, end } of chunkText(document)) {
      expect(document.text[start - 1] ?? '\n').toBe('\n')
      expect(document.text[end] ?? '\n').toBe('\n')
    }
  })
})

/** Packing as much as the limit takes part of a second, and longer on a busy machine. */
const packingTimeMs = 60_000

describe('a hostile archive', () => {
  const types: ZipPart = { name: '[Content_Types].xml', content: 'wordprocessingml' }

  it('that unpacks to more than it says is stopped while it unpacks', async () => {
    const bomb = makeZip([
      types,
      { name: 'word/document.xml', content: Buffer.alloc(20_000_000), claimedSize: 1000 },
    ])
    await expect(extract(bomb, 'a.docx')).rejects.toMatchObject({
      name: 'AppError',
      code: expect.stringMatching(/too_large|corrupt/),
    })
  })

  it('that says how much it unpacks to is stopped at the limit', { timeout: packingTimeMs }, async () => {
    const bomb = makeZip([types, { name: 'word/document.xml', content: Buffer.alloc(130_000_000) }])
    await expect(extract(bomb, 'a.docx')).rejects.toMatchObject({ code: 'too_large' })
  })

  it('with a part twice, under a password, cut off or damaged is refused in words', async () => {
    const part: ZipPart = { name: 'word/document.xml', content: '<w:p/>' }
    await expect(extract(makeZip([types, part, part]), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
    const locked = makeZip([types, { ...part, isEncrypted: true }])
    await expect(extract(locked, 'a.docx')).rejects.toMatchObject({ code: 'unsupported' })
    const whole = docx(paragraph('words '.repeat(500)))
    await expect(extract(whole.subarray(0, whole.length / 2), 'a.docx')).rejects.toMatchObject({
      code: 'corrupt',
    })
  })

  it('with parts nested without end is refused, not overflowed', async () => {
    await expect(extract(docx('<w:a>'.repeat(100_000)), 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('never ends a reader other than with a sentence, however its bytes are damaged', async () => {
    const whole = docx(paragraph('words '.repeat(50)))
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      return seed % below
    }
    for (let attempt = 0; attempt < 200; attempt++) {
      const damaged = Buffer.from(whole)
      for (let hit = 0; hit < 4; hit++) damaged[random(damaged.length)] = random(256)
      const outcome = await extract(damaged, 'a.docx').catch((error: unknown) => error)
      if (outcome instanceof Error) expect(outcome.name).toBe('AppError')
    }
  })
})
