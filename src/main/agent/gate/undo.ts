import type { Actor } from '../../../shared/actor'
import type { Change } from '../../../shared/contract/changes'
import type { ComparedUndo, UndoDecision } from '../../../shared/contract/undo-choices'
import { AppError, assertNever } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import { invertPreview, previewAgain } from '../../changes/invert-preview'
import { type StoredChange, settleChange, standingRedo } from '../../db/changes'
import { requireCountersigner } from './deciding'
import type { Effect } from './effects'
import { announceChange, type GateParts, presentChange, requireChange } from './parts'
import { rollBackUnderWay } from './recovery'

/** One undo as it is asked for. */
export interface UndoRequest {
  /** For what was changed since; everything else is refused with `conflict`. */
  readonly decisions?: readonly Omit<UndoDecision, 'changeId'>[]
  /** Shared with the other entries of the same undo of several. */
  readonly batch?: string
  readonly by: Actor
  readonly signal: AbortSignal
}

/**
 * Brings back what was there before a change, as a change of its own. Undoing an undo does the change again:
 * the change then counts as applied, and what undoes it is what the redo journaled.
 */
export async function undo(parts: GateParts, id: string, request: UndoRequest): Promise<Change> {
  requireCountersigner(request.by)
  const changeId = await parts.effects.inTurn(() => undoNow(parts, id, request))
  return presentChange(parts, requireChange(parts, changeId))
}

/** What an undo that is refused because of later changes would touch, with what can be chosen for each. */
export async function compareUndo(parts: GateParts, id: string, signal: AbortSignal): Promise<ComparedUndo> {
  const { implementation, inverse, context } = undoable(parts, id, signal)
  const stored = inverse()
  const differences = [...((await implementation.compare?.(stored, context)) ?? [])]
  if (differences.length === 0) return { differences }
  const rest = (await implementation.rebase?.(stored, () => 'keep', context)) ?? null
  return { differences, ...(rest === null ? {} : { rest: true }) }
}

/** What an undo works on, and with; throws where the change can't be undone, or not any more. */
export function undoable(parts: GateParts, id: string, signal: AbortSignal) {
  const { db, registry } = parts
  const subject = originalOf(parts, requireChange(parts, id))
  requireStanding(parts, subject)
  // After a redo, what undoes the change is what the redo journaled.
  const carrier = standingRedo(db, subject.id) ?? subject
  if (parts.undoEnded(carrier)) {
    throw new AppError('unavailable', say('gate.undo_ended', { number: subject.number }))
  }
  const found = registry.resolve(carrier.tool)
  if (found === null || found.kind === 'read') {
    throw new AppError('unavailable', say('gate.undo_tool_gone', { tool: carrier.tool }))
  }
  const { tool, implementation } = found
  const inverse = () => {
    const parsed = tool.inverse.safeParse(carrier.inverse)
    if (parsed.success) return parsed.data
    throw new AppError('corrupt', say('gate.undo_damaged'))
  }
  const context: ToolContext = { signal, progress: () => undefined, runId: subject.runId }
  return { subject, carrier, tool, implementation, inverse, context }
}

async function undoNow(
  parts: GateParts,
  id: string,
  { decisions = [], batch, by, signal }: UndoRequest,
): Promise<string> {
  await finishFormerUndo(parts, id)
  const { db, audit, effects } = parts
  const { subject, carrier, tool, implementation, inverse, context } = undoable(parts, id, signal)
  if (decisions.length > 0 && implementation.rebase === undefined) {
    throw new AppError('unsupported', say('gate.undo_not_over'))
  }
  const redoes = subject.undoes === null ? null : requireChange(parts, subject.undoes)
  const summary =
    redoes === null
      ? say(decisions.length > 0 ? 'gate.undid_over' : 'gate.undid', { summary: subject.summary })
      : say('gate.did_again', { summary: redoes.summary })
  const chosen = (reference: string) =>
    decisions.find((decision) => decision.reference === reference)?.choice ?? null
  const effect: Effect<{ content: string }> = {
    tool,
    implementation,
    context: { ...context, actor: by },
    entry: {
      class: subject.class,
      summary: summary.text,
      preview:
        redoes === null ? invertPreview(subject.preview, summary) : previewAgain(redoes.preview, summary),
      actor: by,
      approvedBy: by,
      approval: 'gesture',
      grantId: null,
      amended: null,
      proposalId: null,
      runId: subject.runId,
      conversationId: subject.conversationId,
      undoes: subject.id,
      undoesPartOf: null,
      redoes: redoes?.id ?? null,
      batch: batch ?? null,
    },
    async perform(effectContext) {
      const stored = inverse()
      const based =
        decisions.length === 0 ? stored : await implementation.rebase?.(stored, chosen, effectContext)
      if (based === null) {
        throw new AppError('conflict', say('change.kept_all'))
      }
      return implementation.revert(based, effectContext)
    },
    applied(changeId) {
      for (const undone of new Set([subject.id, carrier.id])) {
        settleChange(db, undone, 'applied', { status: 'undone', undoneBy: changeId })
      }
      audit.record('change.undone', {
        change: subject.id,
        by: changeId,
        ...(batch === undefined ? {} : { batch }),
        ...(decisions.length === 0 ? {} : { decisions }),
      })
      if (redoes !== null) {
        settleChange(db, redoes.id, 'undone', { status: 'applied', undoneBy: null })
        audit.record('change.redone', { change: redoes.id, by: changeId })
      }
    },
    // Nothing else was written: the change that should have been undone still stands.
    failed: () => undefined,
  }
  const { changeId } = await effects.carryOut(effect)
  for (const touched of new Set([subject.id, carrier.id])) announceChange(parts, touched)
  for (const other of [redoes?.id, subject.undoesPartOf]) if (other != null) announceChange(parts, other)
  return changeId
}

/**
 * An undo that failed and could not be rolled back would be at the next start, after another undo has done the same: the
 * change would be there again. So it is rolled back before.
 */
export async function finishFormerUndo(parts: GateParts, id: string): Promise<void> {
  const subject = originalOf(parts, requireChange(parts, id))
  const stuck = (await rollBackUnderWay(parts)).find(
    ({ undoes, undoesPartOf }) => (undoes ?? undoesPartOf) === subject.id,
  )
  if (stuck !== undefined) throw new AppError('busy', say('change.under_way', { number: stuck.number }))
}

/** A redo stands for the change that it did again. */
function originalOf(parts: GateParts, change: StoredChange): StoredChange {
  const undone = change.undoes === null ? null : requireChange(parts, change.undoes)
  if (undone === null || undone.undoes === null) return change
  return originalOf(parts, requireChange(parts, undone.undoes))
}

function requireStanding(parts: GateParts, change: StoredChange): void {
  switch (change.status) {
    case 'applied':
      if (change.preview.recovery !== 'none') return
      throw new AppError('unsupported', say('change.no_undo'))
    case 'undone': {
      const by = change.undoneBy === null ? 0 : requireChange(parts, change.undoneBy).number
      throw new AppError('conflict', say('change.undone', { number: change.number, by }))
    }
    case 'rolled_back':
      throw new AppError('conflict', say('change.rolled_back', { number: change.number }))
    case 'interrupted':
      throw new AppError('conflict', say('change.interrupted', { number: change.number }))
    case 'applying':
      throw new AppError('busy', say('change.under_way', { number: change.number }))
    default:
      assertNever(change.status)
  }
}
