import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import {
  atom,
  comment,
  container,
  group,
  laterStyles,
  makePpt,
  shape,
  table,
  tagged,
  textRecords,
  wordArt,
} from '../../../../../tests/support/make-ppt'
import { makeSummary } from '../../../../../tests/support/make-summary'
import { extractPpt } from './ppt'
import { RECORD } from './ppt-records'

const extract = setUpExtraction()
const read = (source: Parameters<typeof makePpt>[0]) => extract(makePpt(source), 'talk.ppt')

const TITLE = 0
const BODY = 1
const NOTES = 2
const SUBTITLE = 5
const text = (words: string, type?: number) => shape(textRecords({ text: words, type }))
const number = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const pagesOf = ({ pages, text: all }: Awaited<ReturnType<typeof extract>>) =>
  pages.map(({ start, end }) => all.slice(start, end))

describe('a presentation of before 2007', () => {
  it('has a page for each slide in the order of the presentation, with titles and notes', async () => {
    const document = await read({
      slides: [
        { shapes: [text('Tides', TITLE), text('for all\vof us', SUBTITLE)] },
        {
          shapes: [text('Sun\rMoon', BODY), text('Causes', TITLE), text('alone')],
          notes: [text('A header'), text('Say it slowly.\rThen pause.', NOTES)],
        },
      ],
    })
    expect(document).toMatchObject({ title: 'Tides', mime: 'application/vnd.ms-powerpoint', warnings: [] })
    expect(pagesOf(document)).toEqual([
      '# Tides\n\nfor all\nof us',
      '# Causes\n\n- Sun\n- Moon\n\nalone\n\n> Say it slowly.\n\n> Then pause.',
    ])
  })

  it('has the levels of its points, and letters of a byte each', async () => {
    const points = textRecords({
      type: BODY,
      text: 'Sun\rn\xe9ar\r\rMoon \x96 far',
      levels: [0, 1, 0, 2],
      inBytes: true,
    })
    expect(pagesOf(await read({ slides: [{ shapes: [shape(points)] }] }))).toEqual([
      '- Sun\n  - néar\n    - Moon – far',
    ])
  })

  it('has the numbers of its points, of those that the document keeps too', async () => {
    const styles = laterStyles({ type: 3, start: 2 }, null, { type: 9, start: 3 })
    const points = {
      type: BODY,
      text: 'Sun\rnear\rhot\rMoon\rWind',
      levels: [0, 1, 1, 0, 0],
      marks: [0, 2, 2, 0, 1],
    }
    const beside = container(RECORD.clientData, tagged('___PPT9', styles))
    const own = await read({ slides: [{ shapes: [shape(textRecords(points), { more: [beside] })] }] })
    const numbered = '2. Sun\n   - c) near\n   - d) hot\n3. Moon\n\n- Wind'
    expect(own.text).toBe(numbered)
    const header = atom(RECORD.laterOutlineHeader, number(0x100), number(BODY))
    const kept = await read({
      slides: [
        { outline: textRecords(points), shapes: [shape([atom(RECORD.outlineTextRefAtom, number(0))])] },
      ],
      later: [tagged('___PPT9', container(RECORD.laterOutline, header, styles))],
    })
    expect(kept.text).toBe(numbered)
  })

  it('has texts that the document keeps, where shapes name them, and each once', async () => {
    const named = (index: number) => shape([atom(RECORD.outlineTextRefAtom, number(index))])
    const outline = [
      ...textRecords({ text: 'Tides', type: TITLE }),
      ...textRecords({ text: 'Sun\rMoon', type: BODY, levels: [0, 1] }),
    ]
    const document = await read({
      slides: [{ outline, shapes: [named(1), named(0), named(1), named(7)] }],
    })
    expect(document.text).toBe('# Tides\n\n- Sun\n  - Moon')
  })

  it('has the texts of groups, tables and drawn words', async () => {
    const cells = [
      ['Port', 'Height'],
      ['Emden', ''],
      ['', '3 m'],
    ]
    const document = await read({
      slides: [{ shapes: [group(text('inner'), group(text('innermost'))), table(cells), wordArt('Drawn')] }],
    })
    expect(document.text).toBe(
      'inner\n\ninnermost\n\n| Port | Height |\n| --- | --- |\n| Emden |  |\n|  | 3 m |\n\nDrawn',
    )
  })

  it('has the comments on its slides', async () => {
    const comments = [comment('Ann', 'Is this true?\rAll of it?'), comment('', 'Yes.')]
    const slide = {
      shapes: [text('One')],
      more: [tagged('___PPT9', comment('', 'no')), tagged('___PPT10', ...comments)],
    }
    expect((await read({ slides: [slide] })).text).toBe(
      'One\n\n> Ann: Is this true?\n\n> All of it?\n\n> Yes.',
    )
  })

  it('whose groups are inside each other without an end is read beside them', async () => {
    const depth = 100_000
    const headers = Array.from({ length: depth }, (_each, at) => {
      const header = container(RECORD.shapeGroup)
      header.writeUInt32LE((depth - at - 1) * 8, 4)
      return header
    })
    const document = await read({ slides: [{ shapes: [Buffer.concat(headers), text('beside')] }] })
    expect(document.text).toBe('beside')
  })

  it('with more shapes on a slide than a call can have arguments is read', () => {
    const box = container(
      RECORD.shape,
      container(RECORD.clientTextbox, atom(RECORD.textBytesAtom, Buffer.from('x'))),
    )
    const document = extractPpt(makePpt({ slides: [{ shapes: Array.from({ length: 150_000 }, () => box) }] }))
    expect(document.text).toHaveLength(150_000 * 3 - 2)
  }, 30_000)

  it('leaves out what is deleted, and what every slide repeats', async () => {
    const footer = container(RECORD.clientData, atom(RECORD.roundTripPlaceholderAtom, Buffer.from([9])))
    const numbered = textRecords({ text: 'page * of 9', more: [atom(RECORD.slideNumberSign, number(5))] })
    const slide = {
      shapes: [
        shape(textRecords({ text: 'gone' }), { isDeleted: true }),
        shape(textRecords({ text: 'date' }), { placeholder: 7 }),
        shape(textRecords({ text: 'footer' }), { more: [footer] }),
        shape(textRecords({ text: 'kept' }), { placeholder: 14 }),
        shape(numbered),
      ],
    }
    const document = await read({ slides: [slide], former: [{ shapes: [text('before')] }, slide, slide] })
    expect(pagesOf(document)).toEqual(['kept\n\npage  of 9'])
  })

  it('is read where the place of its last edit is lost, and where all places are', async () => {
    const slides = [
      { shapes: [text('One', TITLE)] },
      { shapes: [text('Two', TITLE)], notes: [text('Say', NOTES)] },
    ]
    const former = [{ shapes: [text('Former', TITLE)] }]
    const pages = ['# One', '# Two\n\n> Say']
    expect(pagesOf(await read({ slides, former, editAt: 77 }))).toEqual(pages)
    const file = makePpt({ slides })
    // The directory says of nothing where it is.
    file.writeUInt32LE(0, file.indexOf(Buffer.from([0x72, 0x17])) + 2)
    // What is left is the order of the stream.
    expect(pagesOf(await extract(file, 'a.ppt'))).toEqual(pages.toReversed())
  })

  it('has slides that were saved at another time than their list, also where what was saved then is lost', async () => {
    const former = ['One', 'Two', 'Three'].map((title) => ({ shapes: [text(title, TITLE)] }))
    const file = makePpt({ slides: former.slice(0, 2), former, isListAlone: true })
    expect(pagesOf(await extract(file, 'a.ppt'))).toEqual(['# One', '# Two'])
    // The last edit names itself as the one before.
    const edit = file.lastIndexOf(Buffer.from([0xf5, 0x0f, 28]))
    const stream = file.indexOf(Buffer.from([0x0f, 0, 0xee, 0x03]))
    file.writeUInt32LE(edit - 2 - stream, edit + 6 + 8)
    expect(pagesOf(await extract(file, 'a.ppt'))).toEqual(['# One', '# Two'])
  })

  it('tells which slide is missing, and gives what the document keeps of it', async () => {
    const outline = textRecords({ text: 'Lost', type: TITLE })
    const file = makePpt({ slides: [{ shapes: [text('One')] }, { shapes: [text('Two')], outline }] })
    // The second slide stands first, and is of another type.
    const at = file.indexOf(Buffer.from([0xee, 0x03]))
    file.writeUInt16LE(0x1234, at)
    const document = await extract(file, 'a.ppt')
    expect(pagesOf(document)).toEqual(['One', '# Lost'])
    expect(document.warnings).toMatchObject([{ said: { code: 'extraction.missing_slides' } }])
  })

  it('has the title that somebody gave it', async () => {
    const titled = (title: string) =>
      read({
        slides: [{ shapes: [text('Tides', TITLE)] }],
        more: { '\x05SummaryInformation': makeSummary(null, { 2: Buffer.from(title) }) },
      })
    expect((await titled('High water')).title).toBe('High water')
    for (const title of ['PowerPoint Presentation', 'No Slide Title', 'Kein Folientitel']) {
      expect((await titled(title)).title).toBe('Tides')
    }
  })

  it('with a password, without slides or without a document is refused', async () => {
    const slides = [{ shapes: [text('One')] }]
    await expect(read({ slides, token: 0xf3d1c4df })).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('password'),
    })
    await expect(read({ slides: [] })).rejects.toMatchObject({ code: 'unsupported' })
    const file = makePpt({ slides })
    file.writeUInt16LE(0x1234, file.indexOf(Buffer.from([0x0f, 0, 0xe8, 0x03])) + 2)
    await expect(extract(file, 'a.ppt')).rejects.toMatchObject({ code: 'corrupt' })
  })

  it('in which slides share what they say does not grow', () => {
    const words = 'words '.repeat(20_000)
    const file = makePpt({
      slides: Array.from({ length: 200 }, (_each, index) => ({ shapes: index === 0 ? [text(words)] : [] })),
    })
    // The directory names the first slide for all of them.
    const directory = file.indexOf(Buffer.from([0x72, 0x17])) - 2
    const places: number[] = []
    for (let at = directory + 8; at < directory + 8 + 200 * 8; at += 8) places.push(at + 4)
    const first = file.readUInt32LE(places[199] ?? 0)
    for (const place of places) file.writeUInt32LE(first, place)
    expect(extractPpt(file).text.length).toBeLessThan(3 * words.length)
  })

  it('is read whatever its bytes are', () => {
    const file = makePpt({
      slides: [
        {
          shapes: [table([['a', 'b']]), group(text('inner')), wordArt('Drawn')],
          notes: [text('Say', NOTES)],
        },
      ],
      former: [{ shapes: [text('before')] }],
    })
    let seed = 5
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let run = 0; run < 500; run++) {
      const broken = Buffer.from(file)
      for (let hit = 0; hit < 10; hit++) broken.writeUInt8(random(256), 512 + random(broken.length - 512))
      try {
        extractPpt(broken)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:corrupt|too_large|unsupported)$/) })
      }
    }
  })
})
