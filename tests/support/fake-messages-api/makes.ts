import type { ContextEditing } from './context-editing'
import type { Script } from './server'
import { answer, type ScriptedBlock, type Turn, text, thinking, toolUse, withoutCacheUsage } from './turns'
import type { CheckedRequest } from './validate'

/** How a server differs from the vendor's, while its requests and its bytes are the vendor's. */
export interface Make {
  /** Whether `/v1/messages/count_tokens` is there. */
  readonly counting: boolean
  /** What becomes of `context_management`. */
  readonly contextEditing: ContextEditing
  /** What a model behind such a server answers to a question. */
  readonly script: Script
  /** How it refuses a request that is longer than its model takes. */
  readonly tooLong: Turn
}

interface Abilities {
  /** A `tool_choice` is followed. */
  readonly toolChoice: boolean
  readonly cacheUsage: boolean
  /** What comes of search results: cited, refused in favour of documents, or left out. */
  readonly searchResults: 'cited' | 'documents' | 'dropped'
  readonly images: boolean
  /** The ways of asking for it at which thinking comes. */
  readonly thinking: readonly string[]
  /** Whether thinking is signed. */
  readonly signs: boolean
}

/** The vendor's own. */
export const vendor: Make = {
  counting: true,
  contextEditing: 'followed',
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
  contextEditing: 'refused',
  script: scriptOf({
    toolChoice: true,
    cacheUsage: true,
    searchResults: 'documents',
    images: true,
    thinking: ['enabled'],
    signs: true,
  }),
}

/** One that passes over what it does not know, with a model that sees and that thinks when it is told to. */
export const seeing: Make = {
  ...vendor,
  counting: false,
  contextEditing: 'passed over',
  script: scriptOf({
    toolChoice: false,
    cacheUsage: false,
    searchResults: 'dropped',
    images: true,
    thinking: ['enabled'],
    signs: false,
  }),
}

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
    if (abilities.searchResults === 'dropped') return [text('I was given no code word.')]
    const said = `It is ${cited[1]}.`
    const index = abilities.searchResults === 'documents' ? 'document_index' : 'search_result_index'
    const place = { [index]: 0, start_block_index: 0, end_block_index: 1 }
    return [text(said, [{ cited_text: cited[0], ...place }])]
  }
  if (given.includes('Which colour')) return [text(abilities.images ? 'Red.' : 'I see no picture.')]
  return [text('Hello.')]
}
