/** What the model behind a server says in one answer. */
export interface Said {
  /** How often its server says that it is still reading, before anything comes of it. */
  readonly reads?: number
  readonly thinking?: readonly string[]
  readonly text?: readonly string[]
  readonly calls?: readonly { readonly name: string; readonly input: object }[]
  /** Set where its length limit cut it off. */
  readonly cut?: true
  /** The server fails after that, for this reason. */
  readonly fails?: string
}

/** A message as it reaches the model. */
export interface ReadMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  readonly images: number
}

/** What reaches the model of a request, once its server has put it into a form of its own. */
export interface Reading {
  readonly model: string
  readonly messages: readonly ReadMessage[]
  readonly tools: readonly string[]
  readonly choice: 'auto' | 'required' | 'none'
  /** Whether a model that can think is to. */
  readonly thinks: boolean
  readonly maxTokens: number
  readonly stream: boolean
}

/** An answer that is not streamed. */
export interface Reply {
  readonly status: number
  readonly type: string
  readonly body: string
}

/** How a server was started, and what its model can do. */
export interface BehindServer {
  readonly models: readonly string[]
  readonly contextTokens: number
  readonly sees: boolean
  readonly reasons: boolean
  /** Whether the server was started so that it reads calls out of what its model writes. */
  readonly parsesCalls: boolean
  /** The longest window that its models know. */
  readonly longestTokens: number
  /** A version that says less of its window. */
  readonly older: boolean
  /** What a model’s own file sets as its window; null where it sets none. */
  readonly numCtx: number | null
  /** Its models run elsewhere. */
  readonly remote: boolean
  /** The windows of the models that are loaded, by model. */
  readonly loaded: Map<string, number>
}

/** A request on its way through a server: refused by it, or what its model reads. */
export type Taken = { readonly refused: Reply } | { readonly reading: Reading }

/** A server of the Messages API as its sources say it is: what it takes, and the bytes that it sends. */
export interface ServerShape {
  readonly name: string
  /** Refuses who has no right to ask; the key is what the server was started with. */
  admit(headers: Readonly<Record<string, unknown>>, path: string, key: string): Reply | null
  take(body: unknown, behind: BehindServer): Taken
  /** A streamed answer, write by write, as far as the server comes. */
  stream(said: Said, reading: Reading): readonly string[]
  /** The same answer to a request that does not stream. */
  whole(said: Said, reading: Reading): unknown
  /** What it says of the tokens of a request; null where it does not count. */
  readonly count: ((reading: Reading) => unknown) | null
  list(behind: BehindServer): unknown
  /** What it answers at paths of its own; null for those that it does not have. */
  own?(method: string, path: string, body: unknown, behind: BehindServer): Reply | null
  /** What it says while it can't take a request. */
  readonly busy: Reply
  /** For paths that it does not have. */
  elsewhere(method: string, path: string): Reply
}

/** An answer of JSON. */
export function reply(status: number, body: unknown, type = 'application/json'): Reply {
  return { status, type, body: JSON.stringify(body) }
}

/** An event of a stream as all four write it. */
export function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** Tokens of what the model reads, by a measure that all servers of the tests share. */
export function tokensOf({ messages }: Pick<Reading, 'messages'>): number {
  return Math.ceil(messages.reduce((sum, { text }) => sum + text.length, 0) / 4)
}

/** Tokens of what a model says, by the same measure. */
export function saidTokensOf({ thinking = [], text = [], calls = [] }: Said): number {
  return Math.ceil([...thinking, ...text, JSON.stringify(calls)].join('').length / 4)
}

/** JSON in pieces of a few characters, as a model writes it. */
export function piecesOf(input: object): readonly string[] {
  return JSON.stringify(input).match(/[\s\S]{1,7}/gu) ?? []
}

let ids = 0
/** A new id: what the server puts before it, and this many characters. */
export function freshId(before: string, length: number): string {
  ids++
  return `${before}${ids.toString(16).padStart(length, '0')}`
}
