import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'
import { relationship, relationships } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

describe('comments', () => {
  const workbook = (sheet: readonly string[], parts: Readonly<Record<string, string>>) =>
    makeZip({
      '[Content_Types].xml': 'spreadsheetml',
      'xl/workbook.xml': '<workbook><sheets><sheet name="Harbours" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        relationship('r1', 'worksheet', 'worksheets/sheet1.xml'),
        relationship('r2', 'person', 'persons/person.xml'),
      ),
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
      'xl/worksheets/_rels/sheet1.xml.rels': relationships(...sheet),
      ...parts,
    })

  it('on cells stand behind their sheet, with their authors, and a thread once', async () => {
    const { text } = await extract(
      workbook(
        [relationship('c', 'comments', '../comments1.xml'), relationship('t', 'threadedComment', '../t.xml')],
        {
          'xl/comments1.xml': `<comments><authors><author>Ada</author><author>tc={1}</author></authors><commentList>
            <comment ref="A1" authorId="0"><text><r><t>Ada:</t></r><r><t>
Really?_x000D_</t></r><rPh><t>x</t></rPh></text></comment>
            <comment ref="B2" authorId="1"><text><t>[Threaded comment] Your version does not know these.</t></text></comment>
            <comment ref="C3"><text><t>By nobody</t></text></comment></commentList></comments>`,
          'xl/t.xml': `<ThreadedComments><threadedComment ref="B2" personId="{P}"><text>Since when?</text></threadedComment>
            <threadedComment ref="B2" personId="{gone}"><text>Always.</text></threadedComment></ThreadedComments>`,
          'xl/persons/person.xml': '<personList><person displayName="Grace" id="{P}"/></personList>',
        },
      ),
      'ports.xlsx',
    )
    expect(text).toBe(
      [
        '# Harbours',
        '7',
        'Ada (A1): Really?',
        'C3: By nobody',
        'Grace (B2): Since when?',
        'B2: Always.',
      ].join('\n\n'),
    )
  })

  it('that are damaged cost only themselves', async () => {
    const nested = '<a>'.repeat(5000)
    const { text } = await extract(
      workbook([relationship('c', 'comments', '../comments1.xml')], {
        'xl/comments1.xml': `<comments>${nested}<comment ref="A1"><text>x</text></comment>`,
        'xl/persons/person.xml': nested,
      }),
      'ports.xlsx',
    )
    expect(text).toBe('# Harbours\n\n7')
  })

  it('of one part that is named over and over are read once, and what names them may be damaged', async () => {
    const one = '<comments><comment ref="A1"><text>Once</text></comment></comments>'
    const again = Array.from({ length: 50 }, (_, number) =>
      relationship(`c${number}`, 'comments', '../comments1.xml'),
    )
    const book = workbook(again, { 'xl/comments1.xml': one })
    expect((await extract(book, 'ports.xlsx')).text).toBe('# Harbours\n\n7\n\nA1: Once')
    const damaged = workbook([], { 'xl/worksheets/_rels/sheet1.xml.rels': '<a>'.repeat(5000) })
    expect((await extract(damaged, 'ports.xlsx')).text).toBe('# Harbours\n\n7')
  })

  it('on a slide stand on its page, answers behind what they answer', async () => {
    const slide = (words: string) =>
      `<p:sld><p:sp><p:txBody><a:p><a:t>${words}</a:t></a:p></p:txBody></p:sp></p:sld>`
    const { text, pages } = await extract(
      makeZip({
        '[Content_Types].xml': 'presentationml',
        'ppt/presentation.xml': '<p:presentation><p:sldId r:id="a"/><p:sldId r:id="b"/></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relationships(
          relationship('a', 'slide', 'slides/slide1.xml'),
          relationship('b', 'slide', 'slides/slide2.xml'),
          relationship('c', 'commentAuthors', 'commentAuthors.xml'),
          relationship('d', 'authors', 'authors.xml'),
        ),
        'ppt/commentAuthors.xml': '<p:cmAuthorLst><p:cmAuthor id="0" name="Ada"/></p:cmAuthorLst>',
        'ppt/authors.xml': '<p188:authorLst><p188:author id="{G}" name="Grace"/></p188:authorLst>',
        'ppt/slides/slide1.xml': slide('Tides'),
        'ppt/slides/slide2.xml': slide('Locks'),
        'ppt/slides/_rels/slide1.xml.rels': relationships(relationship('x', 'comments', '../comments/1.xml')),
        'ppt/slides/_rels/slide2.xml.rels': relationships(relationship('x', 'comments', '../comments/2.xml')),
        'ppt/comments/1.xml':
          '<p:cmLst><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>Too short</p:text></p:cm></p:cmLst>',
        'ppt/comments/2.xml': `<p188:cmLst><p188:cm authorId="{G}"><p188:replyLst><p188:reply authorId="{H}"><p188:txBody><a:p><a:r><a:t>Three.</a:t></a:r></a:p></p188:txBody></p188:reply></p188:replyLst>
          <p188:txBody><a:p><a:r><a:t>How many?</a:t></a:r></a:p><a:p><a:r><a:t>Say so.</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
      }),
      'talk.pptx',
    )
    expect(pages.map(({ start, end }) => text.slice(start, end))).toEqual([
      'Tides\n\n> Ada: Too short',
      'Locks\n\n> Grace: How many?\n\n> Say so.\n\n> Three.',
    ])
  })
})
