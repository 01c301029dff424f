import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../tests/support/extraction'
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
