import { checkCitation } from '../../src/main/model/check-citation'
import type { ToolWords } from '../../src/main/model/offline/help'
import { createOfflineModel } from '../../src/main/model/offline/model'
import type { ModelBlock, ModelMessage, ModelTool } from '../../src/main/model/port'
import type { Passage } from '../../src/shared/contract/passages'
import type { Citation } from '../../src/shared/run/blocks'

// What the offline assistant is given, and a turn of it.

const schema = (properties: Record<string, unknown>): ModelTool['inputSchema'] => ({
  type: 'object',
  properties,
})

const labelled = {
  type: 'array',
  items: {
    type: 'object',
    properties: { label: { type: 'string', default: '' }, value: { type: 'string' } },
    required: ['value'],
  },
}

/** Tools of each kind of input: a text and a number, two texts, a list, none. */
export const offlineTools = {
  search: {
    name: 'search_library',
    description: '',
    inputSchema: schema({ query: { type: 'string' }, top_k: { type: 'integer' }, tags: { type: 'array' } }),
    primary: 'query',
  },
  create: {
    name: 'create_file',
    description: '',
    inputSchema: schema({ path: { type: 'string' }, content: { type: 'string' } }),
    primary: 'path',
  },
  trash: {
    name: 'trash_files',
    description: '',
    inputSchema: schema({ paths: { type: 'array', items: { type: 'string' } }, force: { type: 'boolean' } }),
    primary: 'paths',
  },
  sum: {
    name: 'summarize_document',
    description: '',
    inputSchema: schema({ doc_id: { type: 'string' } }),
    primary: 'doc_id',
  },
  clock: { name: 'get_current_time', description: '', inputSchema: schema({}) },
  contact: {
    name: 'create_contact',
    description: '',
    inputSchema: schema({ name: { type: 'string' }, emails: labelled, phones: labelled }),
    primary: 'name',
  },
} satisfies Record<string, ModelTool>

const bayText =
  'This chapter is about harbours. The highest tides of the year come in March and September.\nShips wait for them. Nothing else matters here.'

/** A passage that answers when the highest tides are. */
export const bay: Passage = {
  chunk_id: 'c1',
  document_id: 'd1',
  title: 'Tides of the North Sea',
  page: 12,
  start: 500,
  end: 500 + bayText.length,
  score: 3,
  similarity: 1,
  text: bayText,
}

/** A message of a person. */
export const user = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] })
/** A message with documents attached to it, by their ids. */
export const userAbout = (about: readonly string[], text: string): ModelMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: 'Attached documents …', about },
    { type: 'text', text },
  ],
})
/** An answer in words. */
export const said = (text: string): ModelMessage => ({ role: 'assistant', content: [{ type: 'text', text }] })
/** A call of a tool. */
export const called = (name: string): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool_use', toolUseId: 't', name, input: {} }],
})
/** What came of the call. */
export const result = (block: Partial<Extract<ModelBlock, { type: 'tool_result' }>>): ModelMessage => ({
  role: 'user',
  content: [{ type: 'tool_result', toolUseId: 't', content: 'Done.', isError: false, ...block }],
})

/** How a turn differs from the usual one: in English, over as many documents as there may be, with every tool. */
export interface TurnOptions {
  readonly language?: 'en' | 'de'
  readonly documents?: number | null
  readonly tools?: readonly ModelTool[]
  readonly withoutTools?: boolean
  readonly toolWords?: Partial<Readonly<Record<'en' | 'de', ToolWords>>>
}

/** Has the offline assistant take a turn to its end; `pieces` are the events that it came in, `call` is its first. */
export async function turn(messages: readonly ModelMessage[], options: TurnOptions = {}) {
  const {
    language = 'en',
    documents = null,
    tools = Object.values(offlineTools),
    withoutTools = false,
    toolWords,
  } = options
  const model = createOfflineModel({ language, countDocuments: () => documents, toolWords })
  let text = ''
  const calls: { readonly name: string; json: string }[] = []
  let pieces = 0
  let stopReason = ''
  let repeats = false
  const citations: Citation[] = []
  const given = messages.flatMap(({ content }) =>
    content.flatMap((block) =>
      block.type === 'tool_result' ? [...(block.passages ?? []), ...(block.sentences ?? [])] : [],
    ),
  )
  const request = { system: '', messages, tools, maxTokens: 1, withoutTools }
  for await (const event of model.stream(request, new AbortController().signal)) {
    pieces++
    if (event.type === 'text_delta') {
      text += event.text
      repeats ||= event.repeats === true
    }
    if (event.type === 'tool_use_started') calls.push({ name: event.name, json: '' })
    const last = calls.at(-1)
    if (event.type === 'tool_input_delta' && last !== undefined) last.json += event.json
    if (event.type === 'citation') citations.push(checkCitation(event.claim, given))
    if (event.type === 'finished') stopReason = event.stopReason
  }
  const inputs = calls.map(({ json }) => JSON.parse(json))
  const call = calls[0]?.name ?? null
  return { text, call, input: inputs[0] ?? null, inputs, citations, stopReason, pieces, repeats }
}
