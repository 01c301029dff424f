import { z } from 'zod'
import { targetSchema } from '../tool/preview'

/**
 * What can be done about something that stands in the way of an undo: leave it as it is; put back what was there,
 * and keep what is there now where undoing the undo finds it (the trash, the stored bytes); put it back beside what
 * is there now, under a name that is free.
 */
const undoChoiceSchema = z.enum(['keep', 'replace', 'beside'])
/** See {@link undoChoiceSchema}. */
export type UndoChoice = z.infer<typeof undoChoiceSchema>

/** Why an undo can't simply put something back. */
const undoObstacleSchema = z.enum([
  /** It is not as the change left it. */
  'changed',
  /** What was moved was changed at its new place; put back, it goes with what it has become. */
  'changed_where_it_is',
  /** Something else is where it belongs. */
  'taken',
  /** It is no longer there: there is nothing to take back. */
  'gone',
  /** It is not in the trash any more. */
  'lost',
  /** The folder, or the collection, that it was in is no longer there. */
  'container_gone',
  /** Other things are in it now. */
  'filled',
  /** Another one has its name. */
  'name_taken',
  /** The same content was added again. */
  'duplicate',
])
/** See {@link undoObstacleSchema}. */
export type UndoObstacle = z.infer<typeof undoObstacleSchema>

/** One thing that an undo would touch although it was changed since. */
export const undoComparisonSchema = z.object({
  label: z.string(),
  /** The canonical path or the id; a choice names it. */
  reference: z.string(),
  obstacle: undoObstacleSchema,
  /** What can be chosen; leaving it as it is comes first. */
  choices: z.array(undoChoiceSchema),
  /** The name that it would get beside what is there now, or the place that it would come back to. */
  beside: z.string().nullable(),
  /** What is there now; null when nothing is, or when it is no text. */
  theirs: z.string().nullable(),
  /** What undo would bring back; null when it would remove the thing, or when it is no text. */
  restored: z.string().nullable(),
  /** Whether the two texts tell it all; false for what is binary or too large to show. */
  shown: z.boolean(),
  /** What a record is now and what undo would make it, field by field; empty for files. */
  fields: z.array(
    z.object({ name: z.string(), theirs: z.string().nullable(), restored: z.string().nullable() }),
  ),
})
/** See {@link undoComparisonSchema}. */
export type UndoComparison = z.infer<typeof undoComparisonSchema>

/** One thing of a change of many, which can be taken back by itself. */
export const undoItemSchema = z.object({
  /** Its reference names it in an undo. */
  target: targetSchema,
  /** Whether it is as it was before the change, so that there is nothing to take back. */
  undone: z.boolean(),
})
/** See {@link undoItemSchema}. */
export type UndoItem = z.infer<typeof undoItemSchema>

/** A choice for one thing that stands in the way of undoing a change. */
export const undoDecisionSchema = z.strictObject({
  changeId: z.string(),
  reference: z.string(),
  choice: undoChoiceSchema,
})
/** See {@link undoDecisionSchema}. */
export type UndoDecision = z.infer<typeof undoDecisionSchema>

/** What stands in the way of an undo. */
export const comparedUndoSchema = z.object({
  differences: z.array(undoComparisonSchema),
  /** Set where there is something to undo also when all of these stay as they are. */
  rest: z.literal(true).optional(),
})
/** See {@link comparedUndoSchema}. */
export type ComparedUndo = z.infer<typeof comparedUndoSchema>
