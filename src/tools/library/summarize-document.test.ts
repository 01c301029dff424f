import { expect, it } from 'vitest'
import type { SummaryByModel } from '../../main/agent/document-summary/service'
import type { ToolContext } from '../../shared/tool/runtime'
import { summarizeDocument } from './runtime/summarize-document'

type Written = Extract<SummaryByModel, { kind: 'written' }>

const passage = (ordinal: number) => ({
  ...{ ordinal, page: ordinal + 1, section: null, start: ordinal * 10, end: ordinal * 10 + 9 },
  text: `Passage\n${ordinal}.`,
})
const passages = [0, 1, 2, 3, 4, 5].map(passage)
/** A statement with the ordinals that it rests on; a word behind one is what it quotes. */
const statement = (text: string, ...basis: readonly (number | readonly [number, string])[]) => ({
  text,
  basis: basis.map((each) => {
    const [ordinal, quote] = typeof each === 'number' ? [each, ''] : each
    return { passage: passages[ordinal] ?? passage(ordinal), quote }
  }),
})
const context: ToolContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  runId: null,
}

async function sumUp(made: SummaryByModel, maxChunks = 10) {
  const tool = summarizeDocument({
    library: {
      document: () => ({ title: 'Tides', pages: 12, chunks: 6 }),
      chunks: async () => passages,
      summarize: async () => [{ ...passage(3), sentence: 'High water at noon.' }],
    },
    summaries: { write: async () => made },
  })
  return tool.run({ doc_id: 'd', max_chunks: maxChunks }, context)
}

const written = (...statements: Written['statements']): Written => ({
  ...{ kind: 'written', model: 'm', read: 6, dropped: 0 },
  statements,
})

it('gives the passages behind the statements in the order of the text, in their own words', async () => {
  const { state, content, origin, sources } = await sumUp(
    written(statement('Second.', 4, [1, 'the words']), statement('First.', 1)),
  )
  expect(state.chunks).toEqual([
    { chunk_id: 'd#1', page: 2, start: 10, end: 19, sentence: 'the words' },
    { chunk_id: 'd#4', page: 5, start: 40, end: 49, sentence: 'Passage 4.' },
  ])
  expect(state.statements).toEqual([
    { text: 'Second.', chunk_ids: ['d#4', 'd#1'] },
    { text: 'First.', chunk_ids: ['d#1'] },
  ])
  expect(state.summary).toBe('Second. [Tides, p. 5] [Tides, p. 2]\nFirst. [Tides, p. 2]')
  expect(content).toBe(`Tides, summed up by the model m:\n${state.summary}`)
  expect(state).not.toHaveProperty('notice')
  expect([origin, sources]).toEqual(['library', ['Tides']])
})

it('rests on no more passages than were asked for, and on one for each statement first', async () => {
  const made = written(statement('One.', 0, 1), statement('Two.', 2, 3), statement('Three.', 4))
  const { state } = await sumUp(made, 4)
  expect(state.statements?.map(({ chunk_ids }) => chunk_ids)).toEqual([['d#0', 'd#1'], ['d#2'], ['d#4']])
  const fewer = await sumUp(made, 2)
  expect(fewer.state.chunks).toHaveLength(2)
  expect(fewer.state).toMatchObject({ statements: [{}, {}], dropped_statements: 1 })
  expect(fewer.content).toContain('1 statement that rests on more passages than were asked for was left out.')
})

it('says how much was read, what was dropped, and what can’t be checked', async () => {
  const made = { ...written(statement('One.', 0), statement('Two.')), read: 3, dropped: 2 }
  const { state, content } = await sumUp(made)
  expect(state).toMatchObject({ read: { passages: 3, of: 6 }, dropped_citations: 2 })
  expect(state.notice).toBe(
    'The model read 3 passages of 6, evenly chosen. 2 citations of the model named nothing that it was given, or quoted words that are not there, and were left out. 1 statement names no passage and can’t be checked.',
  )
  expect(content).toContain(`(${state.notice})`)
})

it('gives the document’s own sentences where the model does not, and says why', async () => {
  const { state, content } = await sumUp({ kind: 'failed', why: 'declined', message: 'It declined.' })
  expect(state).toMatchObject({
    method: 'sentences',
    why_not_by_model: 'declined',
    summary: 'High water at noon. [Tides, p. 4]',
  })
  expect(content).toBe(
    'Tides, in its own words:\nHigh water at noon. [Tides, p. 4]\n(The model did not sum it up: It declined. These are sentences of the document itself.)',
  )
})
