import { mkdirSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { generateText } from '../bench/generated-text'
import { makeDoc } from './make-doc'
import { makeOutlookMessage } from './make-outlook-message'
import { makePdf } from './make-pdf'
import { makePpt, shape, textRecords } from './make-ppt'
import { label, makeXls } from './make-xls'
import { makeZip } from './make-zip'
import { docx, paragraph, relationship, relationships } from './office-parts'

/** Writes a file of one format, in which `name` stands beside a text. */
type Writer = (name: string, text: string) => string | Uint8Array

const linesPerPage = 36
const lettersPerLine = 80

const lines = (text: string) => text.match(new RegExp(`.{1,${lettersPerLine}}(?:\\s|$)`, 'gu')) ?? []

function pages(text: string): string[][] {
  const all = lines(text)
  return Array.from({ length: Math.ceil(all.length / linesPerPage) }, (_, page) =>
    all.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
}

const html = (name: string, text: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head><body><main><h1>${name}</h1>${lines(
    text,
  )
    .map((line) => `<p>${line}</p>`)
    .join('')}</main></body></html>`

const openDocument = (kind: string, body: string) =>
  makeZip({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:body>${body}</office:body></office:document-content>`,
  })

const mail = (name: string, text: string) =>
  `Message-ID: <${name}@example.org>\r\nFrom: Ann <ann@example.org>\r\nTo: bob@example.org\r\nDate: Fri, 01 Mar 2024 12:00:00 +0100\r\nSubject: ${name}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${lines(text).join('\r\n')}\r\n`

const rows = (name: string, text: string) => [
  ['name', 'words'],
  ...lines(text).map((line) => [name, line.trim()]),
]

const slideShape = (kind: string, words: readonly string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind}</p:nvPr></p:nvSpPr><p:txBody>${words.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`

/** Every format that is read without text recognition, by the ending of its files. */
const formats: Readonly<Record<string, Writer>> = {
  pdf: (name, text) => makePdf({ title: name, pages: pages(`${name}. ${text}`) }),
  docx: (name, text) => docx([name, ...lines(text)].map((line) => paragraph(line)).join('')),
  doc: (name, text) => makeDoc({ paragraphs: [name, ...lines(text)].map((line) => ({ text: line })) }),
  msg: (name, text) => makeOutlookMessage({ properties: { 55: name, 4096: lines(text).join('\r\n') } }),
  ppt: (name, text) =>
    makePpt({
      slides: pages(text).map((page) => ({
        shapes: [shape(textRecords({ text: [name, ...page].join('\r') }))],
      })),
    }),
  pptx: (name, text) =>
    makeZip({
      '[Content_Types].xml': 'presentationml',
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rA"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships(relationship('rA', 'slide', 'slides/slide1.xml')),
      'ppt/slides/slide1.xml': `<p:sld><p:cSld><p:spTree>${slideShape('<p:ph type="title"/>', [name])}${slideShape('', lines(text))}</p:spTree></p:cSld></p:sld>`,
    }),
  xlsx: (name, text) =>
    makeZip({
      '[Content_Types].xml': 'spreadsheetml',
      'xl/workbook.xml': '<workbook><sheets><sheet name="Sheet" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(relationship('r1', 'worksheet', 'worksheets/sheet1.xml')),
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows(name, text)
        .map(
          (cells, row) =>
            `<row>${cells.map((cell, column) => `<c r="${'AB'[column]}${row + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`,
    }),
  xls: (name, text) =>
    makeXls({
      sheets: [
        {
          name: 'Sheet',
          records: rows(name, text).flatMap((cells, row) =>
            cells.map((words, column) => label(row, column, words)),
          ),
        },
      ],
    }),
  odt: (name, text) =>
    openDocument(
      'text',
      `<office:text>${[name, ...lines(text)].map((line) => `<text:p>${line}</text:p>`).join('')}</office:text>`,
    ),
  ods: (name, text) =>
    openDocument(
      'spreadsheet',
      `<office:spreadsheet><table:table table:name="Sheet">${rows(name, text)
        .map(
          (cells) =>
            `<table:table-row>${cells.map((cell) => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`,
        )
        .join('')}</table:table></office:spreadsheet>`,
    ),
  odp: (name, text) =>
    openDocument(
      'presentation',
      `<office:presentation><draw:page draw:name="One"><draw:frame><draw:text-box>${[name, ...lines(text)].map((line) => `<text:p>${line}</text:p>`).join('')}</draw:text-box></draw:frame></draw:page></office:presentation>`,
    ),
  epub: (name, text) =>
    makeZip([
      { name: 'mimetype', content: 'application/epub+zip' },
      {
        name: 'META-INF/container.xml',
        content:
          '<container><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
      },
      {
        name: 'book.opf',
        content: `<package xmlns:dc="d"><metadata><dc:title>${name}</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
      },
      {
        name: 'a.xhtml',
        content: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${name}</title></head><body>${[name, ...lines(text)].map((line) => `<p>${line}</p>`).join('')}</body></html>`,
      },
    ]),
  fb2: (name, text) =>
    `<?xml version="1.0"?><FictionBook><description><title-info><book-title>${name}</book-title></title-info></description><body>${[name, ...lines(text)].map((line) => `<p>${line}</p>`).join('')}</body></FictionBook>`,
  html,
  mhtml: (name, text) =>
    `Subject: ${name}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="part"\r\n\r\n--part\r\nContent-Type: text/html\r\n\r\n${html(name, text)}\r\n--part--\r\n`,
  md: (name, text) => `# ${name}\n\n${lines(text).join('\n\n')}\n`,
  rtf: (name, text) => `{\\rtf1\\ansi ${[name, ...lines(text)].join('\\par ')}}`,
  txt: (name, text) => Buffer.from(`\ufeff${name}\n\n${text}`, 'utf16le'),
  py: (name, text) =>
    `"""${name}"""\n${lines(text)
      .map((line, n) => `def step_${n}():\n    return ${JSON.stringify(line)}\n`)
      .join('\n')}`,
  csv: (name, text) =>
    rows(name, text)
      .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
      .join('\n'),
  tsv: (name, text) =>
    rows(name, text)
      .map((cells) => cells.join('\t'))
      .join('\n'),
  json: (name, text) => JSON.stringify({ name, lines: lines(text) }, null, 2),
  jsonl: (name, text) =>
    lines(text)
      .map((line) => JSON.stringify({ name, line }))
      .join('\n'),
  ipynb: (name, text) =>
    JSON.stringify({
      cells: [{ cell_type: 'markdown', source: `# ${name}\n\n${lines(text).join('\n')}` }],
      metadata: {},
    }),
  ics: (name, text) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${name}\r\nDESCRIPTION:${lines(text).join('\\n\r\n ').replaceAll(',', '\\,')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
  eml: mail,
  mbox: (name, text) => `From ann@example.org Fri Mar  1 12:00:00 2024\n${mail(name, text)}\n`,
  zip: (name, text) => makeZip({ [`${name}-inside.md`]: `# ${name}\n\n${text}` }),
}

/** The endings of the formats that {@link writeEveryFormat} writes. */
export const everyFormat = Object.keys(formats)

/** Writes a file of the format that its ending names, one of {@link everyFormat}: a title and a text whose lines, up to 80 letters each, stay whole. */
export function writeInFormat(path: string, title: string, text: string): void {
  const write = formats[extname(path).slice(1)]
  if (write === undefined) throw new Error(`Nothing writes ${path}.`)
  writeFileSync(path, write(title, text))
}

/** About 1,400 words. */
const paragraphsPerFile = 16

/** Writes so many files of every format into a folder; answers a name that stands in each of them alone, by path. */
export function writeEveryFormat(folder: string, ofEach: number): ReadonlyMap<string, string> {
  mkdirSync(folder, { recursive: true })
  const names = new Map<string, string>()
  const texts = generateText(41)
  for (const ending of everyFormat) {
    for (let file = 0; file < ofEach; file++) {
      const name = `${ending}file${String.fromCharCode(97 + (file % 26), 97 + Math.floor(file / 26))}`
      const path = join(folder, `${name}.${ending}`)
      writeInFormat(path, name, texts.document(paragraphsPerFile).text)
      names.set(path, name)
    }
  }
  return names
}
