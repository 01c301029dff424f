import { makeZip } from './make-zip'

// Parts of the formats that Office programs write, as short as a reader takes them.

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** One reference of a part to another, or with a mode ` TargetMode="External"` to an address. */
export const relationship = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/>`

/** The part that holds the references of another. */
export const relationships = (...all: readonly string[]): string =>
  `${declaration}<Relationships>${all.join('')}</Relationships>`

/** A Word document with the given content of its body, and more parts by their names. */
export function docx(body: string, more: Readonly<Record<string, string>> = {}): Buffer {
  return makeZip({
    '[Content_Types].xml': `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships(relationship('r1', 'officeDocument', 'word/document.xml')),
    'word/document.xml': `${declaration}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    ...more,
  })
}

/** Words of one look inside a paragraph. */
export const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A paragraph of one run. */
export const paragraph = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`
