import type { Passage } from '../../../shared/contract/passages'
import { AppError } from '../../../shared/errors'
import type { StopReason, Usage } from '../../../shared/run/blocks'
import { say } from '../../../shared/sentences/say'
import { type Model, ModelFailure } from '../../model/port'

import { instructionsFor, type LanguageWish, type Material, questionFor } from './instructions'
import { type AnsweredText, passageTitle, readStatements, type Statements } from './statements'

/** What all requests of one summary have in common. */
export interface Asking {
  readonly model: Model
  readonly document: { readonly id: string; readonly title: string }
  readonly language: LanguageWish
  readonly used: (usage: Usage) => void
}

/** Something to sum up; `id` is told to the model's server with it. */
export interface GivenText {
  readonly id: string
  readonly text: string
  readonly page: number | null
  readonly section: string | null
}

/** Why a model did not sum up what it could have: it declined, or what it wrote is of no use. */
export class NotSummedUp extends AppError {
  readonly reason: 'declined' | 'broken' | 'unsourced' | 'budget'
  constructor(reason: NotSummedUp['reason'], message: string) {
    super('model_error', message)
    this.name = 'NotSummedUp'
    this.reason = reason
  }
}

/** Has a model sum up some texts in one request, to which no tool is given. */
export async function ask(
  asking: Asking,
  request: {
    readonly material: Material
    readonly given: readonly GivenText[]
    readonly mostStatements: number
    readonly maxTokens: number
    readonly signal: AbortSignal
  },
): Promise<Statements> {
  const { model, document, language, used } = asking
  const { material, mostStatements, maxTokens, signal } = request
  const passages = request.given.map((each, index) => toPassage(document.id, each, index))
  const answer: { text: string; claims: AnsweredText['claims'][number][] }[] = []
  const piece = (block: number) => {
    answer[block] ??= { text: '', claims: [] }
    return answer[block]
  }
  let end: StopReason | null = null
  let refusal = ''
  for await (const event of model.stream(
    {
      system: instructionsFor(material, mostStatements, language),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'passages', passages },
            { type: 'text', text: questionFor(document.title, language) },
          ],
        },
      ],
      tools: [],
      maxTokens,
      // What it thinks would come out of the room for the statements.
      thinking: { effort: 'default', thinking: 'off' },
      cached: false,
    },
    signal,
  )) {
    if (event.type === 'text_delta') piece(event.block).text += event.text
    if (event.type === 'citation') piece(event.block).claims.push(event.claim)
    if (event.type !== 'finished') continue
    end = event.stopReason
    refusal = event.refusal ?? ''
    used(event.usage)
  }
  refuseUnfinished(end, refusal)
  const read = readStatements(
    answer.filter((each) => each !== undefined),
    passages,
  )
  // What the length limit cut off in the middle is no statement.
  const whole = end === 'max_tokens' ? read.statements.slice(0, -1) : read.statements
  return { ...read, statements: whole.slice(0, mostStatements) }
}

function refuseUnfinished(end: StopReason | null, refusal: string): void {
  if (end === null) throw new NotSummedUp('broken', 'The model’s answer ended early.')
  if (end === 'model_context_window_exceeded') {
    throw new ModelFailure('model_error', say('model.too_long', { says: '' }), {
      retryable: false,
      tooLarge: true,
    })
  }
  if (end !== 'refusal') return
  const words = refusal.trim() === '' ? '' : ` It says: ${refusal.trim()}`
  throw new NotSummedUp('declined', `The model declined to sum this up.${words}`)
}

function toPassage(documentId: string, { id, text, page, section }: GivenText, index: number): Passage {
  return {
    chunk_id: id,
    document_id: documentId,
    // A title of its own, so that a citation names this one and no other, whatever the document is called.
    title: passageTitle(index),
    ...(page === null ? {} : { page }),
    ...(section === null ? {} : { section }),
    start: 0,
    end: text.length,
    score: 1,
    similarity: 1,
    text,
  }
}
