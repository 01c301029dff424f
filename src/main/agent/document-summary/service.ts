import { AppError } from '../../../shared/errors'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { ChunkRow } from '../../db/passages'
import { ModelFailure } from '../../model/port'
import type { SettingsService } from '../../services/settings'
import type { BudgetLeft, ModelsAtWork } from '../models-at-work'
import { NotSummedUp } from './ask'
import { mapReduce, type Sourced } from './map-reduce'
import { chooseToRead, mostPassages, roomIn } from './plan'

/** Why a model that is set up did not sum a document up. */
export type WhyNotByModel =
  | 'unavailable'
  | 'unauthorized'
  | 'too_large'
  | 'declined'
  | 'broken'
  | 'unsourced'
  | 'budget'

/** What a model made of a document, or why it made nothing. */
export type SummaryByModel =
  /** There is none, or there is nothing to read. */
  | { readonly kind: 'no_model' }
  | { readonly kind: 'failed'; readonly why: WhyNotByModel; readonly message: string }
  | {
      readonly kind: 'written'
      readonly model: string
      readonly statements: readonly Sourced<ChunkRow>[]
      /** How many passages it was given. */
      readonly read: number
      /** Citations that name nothing that was given, or quote words that are not there. */
      readonly dropped: number
    }

/** Has the model that is set up sum documents up. */
export interface DocumentSummaries {
  /** Of a call in a run, the run's own model does it, within its budget. Throws only where the call is cancelled. */
  write(request: {
    readonly document: { readonly id: string; readonly title: string }
    /** The document's passages, at most so many; called only where there is a model. */
    readonly passages: (most: number) => Promise<readonly ChunkRow[]>
    readonly mostStatements: number
    readonly context: ToolContext
  }): Promise<SummaryByModel>
}

const noLimit: BudgetLeft = { tokens: null, cost: null, prices: { input: 0, output: 0 } }

/** Makes them for calls of every caller. */
export function createDocumentSummaries({
  settings,
  modelsAtWork,
}: {
  readonly settings: Pick<SettingsService, 'get' | 'model'>
  readonly modelsAtWork: ModelsAtWork
}): DocumentSummaries {
  const write: DocumentSummaries['write'] = async ({ document, passages, mostStatements, context }) => {
    const run = context.runId === null ? null : modelsAtWork.of(context.runId)
    const model = run?.model ?? (await settings.model())
    if (model.provider === 'offline') return { kind: 'no_model' }
    if (run === null) await model.learnWindow?.(context.signal)
    const room = roomIn(model.contextTokens ?? Number.MAX_SAFE_INTEGER)
    if (room === null) return failed('too_large', tooLargeMessage)
    const left = run === null ? () => noLimit : run.left
    const all = await passages(mostPassages)
    if (all.length === 0) return { kind: 'no_model' }
    const chosen = chooseToRead(all, room, mostStatements, left())
    if (chosen === null) return failed('budget', 'What is left of the run’s budget is too little for it.')
    const { statements, dropped } = await mapReduce(
      {
        asking: {
          model,
          document,
          language: { setting: settings.get().language, request: run?.request() ?? '' },
          used: context.used ?? (() => undefined),
        },
        room,
        mostStatements,
        left,
        signal: context.signal,
        progress: context.progress,
      },
      chosen.map((chunk) => ({ ...chunk, id: `${document.id}#${chunk.ordinal}` })),
    )
    return { kind: 'written', model: model.id, statements, read: chosen.length, dropped }
  }
  return {
    async write(request) {
      try {
        return await write(request)
      } catch (error) {
        if (request.context.signal.aborted || !(error instanceof AppError)) throw error
        const why = whyOf(error)
        if (why === null) throw error
        return failed(why, why === 'too_large' ? tooLargeMessage : error.message)
      }
    },
  }
}

function failed(why: WhyNotByModel, message: string): SummaryByModel {
  return { kind: 'failed', why, message }
}

const tooLargeMessage = 'The model takes too little at once to sum this document up.'

/** Null for what is no failure of the model. */
function whyOf(error: AppError): WhyNotByModel | null {
  if (error instanceof NotSummedUp) return error.reason
  if (error instanceof ModelFailure && error.tooLarge) return 'too_large'
  switch (error.code) {
    case 'unavailable':
    case 'timeout':
    case 'busy':
      return 'unavailable'
    case 'unauthorized':
      return 'unauthorized'
    case 'model_error':
      return 'broken'
    default:
      return null
  }
}
