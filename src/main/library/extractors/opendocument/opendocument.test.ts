import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeZip } from '../../../../../tests/support/make-zip'

const extract = setUpExtraction()

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

  it('text has the numbers of its lists and headings, also where they go on and begin anew', async () => {
    const list = (style: string, items: string, more = '') =>
      `<text:list text:style-name="${style}"${more}>${items}</text:list>`
    const point = (text: string, more = '') =>
      `<text:list-item${more}><text:p>${text}</text:p><text:p>More.</text:p></text:list-item>`
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'styles.xml': `<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2" style:num-suffix="."/></text:outline-style>
          <style:style style:name="Quotations" style:parent-style-name="Standard"/>
          <text:list-style style:name="W1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/></text:list-style></office:styles>`,
        'content.xml': content(
          `<office:text><text:h text:outline-level="1">Scope</text:h><text:h text:outline-level="2">Liability</text:h><text:h text:outline-level="1" text:is-list-header="true">Annex</text:h>
          ${list('W1', `${point('One')}<text:list-item><text:list>${point('below')}</text:list></text:list-item>`)}
          <text:p text:style-name="Quotations">Between.</text:p>
          ${list('W1', point('Two'), ' text:continue-numbering="true"')}
          ${list('W1', point('Seven', ' text:start-value="7"'))}</office:text>`,
        ),
      }),
      'a.odt',
    )
    expect(document.text).toBe(
      [
        '# 1 Scope',
        '## 1.1. Liability',
        '# Annex',
        '1. One\n\n   More.\n   - a) below\n\n     More.',
        '> Between.',
        '2. Two\n\n   More.\n7) Seven\n\n   More.',
      ].join('\n\n'),
    )
  })

  it('text keeps headings and items that have notes, and has its comments behind the text', async () => {
    const note = '<text:note><text:note-body><text:p>Newton</text:p></text:note-body></text:note>'
    const comment = (author: string, text: string) =>
      `<office:annotation>${author === '' ? '' : `<dc:creator>${author}</dc:creator>`}<dc:date>2024-01-01</dc:date><text:p>${text}</text:p></office:annotation>`
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': content(
          `<office:text><text:h text:outline-level="2">Causes${note}</text:h>
          <text:list text:style-name="L1"><text:list-item><text:p>One${comment('Ada', 'Really?')}${note}</text:p></text:list-item>
          <text:list-item><text:p>Two${comment('', 'Yes.')}<office:annotation-end/> <text:creator>Grace</text:creator></text:p></text:list-item></text:list></office:text>`,
        ),
      }),
      'a.odt',
    )
    expect(document.text).toBe(
      [
        '## Causes[1]',
        '1. One[C1][2]\n2. Two[C2] Grace',
        '[1] Newton',
        '[C1] Ada: Really?',
        '[2] Newton',
        '[C2] Yes.',
      ].join('\n\n'),
    )
  })

  it('text goes on behind a comment within a comment, and code behind one on its line', async () => {
    const comment = (text: string) => `<office:annotation><text:p>${text}</text:p></office:annotation>`
    const line = (text: string) => `<text:p text:style-name="Preformatted_20_Text">${text}</text:p>`
    const { text } = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': content(
          `<office:text><text:p>a${comment(`x${comment('y')}`)} b</text:p>${line('one')}${line(`two${comment('why?')}`)}${line('three')}<text:p>rest</text:p></office:text>`,
        ),
      }),
      'a.odt',
    )
    expect(text).toBe(
      ['a[C2] b', '```\none\ntwo[C3]\nthree\n```', 'rest', '[C1] y', '[C2] x[C1]', '[C3] why?'].join('\n\n'),
    )
  })

  it('spreadsheets and slides have the comments on cells and pages where those are', async () => {
    const comment = (author: string) =>
      `<office:annotation><dc:creator>${author}</dc:creator><text:p>Really?</text:p></office:annotation>`
    const cell = (text: string, more = '') =>
      `<table:table-cell${more}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`
    const sheet = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': content(
          `<office:spreadsheet><table:table table:name="Tides"><table:table-row table:number-rows-repeated="9">${cell('')}</table:table-row>
          <table:table-row>${cell('', ' table:number-columns-repeated="27"')}<table:table-cell>${comment('Ada')}<text:p>7</text:p></table:table-cell>${cell('8')}</table:table-row></table:table>
          <table:table table:name="Empty"/><table:table table:name="Said"><table:table-row><table:table-cell>${comment('Grace')}</table:table-cell></table:table-row></table:table></office:spreadsheet>`,
        ),
      }),
      'a.ods',
    )
    expect(sheet.text).toBe(
      '# Tides\n\n| 7 | 8 |\n| --- | --- |\n\nAda (AB10): Really?\n\n# Said\n\nGrace (A1): Really?',
    )
    const { text, pages } = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.presentation',
        'content.xml': content(
          `<office:presentation><draw:page>${comment('Ada')}<text:p>Locks</text:p></draw:page><draw:page><text:p>Weirs</text:p></draw:page></office:presentation>`,
        ),
      }),
      'a.odp',
    )
    expect(pages.map(({ start, end }) => text.slice(start, end))).toEqual([
      '> Ada: Really?\n\nLocks',
      'Weirs',
    ])
  })

  it('slides that end with code keep it before their speaker notes and off the next slide', async () => {
    const code = (line: string) => `<text:p text:style-name="Preformatted_20_Text">${line}</text:p>`
    const { text, pages } = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.presentation',
        'content.xml': content(
          `<office:presentation><draw:page>${code('a = 1')}${code('b = 2')}<presentation:notes><text:p>Say why.</text:p></presentation:notes></draw:page>
          <draw:page>${code('c = 3')}</draw:page><draw:page><text:p>Weirs</text:p></draw:page></office:presentation>`,
        ),
      }),
      'a.odp',
    )
    expect(pages.map(({ start, end }) => text.slice(start, end))).toEqual([
      '```\na = 1\nb = 2\n```\n\n> Say why.',
      '```\nc = 3\n```',
      'Weirs',
    ])
  })

  it('spreadsheets that repeat cells without end are read all the same', async () => {
    const columns = '<table:table-cell table:number-columns-repeated="1e308"/>'
    const cell =
      '<table:table-cell><office:annotation><text:p>Far</text:p></office:annotation></table:table-cell>'
    const { text } = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': content(
          `<office:spreadsheet><table:table table:name="Tides"><table:table-row table:number-rows-repeated="1e308">${columns}${columns}${cell}</table:table-row></table:table></office:spreadsheet>`,
        ),
      }),
      'a.ods',
    )
    expect(text).toMatch(/^# Tides\n\n[A-Z]+1: Far$/)
  })

  it('text has the formulas that stand in it as objects', async () => {
    const object = (name: string) => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': content(
          `<office:text><text:p>So ${object('Object 1')}, and ${object('Object 2')}${object('Gone')}${object('Chart')}${object('Damaged')}.</text:p></office:text>`,
        ),
        'Object 1/content.xml':
          '<math><semantics><mrow><mi>E</mi></mrow><annotation encoding="StarMath 5.0">E = m cdot c^2</annotation></semantics></math>',
        'Chart/content.xml': '<chart><annotation>no formula</annotation></chart>',
        'Damaged/content.xml': '<math>'.repeat(100_000),
        'Object 2/content.xml':
          '<math:math><math:mi>a</math:mi> <math:mo>=</math:mo> <math:mi>b</math:mi></math:math>',
      }),
      'a.odt',
    )
    expect(document.text).toBe('So E = m cdot c^2, and a=b.')
  })

  it('begins a list anew that goes on from no other', async () => {
    const item = (words: string, more = '') =>
      `<text:list-item><text:p>${words}</text:p>${more}</text:list-item>`
    const level = (number: number) =>
      `<text:list-level-style-number text:level="${number}" style:num-format="1" style:num-suffix="."/>`
    const style = (name: string) =>
      `<text:list-style style:name="${name}">${level(1)}${level(2)}</text:list-style>`
    const document = await extract(
      makeZip({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'styles.xml': `<office:document-styles><office:styles>${style('A')}${style('B')}</office:styles></office:document-styles>`,
        'content.xml': content(
          `<office:text>
          <text:list xml:id="x" text:style-name="A">${item('one')}${item('two', `<text:list>${item('below')}</text:list>`)}</text:list>
          <text:p>Between.</text:p><text:list xml:id="y" text:style-name="B">${item('new')}</text:list></office:text>`,
        ),
      }),
      'a.odt',
    )
    expect(document.text).toBe('1. one\n2. two\n   1. below\n\nBetween.\n\n1. new')
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
    // A name that every program gives its first sheet says nothing; the file's own name does.
    expect(document.title).toBeNull()
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
