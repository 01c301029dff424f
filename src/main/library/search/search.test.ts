import { describe, expect, it } from 'vitest'
import { setUpSearchDesk } from '../../../../tests/support/search-desk'
import { seeded } from '../../../../tests/support/seeded'
import { stemWord } from '../analysis/languages'
import { checkIndex } from '../index/check-index'
import { retitleDocument } from '../index/index-document'
import { openLiveIndex } from './live-index'
import { rankPlaces } from './rank'
import { createAccumulators } from './scored-places'

const desk = setUpSearchDesk()
const { store, search, ids } = desk

describe('ranking', () => {
  it('puts the passage with more of the words first, and titles before bodies', async () => {
    await store('one', ['the harbour is deep', 'tides of the harbour come twice'])
    await store('two', ['something of the sea'], { title: 'Tides' })
    expect(ids('harbour tides')).toEqual(['one#1', 'two#0', 'one#0'])
  })

  it('goes by the words that tell most in a long question, wherever they stand', async () => {
    const words = Array.from(
      { length: 100 },
      (_, index) => `q${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10)]}z`,
    )
    await store('one', [words.join(' ')])
    await store('two', [words.join(' ')])
    await store('wanted', ['lagoon and something beside'])
    expect(ids(`${words.join(' ')} lagoon`)).toContain('wanted#0')
  })

  it('goes by what a question says again', async () => {
    await store('harbour', ['harbour and something beside'])
    await store('lagoon', ['lagoon and something beside'])
    expect(ids('harbour lagoon')).toEqual(['harbour#0', 'lagoon#0'])
    expect(ids('harbour lagoon lagoon')).toEqual(['lagoon#0', 'harbour#0'])
    await store('use', ['use and something beside'])
    expect(ids('harbour use')).toEqual(['harbour#0', 'use#0'])
    expect(ids('harbour use use use')).toEqual(['harbour#0', 'use#0'])
  })

  it('gives nothing for the order of grams, which overlap', async () => {
    await store('in-order', ['春夏、夏秋、秋冬'])
    await store('reversed', ['秋冬、夏秋、春夏'])
    const [first, second] = search('春夏秋冬')
    expect(first?.score).toBeCloseTo(second?.score ?? 0, 10)
  })

  it('tells words of Vietnamese by their marks, and finds them without when none is typed', async () => {
    const sentence = 'là một từ của người trong các câu và không có gì'
    await store('ghost', [`ma ${sentence}`])
    await store('mother', [`má ${sentence}`])
    await store('code', [`mã ${sentence}`])
    expect(ids('mã')).toEqual(['code#0'])
    expect(ids('má')).toEqual(['mother#0'])
    expect(ids('ma').toSorted()).toEqual(['code#0', 'ghost#0', 'mother#0'])
  })

  it('gives nothing for a gram that follows a number', async () => {
    await store('one', ['1989년도 서울'])
    await store('other', ['년도 1989 서울'])
    expect(search('1989년도').map(({ similarity }) => similarity)).toEqual([1, 1])
  })

  it('asks for no grams that are likely beside those of the query: they are the rest of its words', async () => {
    await store('kamakura', ['鎌倉の大仏を見る', '鎌倉の大仏を撮る', '鎌倉で写真を見る'])
    expect(search('鎌倉').map(({ similarity }) => similarity)).toEqual([1, 1, 1])
  })

  it('finds a word of Thai by three of its letters, by two and by one', async () => {
    await store('sea', ['น้ำทะเลขึ้นลง'])
    await store('land', ['แผ่นดินไหว'])
    for (const query of ['ทะเล', 'ทะ', 'ง', 'ลง']) expect(ids(query)).toEqual(['sea#0'])
  })

  it('takes a word in the section path for more than two more mentions in the text', async () => {
    await store('often', ['the tides and tides and tides of the sea'])
    await store('section', ['the tides and winds and waves of the sea'], { section: 'Tides' })
    expect(ids('tides')).toEqual(['section#0', 'often#0'])
  })

  it('shows another place before the next passage of a section, and keeps the order of scores', async () => {
    const section = 'Guide > Removal'
    await store(
      'guide',
      ['remove the tides of the sea', 'remove the tides of the land', 'remove the tides at home'],
      {
        section,
      },
    )
    await store('other', ['remove the tides and waves'], {
      section: 'Guide > Waves',
    })
    const found = search('remove tides')
    expect(found.map(({ document_id }) => document_id)).toEqual(['guide', 'other', 'guide', 'guide'])
    const scores = found.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(found.map(({ similarity }) => similarity * (scores[0] ?? 0))).toEqual(
      scores.map((score) => expect.closeTo(score) as number),
    )
  })

  it('stays in the document that the question names, however long that is', async () => {
    const guide = Array.from({ length: 60 }, (_, index) => `in Quillon the part ${index} of it is told`)
    await store('guide', [...guide, 'the tides come and go'], { title: 'Quillon' })
    const other = Array.from({ length: 30 }, (_, index) => `of something else part ${index}`)
    await store('other', [...other, 'tides, tides and tides: when they come'], { title: 'Waves' })
    expect(ids('when do the tides come')[0]).toBe('other#30')
    expect(ids('Quillon: when do the tides come')[0]).toBe('guide#60')
  })

  it('takes “manual” behind the name of a document for what that is, not for what is asked about', async () => {
    const parts = Array.from({ length: 60 }, (_, index) => `in Quillon the part ${index} of it is told`)
    const told = ['tides, and how the tides come and go', 'auto or manual: what sets the mode of such tides']
    await store('guide', [...parts, ...told], { title: 'Quillon' })
    for (const question of ['Quillon manual: tides', 'tides in the Quillon manual']) {
      expect(ids(question)[0]).toBe('guide#60')
    }
    for (const question of ['manual tides', 'manual Quillon tides']) {
      expect(ids(question)[0]).toBe('guide#61')
    }
  })

  it('prefers words that stand side by side as in the question', async () => {
    await store('apart', ['red is the colour of this house and of its roof and its car'])
    await store('beside', ['this house and its roof have a colour and the red car is of it'])
    expect(ids('red car')[0]).toBe('beside#0')
  })

  it('says whether there is more than is asked for', async () => {
    for (const id of ['one', 'two', 'three']) await store(id, [`the tides of ${id}`])
    const request = { query: 'tides', filter: {}, minSimilarity: 0, typing: false }
    expect(desk.searcher.search({ ...request, limit: 2 })).toMatchObject({ more: true })
    expect(desk.searcher.search({ ...request, limit: 3 })).toMatchObject({ more: false })
  })

  it('gives the best a similarity of 1 and leaves out what is below the asked one', async () => {
    await store('one', [
      'tides tides tides and harbour',
      'a harbour for many ships of many lands far away from here',
    ])
    const results = search('tides harbour')
    expect(results.map(({ similarity }) => similarity > 0 && similarity <= 1)).toEqual([true, true])
    expect(results[0]?.similarity).toBe(1)
    expect(search('tides harbour', { minSimilarity: 0.9 })).toHaveLength(1)
  })

  it('takes the telling word before one that people put into any question, in English and German', async () => {
    await store('two', ['turn left at the old house'])
    await store('one', ['tides come here every morning'])
    expect(ids('where do tides turn')).toEqual(['one#0', 'two#0'])
    await store('zwei', ['und die Leute aus dem Haus machen mit'])
    await store('eins', ['und der Hafen ist bei der Stadt'])
    expect(ids('was machen wir im Hafen')).toEqual(['eins#0', 'zwei#0'])
  })

  it('puts a table of contents, which has all the words, behind the passage that tells of them', async () => {
    const contents = ['Removing packages', 'Updating packages', 'Installing packages', 'Removing libraries']
      .map((heading, page) => `${heading} . . . . . . . . . . ${page + 29}`)
      .join('\n')
    await store('manual', [contents, 'Packages are removed from a command prompt by the command below.'])
    expect(ids('removing packages')).toEqual(['manual#1', 'manual#0'])
  })

  it('shows other documents before a fourth passage of the same row', async () => {
    await store(
      'long',
      Array.from({ length: 8 }, () => 'tides and tides and tides'),
    )
    await store('short', ['tides once among other words that nobody asked for'])
    const found = search('tides', { limit: 4 }).map(({ document_id }) => document_id)
    expect(found).toEqual(['long', 'long', 'long', 'short'])
  })

  it('finds words of a language without spaces, one letter of it, and ligatures by plain letters', async () => {
    await store('ja', ['潮の満ち引きは月の引力による'])
    await store('fi', ['a ﬁne ofﬁce'])
    expect(ids('月の引力')).toEqual(['ja#0'])
    expect(ids('潮')).toEqual(['ja#0'])
    expect(ids('fine office')).toEqual(['fi#0'])
  })

  it('still finds two words that stand in most passages by the one that has both', async () => {
    const many = (word: string) => Array.from({ length: 120 }, (_, index) => `${word} number ${index}`)
    await store('a', many('system'))
    await store('b', many('data'))
    await store('both', ['the data system'])
    expect(ids('data system', { limit: 1 })).toEqual(['both#0'])
  })
})

describe('words', () => {
  it('are found by any form in the language of the document, with or without accents', async () => {
    await store('de', ['Die Häuser der Stadt sind alt und sie werden nicht von allen gesehen.'])
    await store('fr', ['Les généralités de la vie sont dans le livre que nous avons lu avec vous.'])
    await store('ar', ['تقع المدرسة في وسط المدينة'])
    expect(ids('Haus')).toEqual(['de#0'])
    expect(ids('generalites')).toEqual(['fr#0'])
    expect(ids('مدرسة')).toEqual(['ar#0'])
  })

  it('may be the beginning of one while they are typed, and only then', async () => {
    await store('one', ['regulations of harbours'])
    expect(ids('harbours regul', { typing: true })).toEqual(['one#0'])
    expect(ids('regula', { typing: true })).toEqual(['one#0'])
    expect(ids('harb ', { typing: true })).toEqual([])
    expect(ids('harb')).toEqual([])
  })

  it('split letters from digits and are found whole and in parts', async () => {
    await store('report', ['nothing of the kind'], { title: 'Report FY2018' })
    await store('other', ['a year like 2018, and one like 2019'])
    expect(ids('fy 2018')[0]).toBe('report#0')
    expect(ids('FY2018')[0]).toBe('report#0')
  })

  it('in quotes must follow each other; without any such passage they are words', async () => {
    await store('apart', ['the car is red, the red one is a car'])
    await store('beside', ['one red car among many words that are of no use for this'])
    expect(ids('"red car"')).toEqual(['beside#0'])
    expect(ids('red car')).toHaveLength(2)
    expect(ids('"car roof" red')).toHaveLength(2)
  })

  it('behind a minus are left out, a hyphen is none, and alone they are words', async () => {
    await store('one', ['the moon and the sun'])
    await store('two', ['the moon alone'])
    expect(ids('moon -sun')).toEqual(['two#0'])
    expect(ids('moon-sun')).toHaveLength(2)
    expect(ids('-sun')).toEqual(['one#0'])
  })
})

describe('the name of a file', () => {
  const title = 'A guide to everything'
  const path = '/manuals/OctaveGuide_FY2018.pdf'

  it('helps to find its document, as words of the title do', async () => {
    await store('one', ['cell arrays hold anything', 'plots'], { title, source: '/manuals/matrix.pdf' })
    await store('two', ['cell arrays hold anything', 'plots'], { title, source: path })
    for (const query of ['octave cell arrays', 'guide fy 2018 cell arrays', 'FY2018 cell arrays']) {
      expect(search(query)[0]?.document_id, query).toBe('two')
    }
    expect(ids('octave')).toEqual(['two#0', 'two#1'])
    expect(ids('pdf')).toEqual([])
    expect(ids('manuals')).toEqual([])
  })

  it('counts no more than the same words in the title', async () => {
    await store('one', ['plots of data'], { title: 'Octave guide', source: '/a/OctaveGuide.pdf' })
    await store('two', ['plots of data'], { title: 'Octave guide', source: '/a/x.pdf' })
    const [first, second] = search('octave')
    expect(first?.score).toBe(second?.score)
  })

  it('is followed when the file gets another', async () => {
    const number = await store('one', ['cell arrays', 'plots'], { title, source: path })
    const rename = desk.db.raw.prepare('UPDATE documents SET source = ? WHERE number = ?')
    rename.run('/manuals/Sonata.pdf', number)
    expect(await retitleDocument(desk.connection, number)).toBe(true)
    expect(ids('octave')).toEqual([])
    expect(ids('sonata')).toEqual(['one#0', 'one#1'])
    expect((await checkIndex(desk.connection, null)).wrong).toEqual([])
  })
})

describe('ranking of many', () => {
  it('leaves nothing out that would be among the best', async () => {
    const next = seeded(3).below
    const words = Array.from({ length: 30 }, (_, index) => `word${'abcdefghijklmnopqrstuvwxyzäöüß'[index]}`)
    const passage = () => Array.from({ length: 5 + next(40) }, () => words[next(next(30) + 1)]).join(' ')
    for (let document = 0; document < 8; document++) {
      await store(`d${document}`, Array.from({ length: 700 }, passage))
    }
    const index = openLiveIndex(desk.connection)
    index.read((state) => {
      const terms = ['worda', 'wordb', 'wordc', 'wordn', 'wordx', 'wordz'].map((term, at) => ({
        term: stemWord(term, 'en'),
        weight: [0.2, 0.3, 0.5, 1, 3, 4][at] ?? 1,
      }))
      const allowed = state.allowed({}).map((one, place) => (place % 7 === 0 ? 0 : one))
      const rank = (limit: number) => rankPlaces(state, terms, allowed, limit, createAccumulators(), () => {})
      const { best: all } = rank(state.passages)
      const { best } = rank(10)
      expect(best.map(({ place }) => place)).toEqual(all.slice(0, 10).map(({ place }) => place))
      for (const { place } of all) expect(place % 7).not.toBe(0)
      expect(all.length).toBeGreaterThan(4000)
      // Little, so that few can get among the best; much, so that many can; and more than what there was.
      for (const weight of [0.01, 0.4, 5]) {
        const more = ['wordb', 'wordd', 'wordm', 'wordy'].map((term) => ({
          term: stemWord(term, 'en'),
          weight,
        }))
        const whole = rank(state.passages).withMore(0.9, more)
        const second = rank(10).withMore(0.9, more)
        expect(second.map(({ place }) => place)).toEqual(whole.slice(0, 10).map(({ place }) => place))
        const having = new Set(all.map(({ place }) => place))
        for (const { place } of whole) expect(having.has(place)).toBe(true)
        expect(whole.length).toBe(all.length)
        const scoreOf = new Map(all.map(({ place, score }) => [place, score]))
        const added = rankPlaces(state, more, allowed, state.passages, createAccumulators(), () => {})
        const addedOf = new Map(added.best.map(({ place, score }) => [place, score]))
        for (const { place, score } of whole) {
          expect(score).toBeCloseTo(0.9 * (scoreOf.get(place) ?? 0) + (addedOf.get(place) ?? 0), 4)
        }
      }
    })
  })

  it('finds no passage that has none of the words, however like the best it is', async () => {
    await store('one', ['marzipan and sugar and almonds', 'sugar and almonds'], { title: 'Recipes' })
    expect(ids('marzipan')).toEqual(['one#0'])
  })

  it('ends when it is no longer wanted, and the next search is as good as ever', async () => {
    await store('one', ['tides'])
    const request = { query: 'tides', filter: {}, minSimilarity: 0, limit: 10, typing: false }
    const stop = () => {
      throw new Error('no longer wanted')
    }
    expect(() => desk.searcher.search(request, stop)).toThrow('no longer wanted')
    expect(ids('tides')).toEqual(['one#0'])
  })
})

describe('any text', () => {
  it('is a valid query: operators, quotes, lone surrogates, marks and noise never throw', async () => {
    await store('one', ['tides and 潮'])
    let state = 42
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const pieces = [
      '"',
      "'",
      '*',
      '^',
      '(',
      ')',
      '{',
      '}',
      ':',
      '-',
      '+',
      'AND',
      'OR',
      'NOT',
      'NEAR/3',
      '\0',
      '\ud800',
      '\udc00',
      'é',
      'e\u0301',
      '\u0301',
      'ß',
      'İ',
      '潮',
      '\u{20000}',
      '한',
      '🙂',
      'ﬁ',
      '\u00ad',
      '\u202e',
      'title',
      'tides',
      ' ',
      '\n',
      '%',
      '_',
      ';--',
      '\\',
    ]
    for (let round = 0; round < 1500; round++) {
      const query = Array.from({ length: next(12) }, () =>
        next(3) === 0 ? String.fromCodePoint(next(0x110000)) : (pieces[next(pieces.length)] ?? ''),
      ).join(next(2) === 0 ? '' : ' ')
      expect(() => search(query), JSON.stringify(query)).not.toThrow()
    }
    for (const query of ['', 'x'.repeat(10_000), '"'.repeat(10_000), 'tides '.repeat(1600)]) search(query)
    expect(ids('"tides')).toEqual(['one#0'])
  })
})
