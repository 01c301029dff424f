import { AppError, assertNever, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Sentence, wordsOf } from '../../../shared/sentences/sentence'
import type { WriteTool } from '../../../shared/tool/define'
import type { EffectContext, ToolContext, WriteImplementation } from '../../../shared/tool/runtime'
import { createTurns, type InTurn } from '../../async/in-turn'
import { asStopped } from '../../async/until-aborted'
import type { Audit } from '../../changes/audit'
import { insertChange, type NewChange, settleChange } from '../../db/changes'
import { type Database, recordOutcome } from '../../db/open'
import { takeReserve } from '../../db/reserve'
import { faultPoint } from '../../disk/fault-point'
import { newId } from '../../identifier'
import type { GateParts } from './parts'
import { announceChange } from './parts'

/** Something that changes the world, with how the ledger tells it. */
export interface Effect<T> {
  readonly tool: WriteTool
  readonly implementation: WriteImplementation<WriteTool>
  readonly entry: Omit<NewChange, 'id' | 'inverse' | 'at' | 'tool'>
  readonly context: ToolContext
  perform(context: EffectContext<unknown>): Promise<T>
  /** Called once it is in the ledger, before that is told and anything happens. */
  begun?(changeId: string): void
  /** In the transaction that makes the entry applied. */
  applied(changeId: string, value: T): void
  /** In the transaction that closes the entry; without an entry when nothing was begun. */
  failed(error: AppError, changeId: string | null, ending: Ending): void
  /** Called when its failure is recorded, which may be long after: once the disk takes it. */
  closed?(): void
}

/** What became of an effect that failed or that a crash cut off. */
export type Ending =
  /** Nothing of it is left, or nothing was begun. */
  | { readonly kind: 'rolled_back' }
  /** It can't be taken back and may have happened, wholly or in part; `words` say so. */
  | { readonly kind: 'interrupted'; readonly words: Sentence }
  /** It is left half done until the next start tries again. */
  | { readonly kind: 'stuck'; readonly error: AppError }

/** Carries effects out, one at a time. */
export interface Effects {
  /** Takes the next turn; the world that `work` checks stays as it is until `work` is done. */
  readonly inTurn: InTurn
  /** Journal, effect, commit; on failure rolls back and throws. Only inside `inTurn`. */
  carryOut<T>(effect: Effect<T>): Promise<{ readonly changeId: string; readonly value: T }>
  /**
   * Writes down what came of something; what the disk refuses now is owed, and written before the next turn.
   * Throws what the disk said.
   */
  settle(write: () => void): void
}

interface Journaled {
  readonly id: string
  readonly inverse: unknown
}

/** Makes the one place where effects happen. */
export function createEffects(
  parts: Pick<GateParts, 'db' | 'registry' | 'publish' | 'now' | 'audit' | 'undoEnded' | 'approvedWork'>,
): Effects {
  const { db, audit } = parts
  const turns = createTurns()
  const owed: (() => void)[] = []
  const settle = (write: () => void): void => {
    try {
      write()
    } catch (error) {
      owed.push(write)
      throw error
    }
  }
  /** Nothing new begins before it is written what came of what was before. */
  const settleOwed = (): void => {
    for (let next = owed[0]; next !== undefined; next = owed[0]) {
      next()
      owed.shift()
    }
  }

  return {
    settle,
    inTurn(work) {
      return turns(() => {
        settleOwed()
        return work()
      })
    },

    async carryOut(effect) {
      effect.context.signal.throwIfAborted()
      const journal = openJournal(parts, effect)
      let changeId: string | null = null
      try {
        takeReserve(db.raw.name)
        const value = await effect.perform({ ...effect.context, journal: journal.write })
        journal.close()
        const { id } = journal.required()
        faultPoint('effect done')
        recordOutcome(db, () => {
          settleChange(db, id, 'applying', { status: 'applied' })
          faultPoint('ledger written')
          audit.record('change.applied', auditBody(effect, id))
          effect.applied(id, value)
          faultPoint('audit written')
        })
        faultPoint('change stored')
        changeId = id
        return { changeId: id, value }
      } catch (error) {
        journal.close()
        const begun = journal.written()
        changeId = begun?.id ?? null
        const failure = effect.context.signal.aborted ? asStopped(error) : toAppError(error)
        throw await rollBack({ db, audit, settle }, effect, begun, failure)
      } finally {
        if (changeId !== null) announceChange(parts, changeId)
      }
    },
  }
}

/** Stores the inverse before the effect; accepts exactly one, and none once the effect is over. */
function openJournal<T>(
  parts: Pick<GateParts, 'db' | 'registry' | 'publish' | 'now' | 'undoEnded' | 'approvedWork'>,
  effect: Effect<T>,
): {
  write(inverse: unknown): void
  close(): void
  written(): Journaled | null
  required(): Journaled
} {
  const { name } = effect.tool
  let entry: Journaled | null = null
  let open = true
  return {
    write(inverse) {
      if (!open) throw new AppError('internal', `${name} journaled after its effect was over.`)
      if (entry !== null) throw new AppError('internal', `${name} journaled twice.`)
      const fitting = effect.tool.inverse.safeParse(inverse)
      if (!fitting.success)
        throw new AppError('internal', `What ${name} journaled does not have its inverse’s shape.`)
      const id = newId()
      insertChange(parts.db, { ...effect.entry, id, tool: name, inverse, at: parts.now().getTime() })
      faultPoint('inverse journaled')
      entry = { id, inverse }
      effect.begun?.(id)
      announceChange(parts, id)
    },
    close() {
      open = false
    },
    written: () => entry,
    required() {
      if (entry !== null) return entry
      throw new AppError(
        'internal',
        `${name} ended without journaling what undoes it; what it did is unknown.`,
      )
    },
  }
}

async function rollBack<T>(
  { db, audit, settle }: { readonly db: Database; readonly audit: Audit } & Pick<Effects, 'settle'>,
  effect: Effect<T>,
  begun: Journaled | null,
  error: AppError,
): Promise<AppError> {
  const ending: Ending =
    begun === null || error.notBegun ? { kind: 'rolled_back' } : await revertQuietly(effect, begun.inverse)
  const failure = failureWith(error, ending)
  try {
    settle(() => {
      recordOutcome(db, () => {
        if (begun !== null) recordRollback(db, audit, begun.id, ending)
        effect.failed(failure, begun?.id ?? null, ending)
        faultPoint('rollback written')
      })
      faultPoint('rollback stored')
      effect.closed?.()
    })
    return failure
  } catch (error) {
    return unrecorded(failure, toAppError(error))
  }
}

/** What is on the disk is right, what is in the ledger is not yet. */
function unrecorded(failure: AppError, why: AppError): AppError {
  return new AppError(failure.code, say('change.unrecorded', { what: wordsOf(failure), why: wordsOf(why) }), {
    cause: why,
  })
}

/** Rolls back what was journaled, as far as it can be. */
export async function revertQuietly(
  effect: Pick<Effect<unknown>, 'tool' | 'implementation'> & { readonly context: Pick<ToolContext, 'runId'> },
  inverse: unknown,
): Promise<Ending> {
  try {
    const { interrupted } = await effect.implementation.revert(effect.tool.inverse.parse(inverse), {
      // A stopped run must not stop its own clean-up.
      signal: new AbortController().signal,
      progress: () => undefined,
      runId: effect.context.runId,
      rollback: true,
      // The entry that is being rolled back stands for this too: a crash in here rolls back again.
      journal: () => undefined,
    })
    faultPoint('rollback done')
    return interrupted ? { kind: 'interrupted', words: interrupted } : { kind: 'rolled_back' }
  } catch (error) {
    return { kind: 'stuck', error: toAppError(error) }
  }
}

/** Writes how a rollback ended; one that failed keeps its entry under way, for the next start. */
export function recordRollback(db: Database, audit: Audit, changeId: string, ending: Ending): void {
  switch (ending.kind) {
    case 'rolled_back':
    case 'interrupted':
      settleChange(db, changeId, 'applying', { status: ending.kind })
      audit.record(`change.${ending.kind}`, { change: changeId })
      return
    case 'stuck':
      audit.record('change.rollback_failed', { change: changeId, code: ending.error.code })
      return
    default:
      assertNever(ending)
  }
}

/** Says of a failure what it left behind; loudly where that is half done. */
export function failureWith(error: AppError, ending: Ending): AppError {
  switch (ending.kind) {
    case 'rolled_back':
      return error
    case 'interrupted':
      return new AppError(
        error.code,
        say('change.may_have_happened', { what: wordsOf(error), rest: ending.words }),
        { cause: error },
      )
    case 'stuck':
      return new AppError(
        error.code,
        say('change.stuck', { what: wordsOf(error), why: wordsOf(ending.error) }),
        { cause: ending.error },
      )
    default:
      return assertNever(ending)
  }
}

function auditBody<T>(effect: Effect<T>, changeId: string): Record<string, unknown> {
  const { class: toolClass, actor, approvedBy, approval, grantId, proposalId, runId, undoes } = effect.entry
  return {
    change: changeId,
    tool: effect.tool.name,
    class: toolClass,
    actor,
    approvedBy,
    approval,
    ...(grantId === null ? {} : { grant: grantId }),
    proposal: proposalId,
    run: runId,
    undoes,
  }
}
