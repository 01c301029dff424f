import type {
  AskedWord,
  Correction,
  NamedFile,
  Passage,
  UnreadDocument,
} from '../../shared/contract/passages'
import type { Settings } from '../../shared/contract/settings'
import { AppError, type ErrorCode } from '../../shared/errors'
import type { StopReason, Usage } from '../../shared/run/blocks'
import type { ClearedByServer } from '../../shared/run/reduction'
import type { Words } from '../../shared/sentences/sentence'
import type { Picture } from '../../shared/tool/picture'
import type { Range } from './sentences'

/** A record of the application, or the text of a file, as it was when it was attached. */
export interface AttachedRecord {
  readonly kind: 'contact' | 'note' | 'task' | 'file'
  readonly title: string
  readonly words: string
}

/** A piece of what a model is given or has said, free of any vendor's format. */
export type ModelBlock =
  | {
      readonly type: 'text'
      readonly text: string
      /** Set for a file that a person attached and that has no text. */
      readonly file?: true
      /** Set for a record or a file with text that a person attached: what it is and what stands in it. */
      readonly record?: AttachedRecord
      /** Set where it names documents of the library that the person's words are about: their ids. */
      readonly about?: readonly string[]
    }
  /** A picture that a person attached; a server that takes none is sent a sentence instead. */
  | { readonly type: 'image'; readonly picture: Picture }
  /** Passages of the library that a person attached, to cite. */
  | { readonly type: 'passages'; readonly passages: readonly Passage[] }
  | {
      readonly type: 'thinking'
      readonly text: string
      readonly signature?: string
      /** Thinking that the server keeps to itself, as it came. */
      readonly redacted?: string
    }
  | { readonly type: 'tool_use'; readonly toolUseId: string; readonly name: string; readonly input: unknown }
  | {
      readonly type: 'tool_result'
      readonly toolUseId: string
      readonly content: string
      readonly isError: boolean
      /** What people are told went wrong; the content says so to a model, with what it can do. */
      readonly problem?: string
      /** Set where what the tool was called with is no input of it. */
      readonly invalidInput?: boolean
      /** Set when a person rejected the change; a model reads so in the content. */
      readonly rejected?: boolean
      /** The number of the proposal that the call made and that waits for a decision. */
      readonly proposed?: number
      /** Pictures that go with the content; a server that takes none is sent a sentence instead. */
      readonly images?: readonly Picture[]
      /** Set for a search of the library: passages to cite, sent as search results where the server takes them. */
      readonly passages?: readonly Passage[]
      /** Set for a summary by a document's own sentences: these, each with the place of its passage. */
      readonly sentences?: readonly Passage[]
      /** What the files of their documents are called. */
      readonly files?: readonly NamedFile[]
      /** Documents that it was asked for by their names and did not look into. */
      readonly unread?: readonly UnreadDocument[]
      /** What it was asked for, with how much each word tells. */
      readonly asked?: readonly AskedWord[]
      /** Words that it was asked for and that the library lacks, with what was searched for instead. */
      readonly corrections?: readonly Correction[]
      /** The language of the search, where hardly anything in the library is in it. */
      readonly foreign?: string
    }

/** One message; tool results are in user messages and follow their tool uses at once. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant'
  readonly content: readonly ModelBlock[]
}

/** A tool as a model sees it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  /** The input field that follows `/tool_name` without a name; for the offline assistant. */
  readonly primary?: string | null
  /** Its former names; for the same. */
  readonly aliases?: readonly string[]
  /** What people call it and its module; for the same. */
  readonly called?: { readonly title: string; readonly module: string; readonly moduleTitle: string }
}

/** How hard a model is to think; a server that can't be told is not. */
export type ThinkingWish = Pick<Settings, 'effort' | 'thinking'>

/** A wait before the same request is sent again. */
export interface RetryPause {
  /** The attempt that comes, from 2. */
  readonly attempt: number
  readonly attempts: number
  readonly waitMs: number
  /** Why it has to wait. */
  readonly error: AppError
}

/** How patient a request is while its server can't answer. */
export interface RetryPolicy {
  /** How often the request is sent in all. */
  readonly attempts: number
  /** A server that asks to wait longer than this fails the request, in milliseconds. */
  readonly longestWaitMs: number
  /** Resolves when the request is to be sent again; rejects when it is given up. */
  wait(pause: RetryPause, signal: AbortSignal): Promise<void>
}

/** The bytes of a stored picture; null where it is not kept any more. */
export type ReadPicture = (sha256: string) => Promise<Uint8Array | null>

/** What a server that leaves out results of tools by itself may leave out; one that can't is not told of it. */
export interface ServerClearing {
  /** From how many tokens of a request on. */
  readonly fromTokens: number
  /** It leaves out so many tokens at least, or nothing. */
  readonly leastTokens: number
  /** How many of the latest results stay. */
  readonly keptResults: number
  /** The names of tools whose results stay, however old. */
  readonly keptTools: readonly string[]
}

/** Everything that one turn is made from. */
export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly ModelTool[]
  /** Without it no picture is sent. */
  readonly readPicture?: ReadPicture
  /** Only before anything of the answer has arrived; without it a request is sent three times, a moment apart. */
  readonly retry?: RetryPolicy
  /** Set for a turn that must not call tools; they are then left out or forbidden, whichever the server takes. */
  readonly withoutTools?: boolean
  /** Set where only what a person commands is asked of the offline assistant, and a model answers all else. */
  readonly modelAnswers?: boolean
  /** Without it the model decides. */
  readonly thinking?: ThinkingWish
  /** False for a request that none follows with the same beginning: keeping it in a server's cache would only cost. */
  readonly cached?: false
  /** Without it the server leaves out nothing. */
  readonly serverClearing?: ServerClearing
  /** Limit on the answer, in tokens. */
  readonly maxTokens: number
}

/** What an answer says that it relies on; nothing in it is believed before it is checked. */
export interface CitationClaim {
  /** The passage that it points to; null where it points to none that was sent. */
  readonly chunkId: string | null
  /** The document's title as the answer or its server writes it. */
  readonly title: string
  readonly page: number | null
  readonly section: string | null
  /** The range of the passage's text that it points to, where it does. */
  readonly range: Range | null
  /** The words that it says are there. */
  readonly quote: string
}

/** What arrives while a turn streams; `block` counts from 0 within the turn. */
export type ModelEvent =
  | {
      readonly type: 'text_delta'
      readonly block: number
      readonly text: string
      /** Set where it says again what the calls before it gave, as they tell models. */
      readonly repeats?: true
    }
  | { readonly type: 'thinking_delta'; readonly block: number; readonly text: string }
  | { readonly type: 'thinking_signature'; readonly block: number; readonly signature: string }
  | { readonly type: 'thinking_redacted'; readonly block: number; readonly data: string }
  | { readonly type: 'citation'; readonly block: number; readonly claim: CitationClaim }
  | {
      readonly type: 'tool_use_started'
      readonly block: number
      readonly toolUseId: string
      readonly name: string
    }
  | { readonly type: 'tool_input_delta'; readonly block: number; readonly json: string }
  | {
      readonly type: 'finished'
      readonly stopReason: StopReason
      readonly usage: Usage
      /** Set where its server left out results of tools before the model read the request. */
      readonly clearedByServer?: ClearedByServer
      /** Why the model declined, in its server's words; empty where it says nothing. */
      readonly refusal?: string
    }

/** What a model throws: an error, and whether the same request may well succeed later. */
export class ModelFailure extends AppError {
  readonly retryable: boolean
  /** Whether it passes by itself: the same request is then sent again after a while. */
  readonly passing: boolean
  /** Whether the conversation is longer than the model takes. */
  readonly tooLarge: boolean

  constructor(
    code: ErrorCode,
    message: Words,
    options: { retryable: boolean; passing?: boolean; tooLarge?: boolean; cause?: unknown },
  ) {
    super(code, message, { cause: options.cause })
    this.name = 'ModelFailure'
    this.retryable = options.retryable
    this.passing = options.passing ?? false
    this.tooLarge = options.tooLarge ?? false
  }
}

/**
 * A model. `stream` ends after `finished`, or throws {@link ModelFailure} (`model_error`, `unavailable`,
 * `unauthorized`, `timeout`) or an `AppError` `cancelled`, with what came before already delivered; it never
 * ends quietly without `finished`.
 */
export interface Model {
  /** For people and for the run's record. */
  readonly id: string
  readonly provider: 'offline' | 'anthropic'
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
  /** Set where it answers the last message alone: what is sent meanwhile then waits for its own turn. */
  readonly answersOne?: true
  /** Tokens of a request and its answer together that it takes; without it there is no limit. */
  readonly contextTokens?: number
  /** Who says so: a person, the model's server, or nobody: then it is what is usual. */
  readonly contextFrom?: 'set' | 'server' | 'usual'
  /** What its server is sent of a tool, by which the size of a request is told; without it, the tool as it is. */
  asSent?(tool: ModelTool): ModelTool
  /** Asks the model's server how many it takes, as it is loaded now; never fails. */
  learnWindow?(signal: AbortSignal): Promise<void>
  /** Tokens of a request by its server's own count, where it has one. */
  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>
}
