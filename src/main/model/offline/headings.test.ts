import { describe, expect, it } from 'vitest'
import { bay, called, result, turn, user } from '../../../../tests/support/offline-turn'
import type { Passage } from '../../../shared/contract/passages'
import { placesOf } from './headings'

const answerTo = async (question: string, ...found: readonly Partial<Passage>[]) => {
  const passages = found.map((each, at) => ({ ...bay, document_id: `d${at}`, chunk_id: `c${at}`, ...each }))
  return (await turn([user(question), called('search_library'), result({ passages })])).text
}
const firstQuoted = (answer: string) => /^> [^\n]*/mu.exec(answer)?.[0]

const rangeOf = (words: string, passage: Passage) => {
  const start = passage.text.indexOf(words)
  return { passage, range: { start, end: start + words.length } }
}

const diary = [
  '# Farm diary',
  '## Sheep',
  'All ewes came through the winter. Two lambs were born in March.',
  '## Barn',
  'The roof leaks again. The sheep sleep under the good half of it.',
].join('\n\n')

describe('what stands below a heading', () => {
  it('answers a question about just that before what names it elsewhere', async () => {
    const answer = await answerTo('Tell me about the sheep', { title: 'Farm diary', text: diary })
    expect(firstQuoted(answer)).toContain('All ewes came through the winter. Two lambs were born in March.')
    const other = { title: 'Farm diary', text: 'The sheep drink from the pond.', similarity: 1 }
    const both = await answerTo('Tell me about the sheep', other, { text: diary, similarity: 0.8 })
    expect(firstQuoted(both)).toContain('All ewes came through the winter.')
  })

  it('is chosen by the words of the question that the heading lacks', async () => {
    const answer = await answerTo('When were the lambs of the sheep born?', { text: diary })
    expect(firstQuoted(answer)).toContain('Two lambs were born in March.')
    expect(firstQuoted(answer)).not.toContain('roof')
  })

  it('is found by a compound in the heading', async () => {
    const text =
      'Der Druck soll 2 bar sein. Ist zu wenig Wasser da, sinkt er.\n\n## Kesselwartung\n\nNehmen Sie zuerst den Deckel ab.'
    const answer = await answerTo('Wie geht die Wartung?', { title: 'Ofen', text })
    expect(firstQuoted(answer)).toBe('> Nehmen Sie zuerst den Deckel ab.')
  })

  it('is quoted without the heading, also where that is a question', async () => {
    const text = '# Questions\n\n## Do you repair clocks?\n\nYes, on Mondays.\n\n## Do you sell bells?\n\nNo.'
    const answer = await answerTo('Do you repair clocks?', { title: 'Shop', text })
    expect(firstQuoted(answer)).toBe('> Yes, on Mondays.')
    expect(answer).not.toContain('Do you')
  })

  it('is not what stands below the next one', async () => {
    const text = '## Doors\n\n## Windows\n\nThey are of larch.'
    expect(await answerTo('Tell me about the windows', { title: 'House', text })).toContain('of larch')
    const passage = { ...bay, text }
    const places = placesOf(
      ['Doors', 'Windows', 'They are of larch.'].map((words) => rangeOf(words, passage)),
    )
    expect(places.map((place) => place?.headings ?? null)).toEqual([null, null, ['Windows']])
  })

  it('keeps the outer headings, and those that the passage stands below', () => {
    const text = 'Before.\n\n## Roof\n\nTiles.\n\n### Gutter\n\nZinc. Copper.\n\n## Cellar\n\nDry.'
    const words = ['Before.', 'Roof', 'Tiles.', 'Gutter', 'Zinc.', 'Copper.', 'Cellar', 'Dry.']
    const passage = { ...bay, section: 'House > Walls', text }
    const places = placesOf(words.map((word) => rangeOf(word, passage)))
    expect(places.map((place) => place && [place.headings.join('/'), place.isFirst])).toEqual([
      ['House/Walls', false],
      null,
      ['House/Roof', true],
      null,
      ['House/Roof/Gutter', true],
      ['House/Roof/Gutter', false],
      null,
      ['House/Cellar', true],
    ])
  })

  it('is no comment in code, and no row of several short ones', () => {
    const fenced = '```sh\n# start\nnpm run it\n```'
    const rows = 'Ann,12\n\nBen,14\n\nCid,16'
    const at = (text: string, words: readonly string[]) => {
      const passage = { ...bay, text }
      return placesOf(words.map((word) => rangeOf(word, passage)))
    }
    expect(at(fenced, ['start', 'npm run it'])).not.toContain(null)
    expect(at(rows, ['Ann,12', 'Ben,14', 'Cid,16'])).not.toContain(null)
  })
})

describe('the endings of words', () => {
  it('are those of the language of the question, as far as its small words tell it', async () => {
    const bill = { title: 'Bill', text: 'The work was done by Mr. Stefan Hecking on Monday.' }
    const tips = { title: 'Tipps', text: 'Die Hecken blühen im Mai.' }
    const answer = await answerTo('Wann darf man die Hecke schneiden?', bill, tips)
    expect(firstQuoted(answer)).toBe('> Die Hecken blühen im Mai.')
    expect(answer).not.toContain('Stefan')
  })

  it('may be heaped up, and one word has them where another lacks them', async () => {
    const text = 'The cover of the book is blue.\n\nIt rains.\n\nIt snows.\n\nThe policy covers hail.'
    const answer = await answerTo('What does it cover?', { title: 'Terms', text })
    expect(answer).toContain('> The policy covers hail.')
  })
})

describe('a question with a line of its own', () => {
  const leaflet = [
    'Lorvasin 20 mg',
    '1. Was ist Lorvasin?\nEs wird bei Heuschnupfen angewendet.',
    '2. Welche Nebenwirkungen sind möglich?\nHäufig: Müdigkeit, Kopfschmerzen.\nSelten: Hautausschlag.',
    '**How do I store the tablets?**\nBelow 25 °C.',
  ].join('\n\n')

  it('is answered by what stands below it, and is not quoted itself', async () => {
    expect(firstQuoted(await answerTo('How should the tablets be stored?', { text: leaflet }))).toBe(
      '> Below 25 °C.',
    )
  })

  it('is answered by all lines of a record that stand below it', async () => {
    const lines = (await answerTo('Welche Nebenwirkungen hat Lorvasin?', { text: leaflet })).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining(['> Häufig: Müdigkeit, Kopfschmerzen.\\', '> Selten: Hautausschlag.']),
    )
    expect(lines.join()).not.toContain('Welche')
  })

  it('is a sentence like others in a letter', async () => {
    const text =
      'Hallo Tom,\n\nkannst du am Freitag den Beamer mitbringen?\n\nIch bin bis sechs im Büro. Viele Grüße, Anna'
    expect(firstQuoted(await answerTo('Wer soll den Beamer mitbringen?', { text }))).toContain(
      'kannst du am Freitag den Beamer mitbringen?',
    )
  })

  it('is a sentence like others within a paragraph', async () => {
    const text = 'Why is the harbour closed? The tide is too low. It opens at noon.'
    expect(firstQuoted(await answerTo('Why is the harbour closed?', { text }))).toContain(
      'Why is the harbour',
    )
  })
})

describe('a heading that negates', () => {
  const policy =
    '## Benefits of the insurance\n\nWe pay the repair.\n\n## What the insurance does not cover\n\nWear is yours.'

  it('is quoted with what stands below it', async () => {
    const answer = await answerTo('What does the insurance not cover?', { text: policy })
    expect(firstQuoted(answer)).toBe('> What the insurance does not cover\\')
    expect(answer).toContain('> Wear is yours.')
  })

  it('counts less where the question asks for what is so, whatever its condition says', async () => {
    for (const question of [
      'What are the benefits of the insurance?',
      'What do I get from the insurance when I am not at home?',
    ])
      expect(firstQuoted(await answerTo(question, { text: policy })), question).toBe('> We pay the repair.')
  })

  it('counts as others where the question negates for another reason', async () => {
    const text = '## Login\n\nEnter the code.\n\n## No network\n\nWait for the login of the server.'
    expect(firstQuoted(await answerTo('Why can’t I do the login?', { text }))).toBe('> Enter the code.')
  })
})
