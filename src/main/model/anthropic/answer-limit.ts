import { assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type ModelEvent, ModelFailure } from '../port'

/** Characters of a token over a whole answer: of words some four, of rows of blanks or dashes several times that. */
const charactersOfToken = 20
/** Characters that every answer may have, however few tokens it was asked for. */
const charactersAlways = 2000
/** Bytes in which a token may come: an event of its own for each has two or three hundred. */
const bytesOfToken = 2000
/** Bytes of what is no token: signatures, the words of citations, signs of life. */
const bytesAlways = 1_000_000

/** Holds one answer to the tokens that it was asked for: not every server does, and one may never end. */
export interface AnswerLimit {
  /** Counts bytes as they come. Throws {@link ModelFailure} past the limit, as {@link AnswerLimit.take} does. */
  came(bytes: number): void
  /** Counts what a model wrote. */
  take(event: ModelEvent): void
}

/** Starts counting an answer that was asked for at most so many tokens. */
export function limitAnswer(maxTokens: number): AnswerLimit {
  let bytes = bytesAlways + maxTokens * bytesOfToken
  let characters = charactersAlways + maxTokens * charactersOfToken
  const requireRoom = () => {
    if (bytes >= 0 && characters >= 0) return
    throw new ModelFailure('model_error', say('model.answer_too_long'), { retryable: false })
  }
  return {
    came(more) {
      bytes -= more
      requireRoom()
    },
    take(event) {
      characters -= lengthOf(event)
      requireRoom()
    },
  }
}

function lengthOf(event: ModelEvent): number {
  switch (event.type) {
    case 'text_delta':
    case 'thinking_delta':
      return event.text.length
    case 'tool_use_started':
      return event.name.length
    case 'tool_input_delta':
      return event.json.length
    // Made by the server and no token of the answer; the bytes limit them.
    case 'thinking_signature':
    case 'thinking_redacted':
    case 'citation':
    case 'finished':
      return 0
    default:
      return assertNever(event)
  }
}
