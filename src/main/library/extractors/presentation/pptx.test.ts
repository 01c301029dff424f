import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'
import { relationship, relationships } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

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
  it('has the numbers of its points', async () => {
    const line = (text: string, level: number, auto: string) =>
      `<a:p><a:pPr lvl="${level}">${auto}</a:pPr><a:r><a:t>${text}</a:t></a:r></a:p>`
    const numbered = '<a:buAutoNum type="arabicPeriod"/>'
    const lettered = '<a:buAutoNum type="alphaLcParenR" startAt="3"/>'
    const lines = [
      line('Sun', 0, numbered),
      line('near', 1, lettered),
      line('hot', 1, lettered),
      line('Moon', 0, numbered),
      line('far', 1, lettered),
      line('Wind', 0, ''),
      line('Rain', 0, numbered),
    ]
    const document = await extract(
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml': '<p:presentation><p:sldId r:id="r"/></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationships(relationship('r', 'slide', 'slides/slide1.xml')),
        'ppt/slides/slide1.xml': slide(`<p:sp><p:txBody>${lines.join('')}</p:txBody></p:sp>`),
      }),
      'talk.pptx',
    )
    expect(document.text).toBe('1. Sun\n   - c) near\n   - d) hot\n2. Moon\n   - c) far\n\n- Wind\n\n1. Rain')
  })
  it('with more shapes on a slide than a call can have arguments is read', async () => {
    const document = await extract(
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml': '<p:presentation><p:sldId r:id="r"/></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationships(relationship('r', 'slide', 'slides/slide1.xml')),
        'ppt/slides/slide1.xml': slide(shape('', 'x').repeat(150_000)),
      }),
      'talk.pptx',
    )
    expect(document.text).toHaveLength(150_000 * 3 - 2)
  }, 30_000)
  it('has no title that a program gave it', async () => {
    const titled = (title: string) =>
      extract(
        makeZip({
          '[Content_Types].xml': 'presentationml',
          'ppt/presentation.xml': '<p:presentation><p:sldId r:id="r"/></p:presentation>',
          'ppt/_rels/presentation.xml.rels': relationships(relationship('r', 'slide', 'slides/slide1.xml')),
          'ppt/slides/slide1.xml': slide(shape('title', 'Tides')),
          'docProps/core.xml': `<cp:coreProperties><dc:title>${title}</dc:title></cp:coreProperties>`,
        }),
        'talk.pptx',
      )
    const given = [
      'Slide 1',
      'Diapositive 1',
      'Folie 12',
      'Слайд 1',
      'PowerPoint-Präsentation',
      'Présentation PowerPoint',
    ]
    for (const title of given) expect((await titled(title)).title).toBe('Tides')
    for (const title of ['Slide 1 of many', 'Working with PowerPoint', 'Diagrams']) {
      expect((await titled(title)).title).toBe(title)
    }
  })
})
