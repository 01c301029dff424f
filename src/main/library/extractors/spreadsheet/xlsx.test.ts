import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'
import { relationship, relationships } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

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
          '<sst><si><t>Port_x000D_</t></si><si><r><t>Bre</t></r><r><t>st</t></r><rPh><t>x</t></rPh></si></sst>',
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy hh:mm"/></numFmts>
          <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
          <row><c r="C1" t="s"><v>0</v></c><c r="D1" t="inlineStr"><is><t>_x0044_ay</t></is></c><c r="E1"/><c r="G1" t="str"><v>Share</v></c></row>
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
        '| Brest | 2024-03-01 | 12.50% |',
        '| TRUE | 2024-03-01 18:00 | 0.1 |',
      ].join('\n'),
    )
  })

  it('is read where its parts are named in another case than they are pointed to', async () => {
    const document = await extract(
      makeZip({
        '[content_types].xml': 'spreadsheetml',
        'XL/workbook.xml': '<workbook><sheets><sheet name="Ports" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relationships(
          relationship('r1', 'worksheet', 'worksheets/sheet1.xml'),
          relationship('r2', 'sharedStrings', 'sharedStrings.xml'),
        ),
        'xl/sharedstrings.xml': '<sst><si><t>Brest</t></si></sst>',
        'xl\\worksheets\\Sheet1.xml':
          '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
      }),
      'ports.xlsx',
    )
    expect(document.text).toBe('# Ports\n\nBrest')
  })
})
