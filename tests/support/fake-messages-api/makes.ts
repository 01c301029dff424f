import type { Script } from './server'
import { answer, type ScriptedBlock, type Turn, text, thinking, toolUse, withoutCacheUsage } from './turns'
import type { CheckedRequest } from './validate'

/** How servers of other makes differ from the vendor's, as their documentation and their sources say. */
export interface Make {
  /** Whether `/v1/messages/count_tokens` is there. */
  readonly counting: boolean
  /** What a model behind such a server answers to a question. */
  readonly script: Script
  /** How it refuses a request that is longer than its model takes. */
  readonly tooLong: Turn
}

interface Abilities {
  /** A `tool_choice` is followed. */
  readonly toolChoice: boolean
  readonly cacheUsage: boolean
  /** What comes of search results: cited, refused in favour of documents, read as text, or left out. */
  readonly searchResults: 'cited' | 'documents' | 'read' | 'dropped'
  readonly images: boolean
  /** The ways of asking for it at which thinking comes. */
  readonly thinking: readonly string[]
  /** Whether thinking is signed. */
  readonly signs: boolean
}

/** The vendor's own. */
export const vendor: Make = {
  counting: true,
  script: scriptOf({
    toolChoice: true,
    cacheUsage: true,
    searchResults: 'cited',
    images: true,
    thinking: ['adaptive', 'enabled'],
    signs: true,
  }),
  tooLong: failed(400, {
    type: 'error',
    error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
  }),
}

/** The Messages API as it was before search results, as some gateways still have it: documents are cited alone. */
export const beforeSearchResults: Make = {
  ...vendor,
  script: scriptOf({
    toolChoice: true,
    cacheUsage: true,
    searchResults: 'documents',
    images: true,
    thinking: ['enabled'],
    signs: true,
  }),
}

/** Ollama: no counting, no caching, no citations; a `tool_choice` and unknown blocks are left out; unsigned thinking. */
export const ollama: Make = {
  counting: false,
  script: scriptOf({
    toolChoice: false,
    cacheUsage: false,
    searchResults: 'dropped',
    images: true,
    thinking: ['enabled'],
    signs: false,
  }),
  tooLong: failed(400, {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message: 'prompt too long; exceeded context length by 10 tokens',
    },
  }),
}

/** vLLM: counts, follows a `tool_choice`, leaves out what its request does not name; errors have types of its own. */
export const vllm: Make = {
  counting: true,
  script: scriptOf({
    toolChoice: true,
    cacheUsage: false,
    searchResults: 'read',
    images: false,
    thinking: [],
    signs: false,
  }),
  tooLong: failed(400, {
    type: 'error',
    error: {
      type: 'BadRequestError',
      message: "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.",
    },
  }),
}

/** llama.cpp: counts; errors without an outer type, with a number as their code. */
export const llamaCpp: Make = {
  counting: true,
  script: scriptOf({
    toolChoice: true,
    cacheUsage: false,
    searchResults: 'dropped',
    images: false,
    thinking: [],
    signs: false,
  }),
  tooLong: failed(400, {
    error: {
      code: 400,
      message: 'request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it',
      type: 'exceed_context_size_error',
      n_prompt_tokens: 9412,
      n_ctx: 8192,
    },
  }),
}

/** LM Studio: an error is a plain string. */
export const lmStudio: Make = {
  counting: false,
  script: scriptOf({
    toolChoice: false,
    cacheUsage: false,
    searchResults: 'dropped',
    images: false,
    thinking: [],
    signs: false,
  }),
  tooLong: failed(400, {
    error:
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
  }),
}

/** llama.cpp when its cache fills in the middle. */
export const llamaCppFull: Turn = failed(500, {
  error: { code: 500, message: 'Context size has been exceeded.', type: 'server_error' },
})

function failed(status: number, body: object): Turn {
  return {
    kind: 'status',
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

function scriptOf(abilities: Abilities): Script {
  return (request) => {
    if (abilities.searchResults === 'documents' && JSON.stringify(request).includes('"search_result"')) {
      return failed(400, {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message:
            "messages.2.content.0: Input tag 'search_result' found using 'type' does not match any of the expected tags",
        },
      })
    }
    const turn = answer(blocksFor(request, abilities))
    return abilities.cacheUsage && request.cache_control != null ? turn : withoutCacheUsage(turn)
  }
}

function blocksFor(request: CheckedRequest, abilities: Abilities): ScriptedBlock[] {
  const choice = request.tool_choice
  if (choice?.type === 'tool' && abilities.toolChoice) return [toolUse(choice.name, { word: 'hello' })]
  const asked = request.thinking as { readonly type: string } | undefined
  if (asked !== undefined && abilities.thinking.includes(asked.type)) {
    return [thinking('Two, three, five …', abilities.signs ? 'c2ln' : ''), text('12')]
  }
  const given = JSON.stringify(request.messages)
  const cited = /The code word is ([^."]+)\./u.exec(given)
  if (cited !== null) {
    const said = `It is ${cited[1]}.`
    if (abilities.searchResults === 'dropped') return [text('I was given no code word.')]
    if (abilities.searchResults === 'read') return [text(said)]
    const index = abilities.searchResults === 'documents' ? 'document_index' : 'search_result_index'
    const place = { [index]: 0, start_block_index: 0, end_block_index: 1 }
    return [text(said, [{ cited_text: cited[0], ...place }])]
  }
  if (given.includes('Which colour')) return [text(abilities.images ? 'Red.' : 'I see no picture.')]
  return [text('Hello.')]
}
