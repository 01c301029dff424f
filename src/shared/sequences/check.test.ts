import { describe, expect, it } from 'vitest'
import {
  fixed,
  gave,
  given,
  inputOf,
  sequenceOf,
  stepOf,
  written,
} from '../../../tests/support/sequence-definitions'
import { type CheckedTool, problemsOf } from './check'

const search: CheckedTool = {
  name: 'search_things',
  aliases: ['find_things'],
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string' },
      top_k: { type: 'integer', default: 5 },
      deep: { type: 'boolean' },
    },
    required: ['query', 'top_k'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: { type: 'string' }, score: { type: 'number' } },
          additionalProperties: false,
        },
      },
      open: { type: 'object', additionalProperties: {} },
    },
    additionalProperties: false,
  },
}
const run: CheckedTool = {
  name: 'run_thing',
  aliases: [],
  code: ['command'],
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'array', items: { type: 'string' } },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    required: ['command'],
  },
  outputSchema: {},
}
const found = (fields = {}) =>
  stepOf('search_things', { query: fixed('tides'), ...fields }, { output: 'found' })
const codes = (...of: Parameters<typeof sequenceOf>) =>
  problemsOf(sequenceOf(...of), [search, run]).map(({ code, part, field }) => [code, field ?? part].join(' '))

describe('what keeps a sequence from being run', () => {
  it('is nothing where every value has a source that fits', () => {
    const steps = [
      found({ top_k: given('count'), deep: fixed(true) }),
      stepOf(
        'run_thing',
        { command: given('list'), note: written('{{found.results.0.id}} of {{input.count}}') },
        { success: '{{found.open.anything.at.all}}' },
      ),
    ]
    const all = codes(steps, [inputOf('count', { kind: 'number' }), inputOf('list')])
    // A text is no list: what is wrong is said of that field alone.
    expect(all).toEqual(['wrong_kind command'])
    expect(
      codes([found(), stepOf('run_thing', { command: fixed(['ls']), note: gave('found', 'results.0.id') })]),
    ).toEqual([])
  })

  it.each([
    ['no_name name', () => codes([found()], [], ' ')],
    ['no_steps name', () => codes([])],
    ['no_tool tool', () => codes([stepOf('')])],
    ['tool_gone tool', () => codes([stepOf('sing')])],
    ['tool_renamed tool', () => codes([stepOf('find_things')])],
    ['missing query', () => codes([stepOf('search_things')])],
    ['unknown_field size', () => codes([found({ size: fixed(1) })])],
    [
      'unknown_field __proto__',
      () => codes([found(JSON.parse('{"__proto__": {"from": "fixed", "value": 1}}'))]),
    ],
    ['no_such_input query', () => codes([found({ query: given('topic') })])],
    ['no_such_output query', () => codes([found({ query: gave('lost') })])],
    ['later_output query', () => codes([found({ query: gave('found', 'results.0.id') })])],
    [
      'no_such_place query',
      () => codes([found(), stepOf('search_things', { query: gave('found', 'results.0.name') })]),
    ],
    [
      'wrong_kind query',
      () => codes([found(), stepOf('search_things', { query: gave('found', 'results.*.id') })]),
    ],
    [
      'wrong_kind query',
      () => codes([found(), stepOf('search_things', { query: gave('found', 'results.0.score') })]),
    ],
    ['wrong_kind top_k', () => codes([found({ top_k: fixed('five') })])],
    ['text_only top_k', () => codes([found({ top_k: written('5') })])],
    ['no_such_input query', () => codes([found({ query: written('{{input.topic}}') })])],
    ['unclosed query', () => codes([found({ query: written('{{input.topic') })])],
    ['no_value query', () => codes([found({ query: written('{{ }}') })])],
    [
      'by_hand_only command',
      () => codes([found(), stepOf('run_thing', { command: gave('found', 'results.*.id') })]),
    ],
    ['by_hand_only command', () => codes([stepOf('run_thing', { command: written('ls') })])],
    ['bad_name output', () => codes([stepOf('search_things', { query: fixed('x') }, { output: 'input' })])],
    ['bad_name output', () => codes([stepOf('search_things', { query: fixed('x') }, { output: 'A b' })])],
    ['name_twice output', () => codes([found(), found()])],
    ['bad_name name', () => codes([found()], [inputOf('Topic')])],
    ['name_twice name', () => codes([found()], [inputOf('topic'), inputOf('topic')])],
    ['no_options options', () => codes([found()], [inputOf('topic', { kind: 'choice' })])],
    ['wrong_initial initial', () => codes([found()], [inputOf('topic', { kind: 'number', initial: 'x' })])],
    [
      'later_output failure',
      () =>
        codes([
          stepOf('search_things', { query: fixed('x') }, { output: 'found', failure: '{{found.results}}' }),
        ]),
    ],
  ])('is said at its place: %s', (expected, all) => {
    expect(all()).toEqual([expected])
  })
})
