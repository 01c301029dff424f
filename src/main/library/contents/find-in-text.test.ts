import { describe, expect, it } from 'vitest'
import { findInText } from './find-in-text'

const never = new AbortController().signal
const plain = { form: 'plain', pages: [] } as const
const found = async (text: string, words: string, limit = 10) => findInText(text, words, limit, plain, never)

describe('words looked for in a document', () => {
  it('are found whatever their case and the white space between them, with what stands around them', async () => {
    const { matches, more } = await findInText(
      'One page.\nThe Sluice\n gate, the sluice gate.',
      'sluice gate',
      10,
      {
        form: 'plain',
        pages: [
          { page: 1, start: 0, end: 10 },
          { page: 2, start: 10, end: 45 },
        ],
      },
      never,
    )
    expect(matches).toEqual([
      {
        start: 14,
        end: 26,
        page: 2,
        before: 'One page. The ',
        words: 'Sluice gate',
        after: ', the sluice gate.',
      },
      {
        start: 32,
        end: 43,
        page: 2,
        before: 'One page. The Sluice gate, the ',
        words: 'sluice gate',
        after: '.',
      },
    ])
    expect(more).toBe(false)
  })

  it.each([
    [
      'Die Fähren über den Fluß nach Österreich',
      'uber den FLUSS nach osterreich',
      'über den Fluß nach Österreich',
    ],
    ['Die Strasse nach Osterreich', 'Straße nach Österreich', 'Strasse nach Osterreich'],
    ['Cafe\u0301 Œuvre', 'café oeuvre', 'Cafe\u0301 Œuvre'],
    ['Das Maß (groß).', 'mass (gross)', 'Maß (groß)'],
    ['Ελλάδα', 'ελλαδα', 'Ελλάδα'],
    ['Maße und Masse', 'masse und maße', 'Maße und Masse'],
    ['हिंदी', 'हिंद', 'हिंद'],
    ['5 m² und ٣ … مدرسة', 'm² und ٣ … مدرسة', 'm² und ٣ … مدرسة'],
    ['a.b a1b', 'a1b', 'a1b'],
    ['They \ufb01nd an o\ufb03ce', 'find an office', '\ufb01nd an o\ufb03ce'],
    ['They find an office', '\ufb01nd an o\ufb03ce', 'find an office'],
    [
      'a ba\ufb04ing o\ufb00ice, sta\ufb00 \ufb02at',
      'baffling office, staff flat',
      'ba\ufb04ing o\ufb00ice, sta\ufb00 \ufb02at',
    ],
    ['of\ufb01ce', 'office', 'of\ufb01ce'],
    ['\ufb05one to \ufb06and', 'stone to stand', '\ufb05one to \ufb06and'],
    ['\u0130stanbul', 'istanbul', '\u0130stanbul'],
    ['I\u0307stanbul', 'istanbul', 'I\u0307stanbul'],
    ['in istanbul', '\u0130STANBUL', 'istanbul'],
  ])('are found with accents and ligatures or without: %s', async (text, words, expected) => {
    expect((await found(text, words)).matches.map(({ start, end }) => text.slice(start, end))).toEqual([
      expected,
    ])
  })

  it('are others where a letter is another one', async () => {
    for (const words of ['Masten', 'Haffen', 'й']) {
      expect((await found('Hafen, Matten, и', words)).matches, words).toEqual([])
    }
  })

  it('stand between whole words', async () => {
    const { matches } = await found(`${'morning '.repeat(9)}low water ${'evening '.repeat(9)}`, 'low water')
    const [{ before, after } = { before: '', after: '' }] = matches
    expect(before).toMatch(/^ ?(morning ){3,}$/)
    expect(after).toMatch(/^( evening){3,} ?$/)
    const [long] = (await found(`${'x'.repeat(80)} ebb ${'y'.repeat(80)}`, 'ebb')).matches
    expect(long).toMatchObject({ before: `${'x'.repeat(39)} `, after: ` ${'y'.repeat(39)}` })
  })

  it('stand without the dots of a table of contents', async () => {
    const text = 'Sluices . . . . . . . . 7\n2.1 Locks .......... 8\n2.2 Weirs'
    const [match] = (await found(text, 'locks')).matches
    expect(match).toMatchObject({ before: 'Sluices … 7 2.1 ', words: 'Locks', after: ' … 8 2.2 Weirs' })
  })

  it('stand between the cells of a table, without its bars and the line below its head', async () => {
    const text = `Before it.\n\n| Place | Depth |  | Note |\n|${' --- |'.repeat(40)}\n| Weir | 4 m |  | a \\| b |\n| Lock | 7 m | | |\n`
    const [middle] = (await found(text, 'weir')).matches
    expect(middle).toMatchObject({
      before: 'Before it. · Place · Depth · Note · ',
      after: ' · 4 m · a | b · Lock · 7 m',
    })
    const [last] = (await found(text, '7 m')).matches
    expect(last).toMatchObject({ before: 'Note · Weir · 4 m · a | b · Lock · ', after: '' })
    const [head] = (await found('| Place | Depth |\n| --- | --- |', 'place')).matches
    expect(head).toMatchObject({ before: '', after: ' · Depth' })
  })

  it('keep the bars of a line that is no row of a table', async () => {
    const [match] = (await found('either a || b | c', 'b')).matches
    expect(match).toMatchObject({ before: 'either a || ', after: ' | c' })
  })

  it('are signs, not a pattern', async () => {
    expect((await found('a.c abc (x [y', '.')).matches).toHaveLength(1)
    expect((await found('a.c abc (x [y', '(x [y')).matches).toHaveLength(1)
  })

  it('are found once each across the stretches that are looked through', async () => {
    const text = `${'x'.repeat(399_995)} low water ${'y '.repeat(300_000)}low water`
    expect((await found(text, 'low water')).matches.map(({ start }) => start)).toEqual([
      399_996,
      text.length - 9,
    ])
  })

  it('end at the limit, and say so', async () => {
    expect(await found('tide '.repeat(20), 'tide', 5)).toMatchObject({ more: true, matches: { length: 5 } })
  })

  it.each([
    [
      '## Rent\n\nIt is **640 euros**, see [the lease](lease.pdf).',
      'euros',
      'Rent · It is 640 ',
      ', see the lease.',
    ],
    [
      '## Rent\n\nIt is **640 euros**, see [the lease](lease.pdf).',
      '640 euros',
      'Rent · It is ',
      ', see the lease.',
    ],
    ['- `npm` is\n- *due* ~~today~~', 'due', 'npm is · ', ' today'],
    [
      '| Room | Area |\n| --- | --- |\n| **Kitchen** | 11 m² |\n\n> Measured',
      'kitchen',
      'Room · Area · ',
      ' · 11 m² · Measured',
    ],
    ['# A tide\n\nEnd', 'tide', 'A ', ' · End'],
  ])('in Markdown %j stand %j between words without signs', async (text, words, before, after) => {
    const { matches } = await findInText(text, words, 10, { form: 'markdown', pages: [] }, never)
    const [match] = matches
    expect(match).toMatchObject({ before, after })
    expect(text.slice(match?.start, match?.end).toLowerCase()).toBe(words)
    expect(match?.words.toLowerCase()).toBe(words)
  })

  it('in Markdown stand as it is written where they are in what is not shown, and elsewhere always', async () => {
    const text = 'See **the** [lease](rent.pdf).'
    const { matches } = await findInText(text, 'rent', 10, { form: 'markdown', pages: [] }, never)
    expect(matches[0]).toMatchObject({ before: 'See **the** [lease](', words: 'rent', after: '.pdf).' })
    expect((await found('def f(**args):', 'args')).matches[0]).toMatchObject({
      before: 'def f(**',
      after: '):',
    })
  })

  it('in Markdown stand between what looks like HTML where that is words', async () => {
    const text = 'The **rent** of <b>Mr. Tagg</b> &amp; <div> is due.'
    const shown = { form: 'markdown', pages: [] } as const
    const { matches } = await findInText(text, 'rent', 10, { ...shown, html: 'words' }, never)
    expect(matches[0]).toMatchObject({ before: 'The ', after: ' of <b>Mr. Tagg</b> &amp; <div> is due.' })
    const authored = await findInText(text, 'rent', 10, shown, never)
    expect(authored.matches[0]).toMatchObject({ after: ' of Mr. Tagg & is due.' })
  })

  it('are shown as written in code, however far its fences are', async () => {
    const filler = 'x = 1\n'.repeat(200)
    const text = `# Boats\n\n\`\`\`py\n${filler}# make\ndef __init__(self, **kw)\n${filler}\`\`\`\n\n**a** __init__ **b**`
    const { matches } = await findInText(text, 'init', 10, { form: 'markdown', pages: [] }, never)
    const shown = matches.map(({ before, words, after }) => `${before}${words}${after}`)
    expect(shown[0]).toContain('# make def __init__(self, **kw) x = 1')
    expect(shown[1]).toMatch(/ a init b$/u)
  })
})
