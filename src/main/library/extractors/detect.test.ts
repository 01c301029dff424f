import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'
import { makeCompoundFile } from '../../../../tests/support/make-compound-file'
import { makeOutlookMessage } from '../../../../tests/support/make-outlook-message'
import { makePpt, shape, textRecords } from '../../../../tests/support/make-ppt'
import { label, makeBiff } from '../../../../tests/support/make-xls'
import { makeZip } from '../../../../tests/support/make-zip'
import { paragraph } from '../../../../tests/support/office-parts'

const extract = setUpExtraction()

describe('a package', () => {
  it('is the kind of Office file that its main part is, not that of a file inside of it', async () => {
    const kinds = {
      'wordprocessingml.document': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'presentationml.presentation':
        'application/vnd.openxmlformats-officedocument.presentationml.presentation',
      'spreadsheetml.sheet': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    }
    const slide = '<p:sp><p:txBody><a:p><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp>'
    const embedded = Object.values(kinds).map((type) => `<Default Extension="x" ContentType="${type}"/>`)
    const file = (main: string) =>
      makeZip({
        '[Content_Types].xml': `<Types>${embedded.join('')}<Override PartName="/main.xml" ContentType="${main}"/></Types>`,
        'word/document.xml': `<w:document><w:body>${paragraph('words')}</w:body></w:document>`,
        'ppt/presentation.xml':
          '<p:presentation><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels':
          '<Relationships><Relationship Id="s" Type="slide" Target="s.xml"/></Relationships>',
        'ppt/s.xml': slide,
        'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="s"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="s" Type="worksheet" Target="s.xml"/></Relationships>',
        'xl/s.xml': '<worksheet><row><c t="str"><v>words</v></c></row></worksheet>',
      })
    for (const type of Object.values(kinds)) {
      expect((await extract(file(`${type}.main+xml`), 'a')).mime).toBe(type)
    }
    const withMacros = {
      'ms-word.document.macroEnabled': kinds['wordprocessingml.document'],
      'ms-word.template.macroEnabledTemplate': kinds['wordprocessingml.document'],
      'ms-powerpoint.slideshow.macroEnabled': kinds['presentationml.presentation'],
      'ms-excel.sheet.macroEnabled': kinds['spreadsheetml.sheet'],
    }
    for (const [name, type] of Object.entries(withMacros)) {
      expect((await extract(file(`application/vnd.${name}.main+xml`), 'a')).mime).toBe(type)
    }
  })
})

describe('a compound file', () => {
  const workbook = makeBiff({ sheets: [{ name: 'S', records: [label(0, 0, 'words')] }] })

  it('is a workbook by its stream, whatever it is called, in any case, and what stands beside it', async () => {
    for (const stream of ['Workbook', 'Book', 'WORKBOOK']) {
      const file = makeCompoundFile({ Other: Buffer.from('x'), [stream]: workbook })
      expect((await extract(file, 'report.doc')).mime).toBe('application/vnd.ms-excel')
    }
    // What Excel 97 saves for Excel 95 too has both; the newer one is read.
    const both = makeCompoundFile({ Book: Buffer.from('older'), Workbook: workbook })
    expect((await extract(both, 'a.xls')).text).toBe('# S\n\nwords')
  })

  it('of another program is told so', async () => {
    const file = makeCompoundFile({ VisioDocument: Buffer.from('x'), Folder: { Workbook: workbook } })
    await expect(extract(file, 'a.xls')).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is what its streams are of, whatever it is called', async () => {
    const message = makeOutlookMessage({ properties: { 4096: 'words' } })
    expect((await extract(message, 'a.doc')).mime).toBe('application/vnd.ms-outlook')
    const slides = [{ shapes: [shape(textRecords({ text: 'words' }))] }]
    const presentation = makePpt({ slides })
    expect((await extract(presentation, 'a.txt')).mime).toBe('application/vnd.ms-powerpoint')
    // PowerPoint 95 has another format, beside which a file may have the newer one.
    const older = { PP40: Buffer.from('x') }
    await expect(extract(makeCompoundFile(older), 'a.ppt')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('PowerPoint 95 or older'),
    })
    const both = makePpt({ slides, isInside: true, more: older })
    expect((await extract(both, 'a.ppt')).text).toBe('words')
    await expect(extract(makeCompoundFile({ Other: Buffer.from('x') }), 'a.pub')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('a file of another program'),
    })
    const locked = makeCompoundFile({ EncryptedPackage: Buffer.from('x') })
    await expect(extract(locked, 'a.docx')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('password'),
    })
  })
})
