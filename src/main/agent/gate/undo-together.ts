import { changeLineOf } from '../../../shared/contract/change-line'
import type { KeptChange, UndoneTogether } from '../../../shared/contract/changes'
import type { ComparedUndo, UndoDecision } from '../../../shared/contract/undo-choices'
import { AppError, toAppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import {
  appliedOf,
  appliedOfBatch,
  appliedOfConversation,
  appliedOfRun,
  type StoredChange,
  standingRedo,
} from '../../db/changes'
import { newId } from '../../identifier'
import { requireCountersigner } from './deciding'
import { type GateParts, presentChange } from './parts'
import { touch } from './touch'
import { compareUndo, type UndoRequest, undo } from './undo'

/** An undo of several changes as it is asked for. */
export interface UndoTogetherRequest extends Omit<UndoRequest, 'decisions' | 'batch'> {
  readonly decisions?: readonly UndoDecision[] | undefined
  /** Goes on with an undo that has made entries already. */
  readonly batch?: string | undefined
}

/** Undoes what a run changed, last first. */
export async function undoRun(
  parts: GateParts,
  runId: string,
  request: UndoTogetherRequest,
): Promise<UndoneTogether> {
  return undoAll(parts, request, () => required(appliedOfRun(parts.db, runId), 'run', 'runId'))
}

/** The same for what was changed in a conversation, by all of its runs. */
export async function undoConversation(
  parts: GateParts,
  conversationId: string,
  request: UndoTogetherRequest,
): Promise<UndoneTogether> {
  return undoAll(parts, request, () =>
    required(appliedOfConversation(parts.db, conversationId), 'conversation', 'conversationId'),
  )
}

/** The same for these changes: what was approved in one go. */
export async function undoSeveral(
  parts: GateParts,
  ids: readonly string[],
  request: UndoTogetherRequest,
): Promise<UndoneTogether> {
  return undoAll(parts, request, () => required(appliedOf(parts.db, ids), 'changes', 'ids'))
}

/** Takes back what one undo of several changes did. */
export async function undoBatch(
  parts: GateParts,
  batch: string,
  request: UndoTogetherRequest,
): Promise<UndoneTogether> {
  return undoAll(parts, request, () => required(appliedOfBatch(parts.db, batch), 'undo', 'id'))
}

/**
 * Undoes one after the other. What can't be undone is kept, and so is what it was built on: a change that touches
 * the same things as a later one that was kept. All the rest is undone.
 */
async function undoAll(
  parts: GateParts,
  { decisions = [], batch = newId(), by, signal }: UndoTogetherRequest,
  subjects: () => readonly StoredChange[],
): Promise<UndoneTogether> {
  requireCountersigner(by)
  const changes = subjects()
    .map((change) => ({ change, order: (standingRedo(parts.db, change.id) ?? change).number }))
    .sort((a, b) => b.order - a.order)
  const undone: UndoneTogether['undone'] = []
  const kept: KeptChange[] = []
  const stand: StoredChange[] = []
  const keep = (change: StoredChange, why: AppError, more: Pick<KeptChange, 'canChoose' | 'under'>) => {
    stand.push(change)
    kept.push({ change: changeLineOf(presentChange(parts, change)), ...reasonOf(why), ...more })
  }
  for (const { change } of changes) {
    const over = stand.find((later) => canBeUndone(later) && touch(change.preview, later.preview))
    if (over !== undefined) {
      const why = new AppError('conflict', say('conflict.builds_on', { number: over.number }))
      keep(change, why, { canChoose: false, under: over.id })
      continue
    }
    const own = decisions.filter(({ changeId }) => changeId === change.id)
    try {
      const undoing = await undo(parts, change.id, { decisions: own.map(withoutId), batch, by, signal })
      undone.push(changeLineOf(undoing))
    } catch (error) {
      signal.throwIfAborted()
      const failure = toAppError(error)
      const { differences, rest }: ComparedUndo =
        failure.code === 'conflict' ? await compareUndo(parts, change.id, signal) : { differences: [] }
      const canChoose = rest === true || differences.some(({ choices }) => choices.length > 1)
      keep(change, failure, { canChoose, under: null })
    }
  }
  return { batch: undone.length === 0 ? null : batch, undone, kept }
}

function reasonOf({ message, said }: AppError): Pick<KeptChange, 'reason' | 'said'> {
  return said === undefined ? { reason: message } : { reason: message, said: { [message]: said } }
}

/** What can't be undone at all says nothing about what lies under it. */
function canBeUndone({ preview }: StoredChange): boolean {
  return preview.recovery !== 'none'
}

function withoutId({ changeId: _changeId, ...decision }: UndoDecision): Omit<UndoDecision, 'changeId'> {
  return decision
}

function required(
  changes: readonly StoredChange[],
  of: 'run' | 'conversation' | 'changes' | 'undo',
  field: string,
): readonly StoredChange[] {
  if (changes.length > 0) return changes
  throw new AppError('not_found', say('change.nothing_left', { of }), { field })
}
