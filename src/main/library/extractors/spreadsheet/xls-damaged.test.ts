import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { lockXls } from '../../../../../tests/support/lock-xls'
import { makeCompoundFile } from '../../../../../tests/support/make-compound-file'
import {
  bof,
  bytes,
  cell,
  continued,
  eof,
  formula,
  label,
  makeBiff,
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

describe('a workbook that can’t be read as a whole', () => {
  const sheet = { name: 'S', records: [label(0, 0, 'words')] }

  it('is refused where it has a password', async () => {
    const locked = makeXls({ globals: [record(0x2f, u16(1), new Uint8Array(52))], sheets: [sheet] })
    await expect(extract(locked, 'a.xls')).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('password'),
    })
  })

  it('is read where the password is the one that Excel gives to a protected structure, and no other', async () => {
    const rows = Array.from({ length: 200 }, (_each, row) => label(row, 0, `row ${row} of the sheet`))
    const stream = makeBiff({
      globals: [record(0x2f, new Uint8Array(54)), record(0x42, u16(1200))],
      sheets: [sheet, { name: 'Long', records: rows }],
    })
    const locked = await extract(makeCompoundFile({ Workbook: lockXls(stream) }), 'a.xls')
    expect(locked.text).toMatch(/^# S\n\nwords\n\n# Long\n\nrow 0 of the sheet\n[\s\S]*row 199 of the sheet$/)
    const other = makeCompoundFile({ Workbook: lockXls(stream, 'secret') })
    await expect(extract(other, 'a.xls')).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is refused as damaged where its list of sheets is missing', async () => {
    for (const stream of [makeBiff({ sheets: [] }), Buffer.from('no record'), Buffer.alloc(0)]) {
      await expect(extract(makeCompoundFile({ Workbook: stream }), 'a.xls')).rejects.toMatchObject({
        code: 'corrupt',
        message: 'This workbook is damaged: its list of sheets is missing.',
      })
    }
  })

  it('tells which sheets are missing, and reads a sheet that is listed again once', async () => {
    const chart = { name: 'Chart', kind: 2, records: [] }
    const stream = makeBiff({
      sheets: [sheet, { ...sheet, name: 'Again' }, { ...sheet, name: 'Gone' }, chart],
    })
    const place = (name: string) => stream.indexOf(text(name, { countBytes: 1 })) - 6
    stream.writeUInt32LE(stream.readUInt32LE(place('S')), place('Again'))
    const lost = stream.readUInt32LE(place('Gone'))
    const document = await extract(makeCompoundFile({ Workbook: stream.subarray(0, lost) }), 'a.xls')
    expect(document.text).toBe('# S\n\nwords')
    expect(document.warnings).toMatchObject([
      {
        said: { code: 'extraction.missing_sheets', values: { count: 2, total: 4, names: ['Again', 'Gone'] } },
      },
    ])
  })

  it('has its sheets in their order where the list has wrong places for them', async () => {
    const chart = [bof(0x20), label(7, 7, 'copy of a cell'), eof()]
    const stream = makeBiff({
      sheets: [
        { name: 'One', records: [...chart, label(0, 0, 'words')] },
        { name: 'Two', records: [label(0, 0, 'of two')] },
        { name: 'Three', records: [label(0, 0, 'of three')] },
      ],
    })
    for (const name of ['Two', 'Three']) {
      const at = stream.indexOf(text(name, { countBytes: 1 })) - 6
      stream.writeUInt32LE(stream.readUInt32LE(at) - 2, at)
    }
    const document = await extract(makeCompoundFile({ Workbook: stream }), 'a.xls')
    expect(document.text).toBe('# One\n\nwords\n\n# Two\n\nof two\n\n# Three\n\nof three')
    expect(document.warnings).toEqual([])
  })

  it('tells of cells further to the right than a sheet has columns', async () => {
    const records = [label(0, 0, 'words'), label(0, 256, 'far'), label(1, 65_535, 'farther')]
    const document = await extract(makeXls({ sheets: [{ name: 'S', records }] }), 'a.xls')
    expect(document.text).toBe('# S\n\nwords')
    expect(document.warnings).toMatchObject([
      { said: { code: 'extraction.cut_columns', values: { count: 2, limit: 256 } } },
    ])
  })

  it('gives what stands before a record that leaves the file', async () => {
    const records = [label(0, 0, 'words'), bytes(u16(0x204), u16(60_000), Buffer.from('lost'))]
    expect((await extract(makeXls({ sheets: [{ name: 'S', records }] }), 'a.xls')).text).toBe('# S\n\nwords')
  })

  it('ends in text or is refused, whatever its bytes are', async () => {
    const stream = makeBiff({
      globals: [
        record(0x41e, u16(170), text('yyyy')),
        xf(170),
        sst(text('one'), richText('two', Buffer.alloc(8), Buffer.alloc(9))),
        continued([1, 0x61, 0]),
      ],
      sheets: [
        {
          ...sheet,
          records: [
            shared(0, 0, 0),
            shared(1, 0, 1),
            number(2, 3, 0, 4),
            formula(3, 0, 0, { kind: 0 }),
            record(0x207, text('five')),
          ],
        },
        {
          ...sheet,
          records: [
            record(0x5d, u16(0x15), u16(0x12), u16(0x19), u16(1)),
            record(0x1b6, new Uint8Array(10), u16(3), u16(0), u32(0)),
            continued([0], Buffer.from('six')),
            record(0x1c, u16(1), u16(1), u16(0), u16(1), text('Ada')),
            record(0xbd, u16(1), u16(2), u16(0), u32(7), u16(0), u32(9), u16(3)),
            cell(0x205, 1, 1, 0, [7, 1]),
          ],
        },
      ],
    })
    let seed = 11
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let run = 0; run < 400; run++) {
      const broken = Buffer.from(stream).subarray(0, run % 4 === 0 ? random(stream.length) : stream.length)
      for (let hit = 0; hit < 6 && broken.length > 0; hit++)
        broken.writeUInt8(random(256), random(broken.length))
      try {
        await extract(makeCompoundFile({ Workbook: broken }), 'a.xls')
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:corrupt|unsupported)$/) })
      }
    }
  })
})
