import { beforeEach, describe, expect, it } from 'vitest'
import { answersOf } from '../../../tests/support/agent/bench'
import { setUpAgentDesk } from '../../../tests/support/agent/desk'
import { answer, text, toolUse } from '../../../tests/support/fake-messages-api'
import type { Citation } from '../../shared/run/blocks'
import type { ConversationState } from '../../shared/run/state'

const desk = setUpAgentDesk()

beforeEach(() => {
  desk.bench.lookState = { results: [tides, harbour], took_ms: 1 }
  desk.bench.lookOrigin = 'library'
})

const tides = {
  chunk_id: 'd#0',
  document_id: 'd',
  title: 'Tides',
  page: 3,
  start: 1000,
  end: 1044,
  score: 1,
  similarity: 1,
  text: 'The moon pulls the water. The sun pulls too.',
}
const harbour = {
  chunk_id: 'h#4',
  document_id: 'h',
  title: 'Harbour',
  section: 'Gates > Sluice',
  start: 10,
  end: 39,
  score: 1,
  similarity: 1,
  text: 'One man can not shut the gate',
}
const looked = answer([toolUse('look_at', { at: 'tides' })])

function citations(state: ConversationState): readonly Citation[] {
  return answersOf(state).flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'text' ? block.citations : [])),
  )
}

/** What becomes of the marks of an answer after a search. */
async function cited(words: string): Promise<readonly Citation[]> {
  desk.api.push(looked, answer([text(words)]))
  return citations((await desk.bench.run('Who?')).state)
}

describe('an answer in words', () => {
  it('is verified where it quotes a passage that was given, and points to the words', async () => {
    expect(await cited('It says “the sun pulls too” [Tides, p. 3].')).toEqual([
      {
        chunkId: 'd#0',
        documentId: 'd',
        title: 'Tides',
        page: 3,
        section: null,
        start: 1026,
        end: 1043,
        quote: 'the sun pulls too',
        verified: true,
      },
    ])
  })

  it.each(['[Report (draft) 2, p. 3]', '[Report [draft] 2, p. 3]'])(
    'names a title with brackets of its own: %s',
    async (mark) => {
      desk.bench.lookState = { results: [{ ...tides, title: 'Report [draft] 2' }], took_ms: 1 }
      expect(await cited(`It says “the sun pulls too” ${mark}.`)).toMatchObject([
        { chunkId: 'd#0', title: 'Report [draft] 2', verified: true },
      ])
    },
  )

  it('points to the nearest sentence where nothing is quoted', async () => {
    expect(await cited('Water follows the moon [Tides, p. 3].')).toMatchObject([
      { chunkId: 'd#0', start: 1000, end: 1025, verified: true },
    ])
  })

  it('is read by title, section, German page and several pages', async () => {
    expect(
      await cited(
        'A [Harbour]. B [Harbour, § Gates > Sluice] [Harbour, § Harbour > Gates > Sluice]. C [Tides, S. 3]. D [tides, pp. 2–4].',
      ),
    ).toMatchObject(
      [
        { documentId: 'h' },
        { documentId: 'h' },
        { documentId: 'h' },
        { documentId: 'd' },
        { documentId: 'd' },
      ].map((each) => ({
        ...each,
        verified: true,
      })),
    )
  })

  it('leaves brackets alone that name nothing, links, and code', async () => {
    expect(
      await cited('A [sic], a [link, p. 3](https://x.example), `[Tides, p. 9]`.\n\n```\n[Tides, p. 9]\n```'),
    ).toEqual([])
  })

  it('is stored and published with what the check found', async () => {
    const [citation] = await cited('“The wind pulls the water” [Tides, p. 3]')
    expect(citation).toMatchObject({ verified: false })
    const ends = desk.bench.events.flatMap((event) =>
      event.type === 'run' && event.event.body.type === 'turn_finished' ? [event.event.body.content] : [],
    )
    expect(ends.at(-1)).toMatchObject([{ type: 'text', citations: [citation] }])
  })
})

describe('a model that makes things up', () => {
  it.each([
    ['words that are not there', '“The wind pulls the water” [Tides, p. 3].'],
    ['words of which one is turned round', 'He wrote “One man can shut the gate” [Harbour].'],
    ['words of another passage', '“One man can not shut the gate” [Tides, p. 3].'],
    [
      'one true and one false quotation',
      '“The moon pulls the water.” and “the wind pulls it too” [Tides, p. 3].',
    ],
    [
      'a false quotation in the middle of a statement',
      'As “the wind pulls the water” says, it is so [Tides, p. 3].',
    ],
    ['a quoted block', '> The wind pulls\n> the water.\n\n[Tides, p. 3]'],
  ])('is caught quoting %s', async (_, words) => {
    const found = await cited(words)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatchObject({ verified: false, problem: 'words_not_found' })
  })

  it('is caught naming a page, a section or a title that was not given', async () => {
    expect(await cited('A [Tides, p. 99]. B [Harbour, § Moats]. C [Secret plan, p. 1].')).toMatchObject([
      { verified: false, problem: 'not_given', chunkId: null, documentId: 'd', page: 99, start: 0, end: 0 },
      { verified: false, problem: 'not_given', chunkId: null, documentId: 'h' },
      { verified: false, problem: 'not_given', chunkId: null, documentId: null, title: 'Secret plan' },
    ])
  })

  it('is caught citing what another conversation was given', async () => {
    desk.api.push(
      looked,
      answer([text('The moon [Tides, p. 3].')]),
      answer([text('“The moon pulls the water.” [Tides, p. 3]')]),
    )
    expect(citations((await desk.bench.run('Who?')).state)).toMatchObject([{ verified: true }])
    expect(citations((await desk.bench.run('And here?')).state)).toMatchObject([
      { verified: false, problem: 'not_given', chunkId: null, documentId: null },
    ])
  })

  it('is caught citing passages that another tool made up', async () => {
    desk.bench.lookOrigin = 'mcp_server'
    expect(await cited('“The moon pulls the water.” [Tides, p. 3]')).toMatchObject([
      { verified: false, problem: 'not_given' },
    ])
  })
})

describe('what was read otherwise', () => {
  it('can be cited by the page on which it stands', async () => {
    desk.bench.lookState = {
      document_id: 'd',
      title: 'Tides',
      text: '[page 2]\nThe ebb.\n\n[page 3]\nThe flood comes.',
      start: 498,
      places: [
        { page: 2, start: 500, end: 508, at: 9 },
        { page: 3, start: 510, end: 526, at: 28 },
      ],
    }
    expect(
      await cited('“The flood comes” [Tides, p. 3], not “the flood comes” [Tides, p. 2].'),
    ).toMatchObject([
      { verified: true, page: 3, start: 510, end: 525 },
      { verified: false, page: 2, problem: 'words_not_found' },
    ])
  })
})
