import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'
import { docx, paragraph, relationship, relationships, run } from '../../../../../tests/support/office-parts'

const extract = setUpExtraction()

describe('a Word document', () => {
  const styles = `<w:styles>
    <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel"/><w:basedOn w:val="berschrift1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
    <w:style w:type="paragraph" w:styleId="V1"><w:name w:val="toc 1"/></w:style>
  </w:styles>`
  const numbering = `<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
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

  it('has the numbers that people see at points and headings, however they are counted', async () => {
    const level = (at: number, format: string, text: string, more = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
    const abstract = (id: number, ...levels: string[]) =>
      `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
    const list = (id: number, of: number, more = '') =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`
    const startAt = (start: number) =>
      `<w:lvlOverride w:ilvl="0"><w:startOverride w:val="${start}"/></w:lvlOverride>`
    const point = (text: string, id: number, at = 0) =>
      paragraph(text, `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`)
    const cell = (content: string) => `<w:tc>${content}</w:tc>`
    const document = await extract(
      docx(
        [
          paragraph('Scope', '<w:pStyle w:val="H1"/>'),
          paragraph('Liability', '<w:pStyle w:val="H2"/>'),
          point('Foo', 1),
          point('Bar', 1),
          paragraph('Between.'),
          point('Baz', 2),
          point('below', 2, 1),
          point('too', 2, 1),
          point('Anew', 3),
          point('Of a contract', 4),
          point('in Roman', 4, 2),
          `<w:tbl><w:tr>${cell(point('', 5))}${cell(paragraph('x'))}</w:tr><w:tr>${cell(point('', 5))}${cell(paragraph('y'))}</w:tr></w:tbl>`,
        ].join(''),
        {
          'word/styles.xml': `<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="6"/></w:numPr></w:pPr></w:style>
            <w:style w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:numId w:val="6"/></w:numPr></w:pPr></w:style></w:styles>`,
          'word/numbering.xml': `<w:numbering>${[
            abstract(0, level(0, 'decimal', '%1.'), level(1, 'lowerLetter', '%2)')),
            abstract(1, level(0, 'decimal', 'Article %1'), '', level(2, 'upperRoman', '(%3)')),
            abstract(
              2,
              level(0, 'decimal', '%1', '<w:pStyle w:val="H1"/>'),
              level(1, 'decimal', '%1.%2', '<w:pStyle w:val="H2"/>'),
            ),
            abstract(3, level(0, 'decimal', '%1')),
            list(1, 0),
            list(2, 0),
            list(3, 0, startAt(7)),
            list(4, 1),
            list(5, 3),
            list(6, 2),
          ].join('')}</w:numbering>`,
        },
      ),
      'a.docx',
    )
    expect(document.text).toBe(
      [
        '# 1 Scope',
        '## 1.1 Liability',
        '1. Foo\n2. Bar',
        'Between.',
        '3. Baz\n   - a) below\n   - b) too\n7) Anew\n- Article 1 Of a contract\n  - (I) in Roman',
        '| 1 | x |\n| --- | --- |\n| 2 | y |',
      ].join('\n\n'),
    )
  })

  it('keeps powers, indices, symbols of their own fonts and formulas what they are', async () => {
    const at = (where: string, text: string) =>
      `<w:r><w:rPr><w:vertAlign w:val="${where}"/></w:rPr><w:t>${text}</w:t></w:r>`
    const symbol = (font: string, code: string) => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`
    const math = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
    const part = (name: string, content: string) => `<m:${name}>${content}</m:${name}>`
    const power = (base: string, sup: string) => part('sSup', part('e', base) + part('sup', sup))
    const document = await extract(
      docx(
        [
          `<w:p>${run('10')}${at('superscript', '6')}${run(' H')}${at('subscript', '2')}${run('O, the 1')}${at('superscript', 'st')}${run(', 2')}${at('superscript', 'x+1')}</w:p>`,
          `<w:p>${run('p ')}${symbol('Symbol', 'F0A3')}${run(' 0.05')}${symbol('Wingdings', 'F0FE')}${symbol('Wingdings', 'F0A8')}${symbol('Unknown', 'F0A8')}${symbol('Arial', '00E9')}</w:p>`,
          `<w:p><m:oMathPara><m:oMath>${part('f', part('num', math('a+b')) + part('den', math('2')))}${math('≤')}${part('sSubSup', part('e', math('c')) + part('sub', math('1')) + part('sup', math('2')))}${math('+')}${power(math('x'), math('k'))}${part('d', part('e', math('y')))}${part('rad', part('deg', math('3')) + part('e', math('z−1')))}</m:oMath></m:oMathPara></w:p>`,
          paragraph('after'),
        ].join(''),
      ),
      'a.docx',
    )
    expect(document.text).toBe(
      '10⁶ H₂O, the 1st, 2^(x+1)\n\np ≤ 0.05☑☐é\n\n(a+b)/2≤c₁²+x^k(y)³√(z−1)\n\nafter',
    )
  })

  it('has its comments behind the text with who made them, and notes keep their numbers', async () => {
    const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
    const document = await extract(
      docx(
        `<w:p>${run('Claim')}${refer('comment', 0)}${refer('footnote', 2)}${run(' and')}${refer('comment', 1)}</w:p>`,
        {
          'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${paragraph('Newton')}</w:footnote></w:footnotes>`,
          'word/comments.xml': `<w:comments><w:comment w:id="0" w:author="Ada">${paragraph('Really?')}${paragraph('Look.')}</w:comment><w:comment w:id="1">${paragraph('Yes.')}</w:comment></w:comments>`,
        },
      ),
      'a.docx',
    )
    expect(document.text).toBe(
      'Claim[C1][1] and[C2]\n\n[C1] Ada: Really?\n\nLook.\n\n[1] Newton\n\n[C2] Yes.',
    )
  })

  it('has comments on its notes too, each with a number of its own', async () => {
    const refer = (kind: string, id: number) => `<w:r><w:${kind}Reference w:id="${id}"/></w:r>`
    const comment = (id: number, text: string) => `<w:comment w:id="${id}">${paragraph(text)}</w:comment>`
    const document = await extract(
      docx(`<w:p>${run('Claim')}${refer('comment', 0)}${refer('footnote', 2)}</w:p>`, {
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2"><w:p>${run('Newton')}${refer('comment', 1)}</w:p></w:footnote></w:footnotes>`,
        'word/comments.xml': `<w:comments>${comment(0, 'Really?')}${comment(1, 'Which one?')}</w:comments>`,
      }),
      'a.docx',
    )
    expect(document.text).toBe('Claim[C1][1]\n\n[C1] Really?\n\n[1] Newton[C2]\n\n[C2] Which one?')
  })

  it('has links of its notes lead where the notes say', async () => {
    const link = (text: string) => `<w:p><w:hyperlink r:id="l1">${run(text)}</w:hyperlink></w:p>`
    const outside = (address: string) => relationship('l1', 'hyperlink', address, ' TargetMode="External"')
    const document = await extract(
      docx(`${link('body')}<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`, {
        'word/_rels/document.xml.rels': relationships(outside('https://body.example/')),
        'word/footnotes.xml': `<w:footnotes><w:footnote w:id="2">${link('note')}</w:footnote></w:footnotes>`,
        'word/_rels/footnotes.xml.rels': relationships(outside('https://note.example/')),
      }),
      'a.docx',
    )
    expect(document.text).toBe('[body](https://body.example/)\n\n[1]\n\n[1] [note](https://note.example/)')
  })

  it('is told from its content, whatever its name', async () => {
    expect((await extract(docx(paragraph('words')), 'letter.pdf')).mime).toMatch(/wordprocessingml/)
  })

  it('says in words that its text is missing', async () => {
    const damaged = makeZip({ '[Content_Types].xml': 'wordprocessingml' })
    await expect(extract(damaged, 'a.docx')).rejects.toMatchObject({ code: 'corrupt' })
  })
})
