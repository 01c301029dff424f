import { AppError } from '../../shared/errors'
import type { ConversationState } from '../../shared/run/state'
import { noUsage } from '../../shared/run/usage'
import { say } from '../../shared/sentences/say'
import { wordsOf } from '../../shared/sentences/sentence'
import { newId } from '../identifier'
import type { Model, ModelEvent } from '../model/port'
import { sequenceModelId } from '../services/scripts'
import { callIdOf, callsOf, type Followed, type Progress, progressOf, type StepTold } from './progress'
import { sequenceTexts } from './texts'
import { closingOf } from './told'

/**
 * The model of a run that follows a sequence: it calls the tool of the next step, with what the steps before gave, and
 * says at the end what came of each. It decides from the conversation alone; no word in it chooses what is called.
 */
export function createScriptedModel(
  followed: Followed & {
    /** All runs of the conversation that follow this, the one at work among them. */
    readonly runs: readonly string[]
    readonly runId: string
    readonly language: 'en' | 'de'
  },
  state: () => ConversationState,
): Model {
  return {
    id: sequenceModelId,
    provider: 'offline',
    async *stream(_, signal) {
      if (signal.aborted) throw new AppError('cancelled', say('model.stopped'))
      const calls = callsOf(state(), followed.runs, followed.runId)
      const progress = progressOf(followed, calls)
      if (progress.kind === 'call') yield* callOf(progress)
      else yield* endOf(progress, followed.language)
    },
  }
}

function* callOf({ number, tool, input }: Extract<Progress, { kind: 'call' }>): Generator<ModelEvent> {
  yield { type: 'tool_use_started', block: 0, toolUseId: callIdOf(number, newId()), name: tool }
  yield { type: 'tool_input_delta', block: 0, json: JSON.stringify(input) }
  yield { type: 'finished', stopReason: 'tool_use', usage: noUsage }
}

function* endOf(progress: Extract<Progress, { kind: 'end' }>, language: 'en' | 'de'): Generator<ModelEvent> {
  yield { type: 'text_delta', block: 0, text: closingOf(progress, sequenceTexts(language)) }
  // The run failed, then: it can go on at this step.
  if (progress.failed !== null) throw failureOf(progress.failed)
  yield { type: 'finished', stopReason: 'end_turn', usage: noUsage }
}

function failureOf({ number, title, error }: StepTold): AppError {
  if (error === null) return new AppError('cancelled', say('run.call_stopped'))
  const why = wordsOf(error)
  return new AppError(error.code, say('sequence.step_failed', { number, title, why }))
}
