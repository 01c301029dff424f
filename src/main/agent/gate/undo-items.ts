import type { Actor } from '../../../shared/actor'
import type { Change } from '../../../shared/contract/changes'
import type { UndoItem } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { type Preview, spoken } from '../../../shared/tool/preview'
import { requireCountersigner } from './deciding'
import type { Effect } from './effects'
import { announceChange, type GateParts, presentChange, requireChange } from './parts'
import { finishFormerUndo, undoable } from './undo'

/** Names that the summary gives. */
const namedItems = 3

/** Some things of a change of many are to be taken back, and the others stay. */
export interface UndoItemsRequest {
  readonly references: readonly string[]
  readonly by: Actor
  readonly signal: AbortSignal
}

/** The things that a change touched and that can be taken back one by one, as they are now; none where only all can. */
export async function undoItems(
  parts: GateParts,
  id: string,
  signal: AbortSignal,
): Promise<{ items: UndoItem[] }> {
  const { implementation, inverse, context } = undoable(parts, id, signal)
  return { items: [...((await implementation.items?.(inverse(), context)) ?? [])] }
}

/**
 * Brings back what was there of some things of a change. It is a change of its own, by the person who asks for it; the
 * other one stays, and undoing that later takes back what is left of it.
 */
export async function undoSome(
  parts: GateParts,
  id: string,
  { references, by, signal }: UndoItemsRequest,
): Promise<Change> {
  requireCountersigner(by)
  const changeId = await parts.effects.inTurn(() => undoSomeNow(parts, id, { references, by, signal }))
  return presentChange(parts, requireChange(parts, changeId))
}

async function undoSomeNow(
  parts: GateParts,
  id: string,
  { references, by, signal }: UndoItemsRequest,
): Promise<string> {
  await finishFormerUndo(parts, id)
  const { subject, tool, implementation, inverse, context } = undoable(parts, id, signal)
  const { items, onlyItems } = implementation
  if (items === undefined || onlyItems === undefined) {
    throw new AppError('unsupported', say('gate.undo_whole'), { field: 'only' })
  }
  const chosen = chosenItems(await items(inverse(), context), references)
  const preview = previewOf(chosen, subject.preview)
  const effect: Effect<{ content: string }> = {
    tool,
    implementation,
    context: { ...context, actor: by },
    entry: {
      class: subject.class,
      summary: preview.summary,
      preview,
      actor: by,
      approvedBy: by,
      approval: 'gesture',
      ...{ grantId: null, amended: null, proposalId: null, runId: null, conversationId: null },
      ...{ undoes: null, undoesPartOf: subject.id, redoes: null, batch: null },
    },
    perform: (effectContext) =>
      implementation.revert(onlyItems(inverse(), new Set(references)), effectContext),
    applied(changeId) {
      parts.audit.record('change.undone', { change: subject.id, by: changeId, only: references })
    },
    // Nothing else was written: what should have been undone still stands.
    failed: () => undefined,
  }
  const { changeId } = await parts.effects.carryOut(effect)
  announceChange(parts, subject.id)
  return changeId
}

function chosenItems(items: readonly UndoItem[], references: readonly string[]): UndoItem[] {
  const wanted = new Set(references)
  const chosen = items.filter(({ target }) => wanted.has(target.reference))
  if (chosen.length < wanted.size || wanted.size === 0) {
    throw new AppError('invalid_input', say('gate.undo_unknown'), {
      field: 'only',
    })
  }
  const standing = chosen.filter(({ undone }) => !undone)
  if (standing.length > 0) return standing
  throw new AppError('conflict', say('gate.undo_items_gone'))
}

function previewOf(items: readonly UndoItem[], { summary, said, container }: Preview): Preview {
  const names = items.slice(0, namedItems).map(({ target }) => target.label)
  const undid = spoken({
    summary: say('gate.undid_items', { names, more: items.length - names.length, summary }),
    targets: items.map(({ target }) => target),
    changes: [],
    lost: [],
    recovery: 'undo',
    warnings: [],
    ...(container === undefined ? {} : { container }),
  })
  return { ...undid, said: { ...said, ...undid.said } }
}
