import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type ModelEvent, ModelFailure } from '../port'

/** Characters of a token over a whole answer: of words some four, of rows of blanks or dashes several times that. */
const charactersOfToken = 20
/** Characters that every answer may have, however few tokens it was asked for. */
const charactersAlways = 2000
/** Characters that a call counts for beside its name and what it is given: it is some five tokens at the least. */
const charactersOfCall = 5 * charactersOfToken
/** Bytes in which a token may come: an event of its own for each has two or three hundred. */
const bytesOfToken = 2000
/** Bytes of what is no token: signatures, the words of citations, signs of life. */
const bytesAlways = 1_000_000

/**
 * Bytes of one event: one that brings a whole call at once has as many as that call. Whoever reads events looks through
 * all of one anew with each piece of it that comes.
 */
const bytesOfEvent = 4_000_000

/** Holds one answer to the tokens that it was asked for: not every server does, and one may never end. */
export interface AnswerLimit {
  /** Counts bytes as they come. Throws {@link ModelFailure} past the limit, as {@link AnswerLimit.take} does. */
  came(piece: Uint8Array): void
  /** Counts what a model wrote. */
  take(event: ModelEvent): void
}

/** Starts counting an answer that was asked for at most so many tokens. */
export function limitAnswer(maxTokens: number): AnswerLimit {
  let bytes = bytesAlways + maxTokens * bytesOfToken
  let characters = charactersAlways + maxTokens * charactersOfToken
  let ofEvent = 0
  let last = 0
  const requireRoom = () => {
    if (bytes >= 0 && characters >= 0 && ofEvent <= bytesOfEvent) return
    throw new ModelFailure('model_error', say('model.went_on', { tokens: maxTokens }), { retryable: false })
  }
  return {
    came(piece) {
      bytes -= piece.length
      const end = endOfEvent(piece, last)
      ofEvent = end === null ? ofEvent + piece.length : piece.length - end
      last = piece.at(-1) ?? last
      requireRoom()
    },
    take(event) {
      characters -= lengthOf(event)
      requireRoom()
    },
  }
}

const emptyLines = ['\n\n', '\r\r', '\n\r\n']
const [lineFeed, carriageReturn] = [10, 13]

/** Where the last event in a piece ends, which is where an empty line does; `before` is the byte before it. Null where none ends. */
function endOfEvent(piece: Uint8Array, before: number): number | null {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  const ends = emptyLines
    .map((line) => bytes.lastIndexOf(line) + line.length)
    .filter((end, index) => end >= (emptyLines[index]?.length ?? 0))
  if (ends.length > 0) return Math.max(...ends)
  const [first, second] = bytes
  if (first === before && (first === lineFeed || first === carriageReturn)) return 1
  return before === lineFeed && first === carriageReturn && second === lineFeed ? 2 : null
}

function lengthOf(event: ModelEvent): number {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      return event.text.length
    case 'tool_use_started':
      return charactersOfCall + event.name.length
    case 'tool_input_delta':
      return event.json.length
    // At least one token was thought.
    case 'thinking_redacted':
      return charactersOfToken
    // Made by the server and no token of the answer; the bytes limit them.
    case 'thinking_signature':
    case 'citation':
    case 'finished':
      return 0
    default:
      return assertNever(event)
  }
}
