import { describe, expect, it } from 'vitest'
import { makeCompoundFile } from '../../../../../tests/support/make-compound-file'
import { type DocParts, makeDoc } from '../../../../../tests/support/make-doc'
import { makeSummary } from '../../../../../tests/support/make-summary'
import { seeded, seedOfRun } from '../../../../../tests/support/seeded'
import { openCompoundFile } from '../compound/compound-file'
import { extractDoc } from './doc'

const read = (parts: DocParts) => extractDoc(makeDoc(parts))

const styles = [{ builtIn: 0 }, { builtIn: 1 }, { name: 'Kapitel', basedOn: 1 }, { builtIn: 19 }]
const cell = (text: string) => ({ text, end: '\x07' as const, modifiers: [[0x2416, 1]] as const })
const rowEnd = {
  text: '',
  end: '\x07' as const,
  modifiers: [
    [0x2416, 1],
    [0x2417, 1],
  ] as const,
}

describe('a document of Word 97', () => {
  it('has its paragraphs, and headings by its styles, in whatever language they are named', () => {
    const { text, headings, title } = read({
      styles,
      paragraphs: [
        { text: 'Mietvertrag', style: 1 },
        { text: 'Die Miete beträgt 700 €.\x0bSie ist am Ersten fällig.' },
        { text: 'Kündigung', style: 2 },
        { text: 'Drei Monate' },
        { text: 'Inhalt\t3', style: 3 },
        { text: 'Anhang', modifiers: [[0x2640, 1]] },
      ],
    })
    expect(text).toBe(
      '# Mietvertrag\n\nDie Miete beträgt 700 €.\nSie ist am Ersten fällig.\n\n# Kündigung\n\nDrei Monate\n\n## Anhang',
    )
    expect(headings.map(({ level, title: words }) => [level, words])).toEqual([
      [1, 'Mietvertrag'],
      [1, 'Kündigung'],
      [2, 'Anhang'],
    ])
    expect(title).toBe('Mietvertrag')
  })

  it('is read across its pieces, of which some have one byte a character', () => {
    const paragraphs = [{ text: 'Ein Brief aus Łódź' }, { text: 'naïve “quotes”'.replaceAll(/[“”]/g, '"') }]
    expect(read({ paragraphs, narrowFrom: 19 }).text).toBe('Ein Brief aus Łódź\n\nnaïve "quotes"')
    expect(read({ paragraphs, narrowFrom: 22 }).text).toBe('Ein Brief aus Łódź\n\nnaïve "quotes"')
  })

  it('has its tables, also those in cells', () => {
    const inner = (text: string, code: number) => ({
      text,
      modifiers: [
        [0x2416, 1],
        [0x6649, 2, 0, 0, 0],
        [code, 1],
      ] as const,
    })
    const { text } = read({
      paragraphs: [
        { text: 'Before' },
        ...[cell('Name'), cell('Rent'), rowEnd],
        { text: 'Two', modifiers: [[0x2416, 1]] },
        ...[cell('lines'), cell('700 | 20'), rowEnd],
        ...[inner('in', 0x244b), inner('side', 0x244b), inner('', 0x244c), cell(''), cell('x'), rowEnd],
        { text: 'After' },
      ],
    })
    expect(text).toBe(
      'Before\n\n| Name | Rent |\n| --- | --- |\n| Two lines | 700 \\| 20 |\n| in side | x |\n\nAfter',
    )
  })

  it('has its lists with their own numbers', () => {
    const lists = [
      [
        { format: 0, text: '\x00.' },
        { format: 4, text: '\x00.\x01)' },
      ],
      [{ format: 23, text: '•' }],
      [{ format: 1, text: 'Art. \x00', start: 4 }],
    ]
    const point = (text: string, list: number, level = 0) => ({
      text,
      modifiers: [
        [0x460b, list, 0],
        [0x260a, level],
      ] as const,
    })
    const { text } = read({
      lists,
      paragraphs: [
        point('First', 1),
        point('Below', 1, 1),
        point('Second', 1),
        point('Bullet', 2),
        { text: 'Between' },
        point('Fourth', 3),
        point('Third', 1),
      ],
    })
    expect(text).toBe(
      '1. First\n   - 1.a) Below\n2. Second\n\n- Bullet\n\nBetween\n\n- Art. IV Fourth\n3) Third',
    )
  })

  it('counts points that name their list by a negative number, and none that are in no list', () => {
    const styled = [{ builtIn: 0 }, { name: 'Clause', modifiers: [[0x460b, 1, 0]] as const }]
    const { text } = read({
      styles: styled,
      lists: [[{ format: 0, text: '\x00.' }]],
      paragraphs: [
        { text: 'First', style: 1 },
        { text: 'Between', style: 1, modifiers: [[0x460b, 0x01, 0xf8]] },
        { text: 'Passed over', style: 1, modifiers: [[0x260a, 0x0c]] },
        { text: 'Second', modifiers: [[0x460b, 0xff, 0xff]] },
      ],
    })
    expect(text).toBe('1. First\n\nBetween\n\nPassed over\n\n2. Second')
  })

  it('has what came of its fields, links with their addresses, and nothing that was deleted', () => {
    const { text } = read({
      paragraphs: [
        {
          text: 'See \x13 HYPERLINK "https://example.org/a" \x14the \x13PAGE\x14\x15page\x15, p. \x13PAGEREF x \x14\x13 IF \x147\x15\x15.',
        },
        { text: 'kept gone kept', runs: [{ from: 5, to: 10, modifiers: [[0x0800, 1]] }] },
        {
          text: 'E = mc2, H2O',
          runs: [
            { from: 6, to: 7, modifiers: [[0x2a48, 1]] },
            { from: 10, to: 11, modifiers: [[0x2a48, 2]] },
          ],
        },
        { text: '\x01picture\x08 non\x1ebreaking soft\x1fhyphen' },
      ],
    })
    expect(text).toBe(
      'See [the page](https://example.org/a), p. 7.\n\nkept kept\n\nE = mc², H₂O\n\npicture non\u2011breaking softhyphen',
    )
  })

  it('has the signs of its fonts of symbols', () => {
    const { text } = read({
      fonts: ['Arial', 'Symbol'],
      paragraphs: [{ text: '( = 3', runs: [{ from: 0, to: 5, modifiers: [[0x6a09, 1, 0, 0x61, 0xf0]] }] }],
    })
    expect(text).toBe('α = 3')
  })

  it('has its notes, comments and text boxes behind the text', () => {
    const { text } = read({
      paragraphs: [{ text: 'One\x02 and two\x02 and a remark\x05.' }],
      footnotes: [{ at: 3, text: 'At the foot' }],
      endnotes: [{ at: 12, text: 'At the end' }],
      comments: [{ at: 26, text: 'Is that so?', author: 'Ada' }],
      boxes: 'In a box\r',
    })
    expect(text).toBe(
      'One[1] and two[2] and a remark[C1].\n\nIn a box\n\n[1] At the foot\n\n[2] At the end\n\n[C1] Ada: Is that so?',
    )
  })

  it('has the title that it says of itself', () => {
    const tree = openCompoundFile(makeDoc({ paragraphs: [{ text: 'x' }] }))
    const streams = ['WordDocument', '1Table'].map(
      (name) => [name, tree.stream(name) ?? Buffer.alloc(0)] as const,
    )
    const summary = makeSummary(1252, { 2: 'Lease of 2003' })
    const file = makeCompoundFile({ ...Object.fromEntries(streams), '\x05SummaryInformation': summary })
    expect(extractDoc(file).title).toBe('Lease of 2003')
  })

  it('is held in little memory, however often it tells the same formats', () => {
    const modifiers = Array.from({ length: 60 }, (_each, at) => [0x460b, at, 0] as const)
    const paragraphs = Array.from({ length: 3000 }, () => ({ text: 'x', modifiers }))
    const file = makeDoc({ paragraphs })
    const before = process.memoryUsage().heapUsed
    expect(extractDoc(file).text.length).toBeGreaterThan(3000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000)
  })

  it('behind a password is refused in words', () => {
    expect(() => read({ paragraphs: [{ text: 'secret' }], flags: 0x0300 })).toThrow('protected by a password')
  })

  it('without its text says so', () => {
    expect(() => extractDoc(makeCompoundFile({ Other: Buffer.from('x') }))).toThrow('its text is missing')
    expect(() => extractDoc(makeCompoundFile({ WordDocument: Buffer.alloc(600, 1) }))).toThrow()
    const noTable = openCompoundFile(makeDoc({ paragraphs: [{ text: 'x' }] })).stream('WordDocument')
    expect(() => extractDoc(makeCompoundFile({ WordDocument: noTable ?? Buffer.alloc(0) }))).toThrow(
      'its text is missing',
    )
  })

  it('ends in text or in a sentence, whatever its bytes are', () => {
    const { below } = seeded(seedOfRun())
    const whole = makeDoc({
      styles,
      lists: [[{ format: 0, text: '\x00.' }]],
      fonts: ['Symbol'],
      paragraphs: [
        { text: 'One\x02 \x13 HYPERLINK "https://example.org" \x14two\x15', style: 1 },
        ...[cell('a'), cell('b'), rowEnd],
        { text: 'point', modifiers: [[0x460b, 1, 0]] },
      ],
      footnotes: [{ at: 3, text: 'note' }],
    })
    for (let run = 0; run < 500; run++) {
      const broken = Buffer.from(whole)
      for (let hit = 0; hit < 12; hit++) broken.writeUInt8(below(256), 512 + below(broken.length - 512))
      try {
        expect(typeof extractDoc(broken).text).toBe('string')
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:corrupt|too_large|unsupported)$/) })
      }
    }
  })
})

describe('a document of Word 6', () => {
  function makeOld(text: Buffer, { language = 0x409, system = 0 } = {}): Buffer {
    const document = Buffer.alloc(1024)
    document.writeUInt16LE(0xa5dc, 0)
    document.writeUInt16LE(0x65, 2)
    document.writeUInt16LE(language, 6)
    document.writeUInt8(system, 0x12)
    document.writeUInt32LE(1024, 0x18)
    document.writeUInt32LE(text.length, 0x34)
    return makeCompoundFile({ WordDocument: Buffer.concat([document, text]) })
  }

  it('has its text behind fields that nothing came of, and those that end nowhere', () => {
    const text = Buffer.from(
      'Intro\x13XE "tram"\x15 goes on.\rSecond \x13 IF \x13REF a\x141\x15\x14yes\x15\x13XE\rThird\r',
      'latin1',
    )
    expect(extractDoc(makeOld(text)).text).toBe('Intro goes on.\n\nSecond yes\n\nThird')
  })

  it('is read in little time, however many fields it begins', () => {
    const text = Buffer.from(`${'\x13\x14'.repeat(200_000)}x\r`, 'latin1')
    // Where all of them are looked through for each it takes minutes.
    expect(extractDoc(makeOld(text)).text).toBe('x')
  })

  it('has its text, in the letters of its language', () => {
    const text = Buffer.from('One\x13PAGE\x147\x15\rA\x07B\x07\x07C\x07D\x07\x07end\r', 'latin1')
    expect(extractDoc(makeOld(text)).text).toBe('One7\n\nA\tB\n\nC\tD\n\nend')
    expect(extractDoc(makeOld(Buffer.from([0xcf, 0xf0, 0xe8, 0x0d]), { language: 0x419 })).text).toBe('При')
    expect(extractDoc(makeOld(Buffer.from([0x8e, 0x74, 0x8e, 0x0d]), { system: 1 })).text).toBe('été')
  })
})
