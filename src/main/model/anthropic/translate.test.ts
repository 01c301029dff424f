import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '../port'
import { createTranslator } from './translate'

const begin = (block: unknown) =>
  JSON.stringify({ type: 'content_block_start', index: 0, content_block: block })
const piece = (delta: unknown) => JSON.stringify({ type: 'content_block_delta', index: 0, delta })

function translate(...data: readonly string[]): readonly ModelEvent[] {
  const translator = createTranslator([], null)
  return data.flatMap((each) => translator.take(each))
}

describe('a part of an answer that has nothing in a place', () => {
  it('is text without words, not the word null', () => {
    const events = translate(
      begin({ type: 'text', text: null }),
      piece({ type: 'text_delta', text: null }),
      piece({ type: 'text_delta', text: 'Hi' }),
    )
    expect(events).toEqual([{ type: 'text_delta', block: 0, text: 'Hi' }])
  })

  it('is thinking without a signature', () => {
    const events = translate(
      begin({ type: 'thinking', thinking: null, signature: null }),
      piece({ type: 'thinking_delta', thinking: 'Hm' }),
    )
    expect(events).toEqual([{ type: 'thinking_delta', block: 0, text: 'Hm' }])
  })

  it('is a call without an id, which gets one later', () => {
    expect(translate(begin({ type: 'tool_use', id: null, name: 'look_at', input: {} }))).toEqual([
      { type: 'tool_use_started', block: 0, toolUseId: '', name: 'look_at' },
    ])
  })

  it('is an answer without a count of its tokens', () => {
    expect(translate(JSON.stringify({ type: 'message_start', message: { usage: null } }))).toEqual([])
  })

  it('is a citation that points nowhere, which is left out', () => {
    const events = translate(
      begin({ type: 'text', text: 'Hi' }),
      piece({ type: 'citations_delta', citation: { type: 'search_result_location', cited_text: null } }),
      piece({ type: 'citations_delta', citation: { type: 'char_location', cited_text: 'x' } }),
    )
    expect(events).toEqual([{ type: 'text_delta', block: 0, text: 'Hi' }])
  })
})

it.each([
  ['without a kind', { message: 'The disk is full.', type: null }],
  ['as words alone', 'The disk is full.'],
])('says what a server says that fails in the middle, %s', (_how, error) => {
  expect(() => translate(JSON.stringify({ type: 'error', error }))).toThrow(/The disk is full\./)
})

describe('a part of an answer that is not what it says', () => {
  // Stored as it came, none of these could be read again, nor the conversation that it is in.
  it.each([
    ['a call without a name', { type: 'tool_use', id: 'a', name: null, input: {} }],
    ['a call whose id is a number', { type: 'tool_use', id: 5, name: 'look_at', input: {} }],
    ['hidden thinking that is no text', { type: 'redacted_thinking', data: 5 }],
    ['text that is a list', { type: 'text', text: ['Hi'] }],
  ])('ends it: %s', (_what, block) => {
    expect(() => translate(begin(block))).toThrow(expect.objectContaining({ code: 'model_error' }))
  })

  it('ends it: a piece of text that is a number', () => {
    expect(() =>
      translate(begin({ type: 'text', text: '' }), piece({ type: 'text_delta', text: 5 })),
    ).toThrow(expect.objectContaining({ code: 'model_error', retryable: true }))
  })

  it('is passed over where it is of a kind that is not known', () => {
    expect(translate(begin({ type: 'from_the_future' }), piece({ type: 'text_delta', text: 'Hi' }))).toEqual(
      [],
    )
  })
})
