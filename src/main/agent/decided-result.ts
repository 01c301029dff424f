import { z } from 'zod'
import { AppError, assertNever, toErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { type Sentence, wordsOf } from '../../shared/sentences/sentence'
import type { ToolResult, UndoneSince } from '../../shared/tool/result'
import type { Decided } from '../services/gate'

/** How a tool call ends. */
export const callEndSchema = z.enum(['done', 'failed', 'rejected', 'not_run'])
/** See {@link callEndSchema}. */
export type CallEnd = z.infer<typeof callEndSchema>

/** What the model is told about a decision. */
export function resultOfDecision({ proposal, result }: Decided): [CallEnd, ToolResult] {
  const { number, status } = proposal
  const text = proposal.reason ?? ''
  const reason = wordsOf({ message: text, said: proposal.said?.[text] })
  const state = { status, proposal_id: proposal.id, number, reason: text }
  const told = (code: 'denied' | 'conflict' | 'cancelled' | 'internal', words: Sentence): ToolResult => {
    const error = toErrorShape(new AppError(code, words))
    return { success: false, content: words.text, state, error }
  }
  const refused = (...of: Parameters<typeof told>): ToolResult =>
    result !== null && !result.success ? result : told(...of)
  switch (status) {
    case 'applied': {
      const content = `Proposal #${number} was approved and applied.`
      return ['done', result ?? { success: true, content, state }]
    }
    case 'rejected':
      return ['rejected', told('denied', say('proposal.rejected', { number, reason }))]
    case 'conflict':
      return ['failed', refused('conflict', say('proposal.conflicted', { number, reason }))]
    case 'failed':
      return ['failed', refused('internal', say('proposal.failed', { number, reason }))]
    case 'expired':
      return ['failed', refused('cancelled', say('proposal.expired', { number }))]
    case 'withdrawn':
      return ['not_run', refused('cancelled', say('proposal.withdrawn', { number }))]
    case 'pending':
    case 'approved':
      throw new AppError('internal', `Proposal #${number} was reported as decided but is ${status}.`)
    default:
      return assertNever(status)
  }
}

/** What a model is told first of a change that a person took back since, or a part of it. */
export function saidUndone(undone: UndoneSince): string {
  const look = 'look at what is there now before you build on it.'
  switch (undone.extent) {
    case 'whole':
      return `The person undid this later, by change #${undone.by}: ${look}`
    case 'part': {
      const { by, things, more } = undone
      const changes = `${by.length === 1 ? 'change' : 'changes'} ${by.map((number) => `#${number}`).join(', ')}`
      const which = more === 0 ? things : [...things, `and ${more} more`]
      return `The person undid a part of this later, by ${changes}: ${which.join(', ')}. The rest stands; ${look}`
    }
    default:
      return assertNever(undone)
  }
}
