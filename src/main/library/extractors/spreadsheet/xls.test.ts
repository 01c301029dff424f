import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { makeCompoundFile } from '../../../../../tests/support/make-compound-file'
import { makeSummary } from '../../../../../tests/support/make-summary'
import {
  bof,
  bytes,
  cell,
  continued,
  eof,
  f64,
  formula,
  label,
  makeXls,
  number,
  record,
  richText,
  shared,
  sst,
  text,
  u16,
  u32,
  xf,
} from '../../../../../tests/support/make-xls'

const extract = setUpExtraction()

const lines = (words: string) => words.split('\n').filter((line) => line !== '')

/** The numbers that a sheet shows, one a row. */
async function shownIn(...cells: Buffer[]): Promise<string[]> {
  const document = await extract(makeXls({ sheets: [{ name: 'S', records: cells }] }), 'a.xls')
  return lines(document.text).slice(1)
}

describe('a workbook of Excel before 2007', () => {
  it('shows values as people see them, a section for each sheet', async () => {
    const document = await extract(
      makeXls({
        globals: [
          record(0x41e, u16(170), text('dd/mm/yyyy hh:mm')),
          xf(0),
          xf(14),
          xf(10),
          xf(170),
          sst(
            text('Port'),
            richText('Brest', Buffer.alloc(8), Buffer.from('reading')),
            text('Größe €', { isWide: true }),
          ),
        ],
        sheets: [
          {
            name: 'Harbours',
            records: [
              shared(1, 2, 0),
              label(1, 3, 'Day'),
              cell(0x201, 1, 4, 0),
              // A formula with a text, behind which stands what it shares with others.
              formula(1, 6, 0, { kind: 0 }),
              record(0x4bc, new Uint8Array(10)),
              record(0x207, text('Share')),
              shared(2, 2, 1),
              cell(0x27e, 2, 3, 1, u32((45_352 << 2) | 2)),
              formula(2, 6, 2, 0.125),
              // Its cells may stand in any order.
              number(5, 6, 0, 0.1),
              cell(0x205, 5, 2, 0, [1, 0]),
              number(5, 3, 3, 45_352.75),
              cell(0xd6, 4, 2, 0, text('Toulon'), u16(1), new Uint8Array(4)),
              shared(4, 3, 2),
            ],
          },
          { name: 'Empty', records: [cell(0x201, 0, 0, 0)] },
        ],
        streams: { '\x05SummaryInformation': makeSummary(1252, { 2: Buffer.from('H\xe4fen\0', 'latin1') }) },
      }),
      'ports.xls',
    )
    expect(document.text).toBe(
      [
        '# Harbours\n',
        '| Port | Day | Share |',
        '| --- | --- | --- |',
        '| Brest | 2024-03-01 | 12.50% |',
        '| Toulon | Größe € |  |',
        '| TRUE | 2024-03-01 18:00 | 0.1 |',
      ].join('\n'),
    )
    expect(document.title).toBe('Häfen')
    expect(document.warnings).toEqual([])
  })

  it('has numbers in four bytes, whole or not, a hundred times too large or not, and in rows', async () => {
    const half = f64(0.5).readUInt32LE(4)
    expect(
      await shownIn(
        cell(0x27e, 0, 0, 0, u32((1234 << 2) | 2)),
        cell(0x27e, 1, 0, 0, u32((1234 << 2) | 3)),
        cell(0x27e, 2, 0, 0, u32(half)),
        cell(0x27e, 3, 0, 0, u32(half | 1)),
        cell(0x27e, 4, 0, 0, u32(0xffffffff)),
      ),
    ).toEqual(['1234', '12.34', '0.5', '0.005', '-0.01'])
    const three = [7, 8, 9].map((value) => bytes(u16(0), u32((value << 2) | 2)))
    expect(await shownIn(record(0xbd, u16(3), u16(5), ...three, u16(7)))).toEqual([
      '| 7 | 8 | 9 |',
      '| --- | --- | --- |',
    ])
  })

  it('has formulas by their results: booleans, errors, none, and in the number that older files have', async () => {
    expect(
      await shownIn(
        formula(0, 0, 0, { kind: 1, value: 1 }),
        formula(1, 0, 0, { kind: 2, value: 0x2a }),
        formula(2, 0, 0, { kind: 3 }),
        cell(0x406, 3, 0, 0, f64(3), new Uint8Array(6)),
        cell(0x205, 4, 0, 0, [0x07, 1]),
        cell(0x205, 5, 0, 0, [0, 0]),
        // A text that belongs to no formula is none of a cell.
        record(0x207, text('stray')),
      ),
    ).toEqual(['TRUE', '#N/A', '3', '#DIV/0!', 'FALSE'])
  })

  it('counts days from 1904 where it says so', async () => {
    const document = await extract(
      makeXls({
        globals: [record(0x22, u16(1)), xf(14)],
        sheets: [{ name: 'S', records: [number(0, 0, 0, 1)] }],
      }),
      'mac.xls',
    )
    expect(document.text).toBe('# S\n\n1904-01-02')
  })

  it('has its hidden sheets, but no sheets of charts, macros and modules', async () => {
    const sheet = (name: string, kind: number, hidden = 0) => ({
      name,
      kind,
      hidden,
      records: [label(0, 0, `On ${name}`)],
    })
    const sheets = [
      sheet('Open', 0),
      sheet('Hidden', 0, 1),
      sheet('Macros', 1),
      sheet('Chart', 2),
      sheet('Code', 6),
    ]
    const document = await extract(makeXls({ sheets: [...sheets, sheet('Deep', 0, 2)] }), 'a.xls')
    expect(document.headings.map(({ title }) => title)).toEqual(['Open', 'Hidden', 'Deep'])
    expect(document.text).not.toContain('Macros')
  })

  it('has what is drawn on a sheet behind its cells: boxes, titles of charts, and comments with their authors', async () => {
    const object = (kind: number, id: number) =>
      record(0x5d, u16(0x15), u16(0x12), u16(kind), u16(id), new Uint8Array(14))
    // Behind what is said of its text a shape may say which cell it shows.
    const formula = bytes(u16(7), u32(0), [0x44], u16(0), u16(0))
    const drawn = (words: string, isWide = false) => [
      record(0x1b6, new Uint8Array(10), u16(words.length), u16(16), u32(0), isWide ? formula : []),
      continued([isWide ? 1 : 0], Buffer.from(words, isWide ? 'utf16le' : 'latin1')),
      continued(new Uint8Array(16)),
    ]
    const note = (row: number, column: number, id: number, author: string) =>
      record(0x1c, u16(row), u16(column), u16(0), u16(id), text(author), [0])
    const named = (words: string) => record(0x100d, u16(0), text(words, { countBytes: 1 }))
    const document = await extract(
      makeXls({
        sheets: [
          {
            name: 'S',
            records: [
              object(0x19, 1),
              ...drawn('Ada:\nReally?'),
              object(0x06, 2),
              ...drawn('A box\nof größe €', true),
              object(0x05, 3),
              bof(0x20),
              label(7, 7, 'copy of a cell'),
              record(0x1003),
              named('name of a series'),
              record(0x1025),
              named('Tides'),
              eof(),
              label(0, 0, 'cell'),
              note(1, 27, 1, 'Ada'),
              note(2, 0, 1, 'of the same box'),
              note(3, 0, 77, 'of no box'),
            ],
          },
        ],
      }),
      'a.xls',
    )
    expect(document.text).toBe('# S\n\ncell\n\nA box\n\nof größe €\n\nTides\n\nAda (AB2): Really?')
  })
})

describe('texts that sheets share', () => {
  const read = async (...globals: Buffer[]) => {
    const records = Array.from({ length: 4 }, (_each, index) => shared(index, 0, index))
    const document = await extract(makeXls({ globals, sheets: [{ name: 'S', records }] }), 'a.xls')
    return lines(document.text).slice(1)
  }
  const tail = [text('next'), text('Last €', { isWide: true })]

  it('go on in the next record, whose first byte says anew how letters are written', async () => {
    const narrow = bytes(u16(9), [0], Buffer.from('nar'))
    // The rest of a word of single bytes has two for each letter, and the other way around.
    expect(await read(sst(narrow), continued([1], Buffer.from('row €ü', 'utf16le'), ...tail))).toEqual([
      'narrow €ü',
      'next',
      'Last €',
    ])
    const wide = bytes(u16(8), [1], Buffer.from('wid€', 'utf16le'))
    expect(await read(sst(wide), continued([0], Buffer.from('ning', 'latin1'), ...tail))).toEqual([
      'wid€ning',
      'next',
      'Last €',
    ])
    // Cut once more, and before its first letter.
    expect(
      await read(
        sst(bytes(u16(3), [0])),
        continued([0, 0x61]),
        continued([1], Buffer.from('b', 'utf16le')),
        continued([0, 0x63], ...tail),
      ),
    ).toEqual(['abc', 'next', 'Last €'])
  })

  it('have marks behind them that go on without such a byte', async () => {
    const whole = richText('rich', Buffer.alloc(12, 1), Buffer.alloc(10, 1))
    for (let cut = whole.length - 22; cut <= whole.length; cut++) {
      expect(await read(sst(whole.subarray(0, cut)), continued(whole.subarray(cut), ...tail))).toEqual([
        'rich',
        'next',
        'Last €',
      ])
    }
  })

  it('are as many as there are, whatever the table says', async () => {
    expect(await read(record(0xfc, u32(0xffffffff), u32(0xffffffff), text('one')))).toEqual(['one'])
    expect(await read(record(0xfc, u32(0), u32(0), text('one'), text('two')))).toEqual(['one', 'two'])
    expect(await read(sst(text('one'), bytes(u16(60_000), [0], Buffer.from('cut'))))).toEqual(['one', 'cut'])
    const marks = bytes(u16(2), [0x0c], u16(0xffff), u32(0xffffffff), Buffer.from('ab'))
    expect(await read(sst(marks, text('lost')))).toEqual(['ab'])
  })
})

describe('a workbook of Excel 5 and 95', () => {
  const version = 0x0500
  const book = (globals: Buffer[], records: Buffer[], name: Buffer = Buffer.from('S')) =>
    makeXls({ version, globals, sheets: [{ name: name.toString('latin1'), records }] })
  const word = (letters: Uint8Array) => cell(0x204, 0, 0, 0, text(letters, { version }))

  it('has text in its code page, which is the Western one where it names none', async () => {
    const russian = iconv.encode('Приливы', 'cp1251')
    expect((await extract(book([record(0x42, u16(1251))], [word(russian)], russian), 'a.xls')).text).toBe(
      '# Приливы\n\nПриливы',
    )
    const mac = book([record(0x42, u16(0x8000))], [word(Buffer.from('Caf\x8e', 'latin1'))])
    expect((await extract(mac, 'a.xls')).text).toBe('# S\n\nCafé')
    expect((await extract(book([], [word(Buffer.from('Caf\xe9 \x80', 'latin1'))]), 'a.xls')).text).toBe(
      '# S\n\nCafé €',
    )
  })

  it('has formats, texts of formulas and comments, which go on in the next record', async () => {
    const percent = record(0x41e, u16(165), text(Buffer.from('0.0%'), { version, countBytes: 1 }))
    const document = await extract(
      book(
        [percent, record(0xe0, u16(0), u16(165), new Uint8Array(12))],
        [
          number(0, 0, 0, 0.5),
          formula(1, 0, 0, { kind: 0 }),
          record(0x207, text(Buffer.from('result'), { version })),
          record(0x1c, u16(1), u16(0), u16(12), Buffer.from('Who says')),
          record(0x1c, u16(0xffff), u16(0), u16(4), Buffer.from(' so?')),
        ],
      ),
      'a.xls',
    )
    expect(document.text).toBe('# S\n\n50.0%\n\nresult\n\nA2: Who says so?')
  })

  it('may be a sheet by itself', async () => {
    const stream = Buffer.concat([bof(0x10, version), word(Buffer.from('alone')), eof()])
    expect((await extract(makeCompoundFile({ Book: stream }), 'a.xls')).text).toBe('alone')
  })
})
