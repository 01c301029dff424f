import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'

const extract = setUpExtraction()

describe('Rich Text', () => {
  it('keeps headings by style, tables, notes and letters of any code page', async () => {
    const document = await extract(
      String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}}{\stylesheet{\s0 Normal;}{\s5\outlinelevel0 heading 1;}}{\info{\title Sea \'e9tude}}
\pard\s5 Tides\par\pard na\'efve \u8364\'80 {\f1\'cc\'ee\'f0\'e5}{\*\unknown secret}{\footnote A note}\par
\trowd\intbl Port\cell Range\cell\row\trowd\intbl Brest\cell 6 m\cell\row\pard After\bin5 }}}}}.{\pict ffff}\par}`,
      'a.txt',
    )
    expect(document).toMatchObject({ mime: 'application/rtf', title: 'Sea étude' })
    expect(document.text).toBe(
      '# Tides\n\nnaïve € Море[1]\n\n| Port | Range |\n| --- | --- |\n| Brest | 6 m |\n\nAfter.\n\n[1] A note',
    )
  })

  it('survives groups that never end and never began', async () => {
    expect((await extract(`{\\rtf1 words${'{'.repeat(50_000)} more`, 'a.rtf')).text).toContain('more')
    expect((await extract('{\\rtf1 words}}}}} more', 'a.rtf')).text).toContain('words')
  })

  it('passes over words that every object knows', async () => {
    const { text } = await extract(
      String.raw`{\rtf1 High \constructor tide \valueOf at \toString seven}`,
      'a.rtf',
    )
    expect(text.replace(/\s+/g, ' ')).toBe('High tide at seven')
  })

  const textOf = async (body: string) =>
    (await extract(String.raw`{\rtf1\ansi\ansicpg1252 ${body}}`, 'a.rtf')).text

  it('keeps the words of text boxes, before the paragraph beside which they stand', async () => {
    const box = String.raw`{\shp{\*\shpinst{\sp{\sn name}{\sv value}}{\shptxt\pard In the box\par}}{\shprslt{\*\do\dptxbx{\dptxbxtext In the box}}}}`
    expect(await textOf(String.raw`\pard Around ${box}the box\par`)).toBe('In the box\n\nAround the box')
    expect(await textOf(String.raw`{\*\do\dptxbx{\dptxbxtext\pard Old box\par}}`)).toBe('Old box')
    expect(await textOf(String.raw`Words{\header ${box}}`)).toBe('Words')
    expect(await textOf(String.raw`\trowd\intbl One${box}\cell Two\cell\row`)).toBe(
      'In the box\n\n| One | Two |\n| --- | --- |',
    )
  })

  it('leaves out hidden text and text that was taken out', async () => {
    expect(await textOf(String.raw`Seen{\v hidden} and {\deleted gone }kept\v hidden\v0 .`)).toBe(
      'Seen and kept.',
    )
  })

  it('takes no letter for the repetition of one by its number', async () => {
    expect(await textOf(String.raw`{\listtext\tab \u8226 \tab}First`)).toBe('- First')
    expect(await textOf(String.raw`{\uc1\u8222}Quoted\u8220?, \u8212\emdash so`)).toBe('„Quoted“, —so')
    expect(await textOf(String.raw`\uc1\u21916\u28857 tip`)).toBe('喜点ip')
  })

  it('reads fonts that name no character set, and files of a Macintosh, in the encoding of the file', async () => {
    const fonts = String.raw`{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}`
    expect(await textOf(String.raw`${fonts}\f1\'cc\f0  caf\'e9`)).toBe('М café')
    expect((await extract(String.raw`{\rtf1\mac\ansicpg10000 caf\'8e}`, 'a.rtf')).text).toBe('café')
    expect((await extract(String.raw`{\rtf1\mac caf\'8e}`, 'a.rtf')).text).toBe('café')
  })

  it('keeps a last row that nothing ends, and words behind a character style', async () => {
    expect(await textOf(String.raw`Fax\cell Phone\cell `)).toBe('| Fax | Phone |\n| --- | --- |')
    expect(await textOf(String.raw`{The quick {\*\cs7 brown} \*\cs7 fox}`)).toBe('The quick brown fox')
  })

  it('keeps the rows of a table inside a cell apart', async () => {
    const row = (...cells: string[]) =>
      String.raw`\pard\intbl\itap2 ${cells.join(String.raw`\nestcell `)}\nestcell{\*\nesttableprops\trowd\nestrow}{\nonesttables\par}`
    const nested = row('a', 'b') + row('c', 'd')
    expect(await textOf(String.raw`\trowd\intbl Outer\par ${nested}\pard\intbl\cell Two\cell\row`)).toBe(
      '| Outer a b; c d | Two |\n| --- | --- |',
    )
    expect(await textOf(String.raw`\trowd ${nested}\pard\intbl\cell\row\pard After`)).toBe(
      '| a | b |\n| --- | --- |\n| c | d |\n\nAfter',
    )
  })

  it('keeps the numbers of lists, headings and cells, and what goes on an item', async () => {
    const item = (label: string, words: string) =>
      String.raw`{\listtext ${label}\tab}\pard\ls1\ilvl0 ${words}\par `
    expect(await textOf(`${item('3.', 'Three')}${item('4.', 'Four')}`)).toBe('3. Three\n4. Four')
    expect(await textOf(item('a)', 'Letter'))).toBe('- a) Letter')
    expect(await textOf(`${item('o', 'Bullet')}${item(String.raw`\'b7`, 'Dot')}`)).toBe('- Bullet\n- Dot')
    expect(await textOf(String.raw`${item('1.', 'One')}\pard\ls1 goes on\par ${item('2.', 'Two')}`)).toBe(
      '1. One\n\n   goes on\n2. Two',
    )
    expect(await textOf(String.raw`{\pntext 1.\tab}\pard Old list\par`)).toBe('1. Old list')
    expect(await textOf(String.raw`{\listtext 1.2\tab}\pard\ls1\outlinelevel1 Scope\par`)).toBe(
      '## 1.2 Scope',
    )
    expect(
      await textOf(String.raw`\trowd\intbl {\listtext 1.\tab}One\par{\listtext 2.\tab}Two\cell x\cell\row`),
    ).toBe('| 1. One 2. Two | x |\n| --- | --- |')
  })

  it('tells powers from other digits', async () => {
    expect(await textOf(String.raw`10{\super 6} and 2\super n\nosupersub  m{\super 2\plain s}`)).toBe(
      '10⁶ and 2ⁿ m²s',
    )
    expect(await textOf(String.raw`Words{\super{\footnote Note}}`)).toBe('Words[1]\n\n[1] Note')
  })
})
