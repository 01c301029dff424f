import { UndoAll } from '../activity/undo-all'
import { togetherOf } from '../changes-made'
import { useChangesOf } from '../use-changes-made'

/** The way back from all that a run changed, as Activity has it; nothing where that is no more than one change. */
export function RunUndo({
  conversationId,
  runId,
}: {
  readonly conversationId: string
  readonly runId: string
}) {
  const together = togetherOf(runId, useChangesOf(conversationId))
  return together && <UndoAll {...together} />
}
