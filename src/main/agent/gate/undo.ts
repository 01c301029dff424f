import type { Actor } from '../../../shared/actor'
import type { Change, UndoComparison } from '../../../shared/contract/changes'
import { AppError, assertNever, toErrorShape } from '../../../shared/errors'
import type { ToolContext } from '../../../shared/tool/runtime'
import { invertPreview } from '../../changes/invert-preview'
import {
  appliedOfConversation,
  appliedOfRun,
  type StoredChange,
  settleChange,
  standingRedo,
} from '../../db/changes'
import { requireCountersigner } from './deciding'
import type { Effect } from './effects'
import { announceChange, type GateParts, presentChange, requireChange } from './parts'

interface UndoRequest {
  /** Also over what was changed since, which is kept as what this replaced. */
  readonly force?: boolean
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

/** Undoes what a run changed, last first; stops at the first that can't be undone. */
export async function undoRun(
  parts: GateParts,
  runId: string,
  request: UndoRequest,
): Promise<{ undone: Change[]; stoppedAt: string | null; reason: string | null }> {
  return undoAll(parts, appliedOfRun(parts.db, runId), request, 'run')
}

/** The same for what was changed in a conversation, by all of its runs. */
export async function undoConversation(
  parts: GateParts,
  conversationId: string,
  request: UndoRequest,
): Promise<{ undone: Change[]; stoppedAt: string | null; reason: string | null }> {
  return undoAll(parts, appliedOfConversation(parts.db, conversationId), request, 'conversation')
}

async function undoAll(
  parts: GateParts,
  applied: readonly StoredChange[],
  request: UndoRequest,
  of: 'run' | 'conversation',
): Promise<{ undone: Change[]; stoppedAt: string | null; reason: string | null }> {
  requireCountersigner(request.by)
  const changes = applied
    .map((change) => ({ id: change.id, order: (standingRedo(parts.db, change.id) ?? change).number }))
    .sort((a, b) => b.order - a.order)
  if (changes.length === 0) {
    throw new AppError('not_found', `There is nothing of this ${of} that can be undone.`, {
      field: `${of}Id`,
    })
  }
  const undone: Change[] = []
  for (const { id } of changes) {
    try {
      undone.push(await undo(parts, id, request))
    } catch (error) {
      return { undone, stoppedAt: id, reason: toErrorShape(error).message }
    }
  }
  return { undone, stoppedAt: null, reason: null }
}

/** What an undo that is refused because of later changes would touch: what is there now, and what it would bring back. */
export async function compareUndo(
  parts: GateParts,
  id: string,
  signal: AbortSignal,
): Promise<{ canForce: boolean; differences: UndoComparison[] }> {
  const { subject, implementation, inverse } = undoable(parts, id)
  const context: ToolContext = { signal, progress: () => undefined, runId: subject.runId }
  const differences = (await implementation.compare?.(inverse(), context)) ?? []
  return { canForce: implementation.rebase !== undefined, differences: [...differences] }
}

/** What an undo works on, and with. */
function undoable(parts: GateParts, id: string) {
  const { db, registry } = parts
  const subject = originalOf(parts, requireChange(parts, id))
  requireStanding(parts, subject)
  // After a redo, what undoes the change is what the redo journaled.
  const carrier = standingRedo(db, subject.id) ?? subject
  if (parts.undoEnded(carrier)) {
    throw new AppError(
      'unavailable',
      `Change #${subject.number} can’t be undone any more: the time or the room for what it replaced was over. Nothing was changed.`,
    )
  }
  const found = registry.resolve(carrier.tool)
  if (found === null || found.kind === 'read') {
    throw new AppError('unavailable', `The tool ${carrier.tool} that could undo this is not there any more.`)
  }
  const { tool, implementation } = found
  const inverse = () => {
    const parsed = tool.inverse.safeParse(carrier.inverse)
    if (parsed.success) return parsed.data
    throw new AppError('corrupt', 'What is stored to undo this change is damaged.')
  }
  return { subject, carrier, tool, implementation, inverse }
}

async function undoNow(
  parts: GateParts,
  id: string,
  { force = false, by, signal }: UndoRequest,
): Promise<string> {
  const { db, audit, effects } = parts
  const { subject, carrier, tool, implementation, inverse } = undoable(parts, id)
  if (force && implementation.rebase === undefined) {
    throw new AppError('unsupported', 'This can’t be undone over later changes. Nothing was changed.')
  }
  const redoes = subject.undoes === null ? null : requireChange(parts, subject.undoes)
  const summary =
    redoes === null
      ? `${force ? 'Undid over later changes' : 'Undid'}: ${subject.summary}`
      : `Did again: ${redoes.summary}`
  const effect: Effect<{ content: string }> = {
    tool,
    implementation,
    context: { signal, progress: () => undefined, runId: subject.runId },
    entry: {
      class: subject.class,
      summary,
      preview: invertPreview(subject.preview, summary),
      actor: by,
      approvedBy: by,
      approval: 'gesture',
      grantId: null,
      amended: null,
      proposalId: null,
      runId: subject.runId,
      conversationId: subject.conversationId,
      undoes: subject.id,
    },
    async perform(context) {
      const stored = inverse()
      const based = force ? await implementation.rebase?.(stored, context) : stored
      return implementation.revert(based, context)
    },
    applied(changeId) {
      for (const undone of new Set([subject.id, carrier.id])) {
        settleChange(db, undone, 'applied', { status: 'undone', undoneBy: changeId })
      }
      audit.record('change.undone', { change: subject.id, by: changeId, ...(force ? { force } : {}) })
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
  if (redoes !== null) announceChange(parts, redoes.id)
  return changeId
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
      throw new AppError('unsupported', 'This change can’t be taken back; its approval said so.')
    case 'undone': {
      const by = change.undoneBy === null ? '' : ` by change #${requireChange(parts, change.undoneBy).number}`
      throw new AppError('conflict', `Change #${change.number} is already undone${by}.`)
    }
    case 'rolled_back':
      throw new AppError('conflict', `Change #${change.number} never took effect: it was rolled back.`)
    case 'applying':
      throw new AppError('busy', `Change #${change.number} is not finished. Try again when it is.`)
    default:
      assertNever(change.status)
  }
}
