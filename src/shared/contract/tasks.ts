import { z } from 'zod'
import { tagSchema, tagsSchema } from '../tags'
import { oneLine } from '../text/one-line'
import { procedure } from './base'
import { attachedRecordFields, recordFields } from './record'

/** Limits of a task, which the editor tells before main refuses them. */
export const taskLimits = {
  /** Characters, in one line. */
  title: 200,
  /** Characters of Markdown. */
  notes: 20_000,
  /** Characters of Markdown. */
  comment: 10_000,
  /** Tasks that one waits for. */
  needs: 50,
  /** Tasks within each other. */
  depth: 8,
  /** Comments of one task: a proposal to delete it counts them, and an assistant reads them. */
  comments: 500,
} as const

/** Tasks that one batch makes or deletes: a proposal names each. */
export const taskBatchLimit = 200

/** Where a task stands, as a person or an assistant says; whether something works on it is told by its runs. */
export const taskStatusSchema = z.enum(['open', 'in_progress', 'done', 'cancelled'])
/** See {@link taskStatusSchema}. */
export type TaskStatus = z.infer<typeof taskStatusSchema>

/** How much a task matters, from least to most. */
export const taskPrioritySchema = z.enum(['low', 'normal', 'high', 'urgent'])
/** See {@link taskPrioritySchema}. */
export type TaskPriority = z.infer<typeof taskPrioritySchema>

/** Whether nothing more is to be done about a task, so that nothing waits for it. */
export function isEnded(status: TaskStatus): boolean {
  return status === 'done' || status === 'cancelled'
}

/** What is kept of a task beside when and by whom; without limits, for what is stored. */
export const taskDataSchema = z.object({
  title: z.string(),
  /** Markdown. */
  notes: z.string(),
  status: taskStatusSchema,
  priority: taskPrioritySchema,
  /** The day by which it is to be done, as YYYY-MM-DD. */
  due: z.string().nullable(),
  /** The id of the task that it is a part of, which may be gone. */
  parent: z.string().nullable(),
  /** The ids of the tasks that it waits for, which may be gone. */
  needs: z.array(z.string()),
  /** The id of the assistant that is to do it, which may be gone; null for nobody in particular. */
  assistant: z.string().nullable(),
  tags: z.array(z.string()),
})
/** See {@link taskDataSchema}. */
export type TaskData = z.infer<typeof taskDataSchema>

/** A task as it is stored. */
export const taskSchema = taskDataSchema.extend(recordFields)
/** See {@link taskSchema}. */
export type Task = z.infer<typeof taskSchema>

/** What somebody wrote about a task. */
export const taskCommentSchema = z.object({
  /** The id of the task. */
  task: z.string(),
  /** Markdown. */
  text: z.string(),
  ...attachedRecordFields,
})
/** See {@link taskCommentSchema}. */
export type TaskComment = z.infer<typeof taskCommentSchema>

/** One time that an assistant worked on a task, in a conversation of its own. */
const taskRunSchema = z.object({
  conversationId: z.string(),
  runId: z.string(),
  /** The conversation's. */
  title: z.string(),
  startedAt: z.number(),
  /** How the last run of the conversation stands: a person can go on with it by hand. */
  status: z.enum(['running', 'completed', 'stopped', 'failed']),
  /** How many of its proposals wait for a decision. */
  waiting: z.number(),
})
/** See {@link taskRunSchema}. */
export type TaskRun = z.infer<typeof taskRunSchema>

/** A task as lists, the board and the graph show it. */
const taskLineSchema = taskDataSchema.omit({ notes: true }).extend({
  id: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  hasNotes: z.boolean(),
  /** Null where that is gone. */
  parent: z.string().nullable(),
  /** Only those that are there. */
  needs: z.array(z.string()),
  /** How many of these are neither done nor cancelled. */
  blockedBy: z.number(),
  /** How many tasks are a part of it, and how many of them are ended. */
  parts: z.number(),
  partsEnded: z.number(),
  comments: z.number(),
  /** The newest; null before the first, and where its conversation is gone. */
  lastRun: taskRunSchema.nullable(),
})
/** See {@link taskLineSchema}. */
export type TaskLine = z.infer<typeof taskLineSchema>

/** A task with all that it has to do with. */
const taskDetailsSchema = z.object({
  task: taskSchema,
  parent: taskLineSchema.nullable(),
  /** What is a part of it. */
  parts: z.array(taskLineSchema),
  /** What it waits for, and what waits for it. */
  needs: z.array(taskLineSchema),
  neededBy: z.array(taskLineSchema),
  /** In the order in which they were made. */
  comments: z.array(taskCommentSchema),
  /** Newest first; those whose conversation is in the trash are left out. */
  runs: z.array(taskRunSchema),
})
/** See {@link taskDetailsSchema}. */
export type TaskDetails = z.infer<typeof taskDetailsSchema>

/** How tasks are chosen for a list. */
const tasksQuerySchema = z.strictObject({
  /** Words that must all be found, each anywhere. */
  query: z.string().max(1000).default(''),
  status: z.array(taskStatusSchema).optional(),
  tag: tagSchema.optional(),
  /** The id of one. */
  assistant: z.string().max(100).optional(),
  /** The id of the task that they are a part of. */
  parent: z.string().max(100).optional(),
  /** How many at most; all without. */
  limit: z.number().int().min(1).max(1000).optional(),
})

const taskReference = z.string().min(1).max(100)

/** A task’s fields as a person or a tool gives them, with their limits; see {@link taskDataSchema}. */
export const taskFieldSchemas = {
  title: z.string().overwrite(oneLine).min(1).max(taskLimits.title),
  notes: z.string().max(taskLimits.notes),
  status: taskStatusSchema,
  priority: taskPrioritySchema,
  due: z.iso.date('not a day as YYYY-MM-DD').nullable(),
  parent: taskReference.nullable(),
  needs: z.array(taskReference).max(taskLimits.needs),
  assistant: taskReference.nullable(),
  tags: tagsSchema,
} as const

/** What a comment says, as a person or a tool gives it. */
export const taskCommentTextSchema = z.string().trim().min(1).max(taskLimits.comment)

/** A task without anything, from which a new one begins. */
export const emptyTask: TaskData = {
  ...{ title: '', notes: '', status: 'open', priority: 'normal', due: null },
  ...{ parent: null, needs: [], assistant: null, tags: [] },
}

/** The fields alone. */
export function taskDataOf(task: TaskData): TaskData {
  const { title, notes, status, priority, due, parent, needs, assistant, tags } = task
  return { title, notes, status, priority, due, parent, needs, assistant, tags }
}

const byId = z.strictObject({ id: z.string() })

/** Tasks; every change of them goes through the gate. */
export const tasksContract = {
  /** What matters most first, then what is due first. */
  list: procedure.input(tasksQuerySchema).output(z.array(taskLineSchema)),
  get: procedure.input(byId).output(taskDetailsSchema),
  /** In use, in alphabetical order. */
  tags: procedure.output(z.array(z.string())),
  /**
   * Has its assistant, or the usual one, work on it in a new conversation. Fails with `busy` while one works on it, and
   * with `invalid_input` where it is ended or waits for another task.
   */
  run: procedure.input(byId).output(z.object({ conversationId: z.string(), runId: z.string() })),
}
