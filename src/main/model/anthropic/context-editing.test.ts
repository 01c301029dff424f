import { describe, expect, it } from 'vitest'
import {
  collect,
  everything,
  never,
  request,
  setUpAnthropicDesk,
  user,
} from '../../../../tests/support/anthropic-desk'
import { answer, clearedResult, status, stream, text } from '../../../../tests/support/fake-messages-api'
import type { Passage } from '../../../shared/contract/passages'
import type { ModelMessage, ModelRequest } from '../port'

const able = { ...everything, contextEditing: true }
const unable = { ...everything, contextEditing: false }
const long = 'and much more '.repeat(100)

/** A request after so many calls, each with a long result. */
const afterCalls = (count: number, passages?: (at: number) => Passage): ModelRequest => {
  const messages: ModelMessage[] = [user('Look.')]
  for (let at = 0; at < count; at++) {
    const toolUseId = `t${at}`
    const result = { type: 'tool_result', toolUseId, content: `${at}: ${long}`, isError: false } as const
    messages.push(
      { role: 'assistant', content: [{ type: 'tool_use', toolUseId, name: 'read_file', input: {} }] },
      { role: 'user', content: [{ ...result, ...(passages ? { passages: [passages(at)] } : {}) }] },
    )
  }
  return request(messages)
}
const clearing = { fromTokens: 500, leastTokens: 100, keptResults: 2, keptTools: ['put_item'] }
const asked = { ...afterCalls(5), serverClearing: clearing }
const finishedOf = (events: readonly { readonly type: string }[]) =>
  events.find(({ type }) => type === 'finished')

describe('at a server that leaves out results by itself', () => {
  const desk = setUpAnthropicDesk({ contextEditing: 'followed' })
  const ask = (asking: ModelRequest, features = able) =>
    collect(desk.model({ features }).stream(asking, never))

  it('a request says from where on, how much, and what stays; the rest of it is the same to the byte', async () => {
    await ask(asked)
    await ask(asked, unable)
    await ask(afterCalls(5))
    const [edited, plain, without] = desk.api.requests
    expect(edited?.headers['anthropic-beta']).toBe('context-management-2025-06-27')
    const { context_management, ...rest } = (edited?.body ?? {}) as Record<string, unknown>
    expect(context_management).toEqual({
      edits: [
        {
          type: 'clear_tool_uses_20250919',
          trigger: { type: 'input_tokens', value: 500 },
          keep: { type: 'tool_uses', value: 2 },
          clear_at_least: { type: 'input_tokens', value: 100 },
          exclude_tools: ['put_item'],
        },
      ],
    })
    expect(JSON.stringify(rest)).toBe(JSON.stringify(without?.body))
    expect(JSON.stringify(plain?.body)).toBe(JSON.stringify(without?.body))
    expect(plain?.headers['anthropic-beta']).toBeUndefined()
    expect(desk.api.requests.flatMap(({ refused }) => refused ?? [])).toEqual([])
  })

  it('what it left out is told with the answer’s end, in its figures', async () => {
    const read: string[] = []
    desk.api.respond((given) => {
      read.push(JSON.stringify(given.messages))
      return answer([text('Seen.')])
    })
    const { events } = await ask(asked)
    expect(read[0]?.split(clearedResult)).toHaveLength(4)
    expect(read[0]).toContain('3: and much more')
    const tokens = expect.any(Number)
    expect(finishedOf(events)).toMatchObject({ clearedByServer: { results: 3, tokens } })
  })

  it('nothing is told where it left out nothing', async () => {
    const short = await ask({ ...asked, serverClearing: { ...clearing, fromTokens: 50_000 } })
    const little = await ask({ ...asked, serverClearing: { ...clearing, leastTokens: 40_000 } })
    const kept = await ask({ ...asked, serverClearing: { ...clearing, keptTools: ['read_file'] } })
    for (const { events, error } of [short, little, kept]) {
      expect(error).toBeNull()
      expect(finishedOf(events)).not.toHaveProperty('clearedByServer')
    }
  })

  it('a passage that is cited is found by the source that it names, whatever number it has left', async () => {
    const passage = (at: number): Passage => {
      const words = `The moon number ${at} pulls the water.`
      const place = { page: 1, start: 0, end: words.length, score: 1, similarity: 1 }
      return { chunk_id: `c${at}`, document_id: 'd', title: `Tides ${at}`, text: words, ...place }
    }
    const cited = {
      cited_text: 'The moon number 4 pulls the water.',
      search_result_index: 1,
      start_block_index: 0,
      end_block_index: 1,
      source: 'countersign:document/d/c4',
    }
    desk.api.push(answer([text('It does.', [cited])]))
    const { events } = await ask({ ...afterCalls(5, passage), serverClearing: clearing })
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'citation',
        claim: expect.objectContaining({ chunkId: 'c4', title: 'Tides 4' }),
      }),
    )
  })

  it.each([
    [
      'of other kinds',
      [{ type: 'clear_thinking_20251015', cleared_thinking_turns: 2, cleared_input_tokens: 9 }],
    ],
    ['in a form that nobody knows', [{}, { type: 'clear_tool_uses_20250919', cleared_tool_uses: 'many' }]],
    [
      'of less than nothing',
      [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 2, cleared_input_tokens: -9 }],
    ],
    ['of nothing', [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: 0, cleared_input_tokens: 0 }]],
  ])('edits %s tell nothing, and the answer is whole', async (_name, appliedEdits) => {
    desk.api.push(answer([text('Seen.')], { appliedEdits }))
    const { events, error } = await ask(request())
    expect(error).toBeNull()
    expect(finishedOf(events)).not.toHaveProperty('clearedByServer')
  })

  it('what it says already where its answer begins is told too', async () => {
    const edit = { type: 'clear_tool_uses_20250919', cleared_tool_uses: 3, cleared_input_tokens: 900 }
    const message = { context_management: { applied_edits: [edit] } }
    desk.api.push(
      stream([
        { event: 'message_start', data: { type: 'message_start', message } },
        { event: 'message_stop', data: { type: 'message_stop' } },
      ]),
    )
    const { events } = await ask(request())
    expect(finishedOf(events)).toMatchObject({ clearedByServer: { results: 3, tokens: 900 } })
  })

  it.each([
    'Unexpected value(s) `context-management-2025-06-27` for the `anthropic-beta` header.',
    'clear_tool_uses_20250919 is not supported for this model.',
  ])(
    'a model for which it can’t is asked without it from then on, and keeps the rest (%s)',
    async (words) => {
      desk.api.push(status(400, 'invalid_request_error', words))
      const model = desk.model({ features: able })
      expect((await collect(model.stream(asked, never))).error).toBeNull()
      await collect(model.stream(asked, never))
      const field = { context_management: expect.anything() }
      expect(desk.api.created).toMatchObject([field, {}, {}])
      for (const each of desk.api.created.slice(1)) {
        expect(each).toMatchObject({ cache_control: { type: 'ephemeral' } })
        expect(each).not.toHaveProperty('context_management')
      }
    },
  )
})

describe('at a server that does not', () => {
  const desk = setUpAnthropicDesk()

  it('a request that it refuses for that goes without it, now and later, and keeps the rest', async () => {
    const model = desk.model({ features: able })
    const { error } = await collect(model.stream(asked, never))
    await collect(model.stream(asked, never))
    expect(error).toBeNull()
    const { requests, created } = desk.api
    expect(requests.map(({ refused }) => refused)).toEqual([
      'context_management: Extra inputs are not permitted',
      null,
      null,
    ])
    for (const each of created) expect(each).toMatchObject({ cache_control: { type: 'ephemeral' } })
  })
})
