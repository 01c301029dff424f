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
})
