import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'
import { docx, paragraph, relationship, relationships } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

describe('what is drawn in an Office file', () => {
  const points = (...values: string[]) =>
    `<c:strCache>${values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('')}</c:strCache>`
  const series = (name: string, values: string) =>
    `<c:ser><c:tx><c:strRef>${points(name)}</c:strRef></c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:t>label</a:t></c:rich></c:tx></c:dLbl></c:dLbls>
      <c:cat><c:strRef>${points('007', 'Ostend')}</c:strRef></c:cat><c:val>${values}</c:val></c:ser>`
  const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Tides of the North</a:t></a:r></a:p></c:rich></c:tx></c:title>
    ${series('Height', '<c:numRef><c:numCache><c:pt idx="0"><c:v>8.200000000000001</c:v></c:pt><c:pt idx="1"><c:v>5</c:v></c:pt><c:pt idx="999999999"><c:v>1</c:v></c:pt></c:numCache></c:numRef>')}
    ${series('Share', '<c:numRef><c:numCache><c:formatCode>0%</c:formatCode><c:pt idx="1"><c:v>0.5</c:v></c:pt></c:numCache></c:numRef>')}</c:chart></c:chartSpace>`
  const point = (id: string, text: string, type = 'node') =>
    `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const below = (parent: string, child: string, order: number) =>
    `<dgm:cxn srcId="${parent}" destId="${child}" srcOrd="${order}"/>`
  const diagram = `<dgm:dataModel><dgm:ptLst>${point('d', '', 'doc')}${point('b', 'Second')}${point('a', 'First')}${point('c', 'Below')}${point('x', 'between', 'parTrans')}</dgm:ptLst>
    <dgm:cxnLst>${below('d', 'b', 1)}${below('d', 'a', 0)}${below('a', 'c', 0)}${below('c', 'a', 0)}</dgm:cxnLst></dgm:dataModel>`
  const parts = relationships(
    relationship('c1', 'chart', '../drawn/chart.xml'),
    relationship('d1', 'diagramData', '../drawn/data.xml'),
    relationship('o1', 'chart', 'https://evil.example/chart.xml', ' TargetMode="External"'),
  )
  const drawn = '<c:chart r:id="c1"/><c:chart r:id="o1"/><dgm:relIds r:dm="d1"/>'
  const expected = [
    'Tides of the North',
    '|  | Height | Share |\n| --- | --- | --- |\n| 007 | 8.2 |  |\n| Ostend | 5 | 50% |',
    '- First\n  - Below\n- Second',
  ].join('\n\n')

  it('is read from a slide: a chart with its data, a diagram as a list', async () => {
    const { text } = await extract(
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml': '<p:presentation><p:sldId r:id="r"/></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationships(relationship('r', 'slide', 'slides/slide1.xml')),
        'ppt/slides/slide1.xml': `<p:sld><p:graphicFrame>${drawn}</p:graphicFrame></p:sld>`,
        'ppt/slides/_rels/slide1.xml.rels': parts,
        'ppt/drawn/chart.xml': chart,
        'ppt/drawn/data.xml': diagram,
      }),
      'a.pptx',
    )
    expect(text).toBe(expected)
  })

  it('is read from a sheet: what is written in its drawing, and of a chart the titles, whose data are cells', async () => {
    const { text } = await extract(
      makeZip({
        '[Content_Types].xml': 'spreadsheetml',
        'xl/workbook.xml': '<workbook><sheets><sheet name="Tides" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relationships(
          relationship('r1', 'chartsheet', 'chartsheets/sheet1.xml'),
        ),
        'xl/chartsheets/sheet1.xml': '<chartsheet><drawing r:id="d"/></chartsheet>',
        'xl/chartsheets/_rels/sheet1.xml.rels': relationships(
          relationship('d', 'drawing', '../drawings/1.xml'),
        ),
        'xl/drawings/1.xml': `<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Measured daily</a:t></a:r></a:p></xdr:txBody></xdr:sp>
          <xdr:graphicFrame><c:chart r:id="c1"/></xdr:graphicFrame></xdr:wsDr>`,
        'xl/drawings/_rels/1.xml.rels': relationships(relationship('c1', 'chart', '../charts/chart1.xml')),
        'xl/charts/chart1.xml': chart,
      }),
      'a.xlsx',
    )
    expect(text).toBe('# Tides\n\nMeasured daily\n\nTides of the North')
  })

  it('is read from a Word document, behind the paragraph that it stands in', async () => {
    const { text } = await extract(
      docx(
        `<w:p><w:r><w:t>See:</w:t></w:r><w:r><w:drawing>${drawn}</w:drawing></w:r></w:p>${paragraph('After.')}`,
        {
          'word/_rels/document.xml.rels': parts,
          'drawn/chart.xml': chart,
          'drawn/data.xml': diagram,
        },
      ),
      'a.docx',
    )
    expect(text).toBe(`See:\n\n${expected}\n\nAfter.`)
  })
  it('costs its own words only where it is damaged', async () => {
    const { text } = await extract(
      docx(`<w:p><w:r><w:t>See:</w:t></w:r><w:r><w:drawing>${drawn}</w:drawing></w:r></w:p>`, {
        'word/_rels/document.xml.rels': parts,
        'drawn/chart.xml': '<c:chartSpace>'.repeat(100_000),
        'drawn/data.xml': diagram,
      }),
      'a.docx',
    )
    expect(text).toBe('See:\n\n- First\n  - Below\n- Second')
  })
})
