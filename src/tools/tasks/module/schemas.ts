import { z } from 'zod'
import {
  taskCommentSchema,
  taskDataSchema,
  taskFieldSchemas,
  taskPrioritySchema,
  taskSchema,
  taskStatusSchema,
} from '../../../shared/contract/tasks'
import { idLength } from '../../../shared/tool/lengths'
import { keptBeside } from '../../../shared/tool/records/kept'
import { stepSchema } from '../../../shared/tool/records/kind'

/** How tools name a task. */
export const taskId = z.string().min(1).max(idLength).describe('The task’s id, as search_tasks gives it')

const { title, notes, status, priority, due, parent, needs, assistant, tags } = taskFieldSchemas

/** A task's fields as tools take them. */
export const givenFields = {
  title,
  notes: notes.optional().describe('What is to be done, in Markdown'),
  status: status.default('open'),
  priority: priority.default('normal'),
  due: due.optional().describe('The day by which it is to be done, as YYYY-MM-DD'),
  parent: parent.optional().describe('The id of the task that it is a part of'),
  needs: needs.optional().describe('The ids of the tasks that must be done before'),
  assistant: assistant.optional().describe('The id of the assistant that is to do it'),
  tags: tags.optional(),
} as const

/** The same, of one that is there: a list replaces the one that it has. */
export const changedFields = {
  ...givenFields,
  title: title.optional(),
  status: status.optional(),
  priority: priority.optional(),
} as const

/** A task as a plan binds it: what it has, what it was written after, and which of its states it is. */
const plannedTask = taskDataSchema.extend({ outside: z.array(z.string()), revision: z.number() })
/** See {@link plannedTask}. */
export type PlannedTask = z.infer<typeof plannedTask>
/** A comment as a plan binds it. */
const plannedComment = taskCommentSchema.pick({ task: true, text: true, outside: true })
/** See {@link plannedComment}. */
export type PlannedComment = z.infer<typeof plannedComment>

/** What a plan makes of records: null before for what is new, null after for what goes. */
export const tasksPlan = z.object({
  tasks: z.array(
    stepSchema(plannedTask).extend({
      /** Of one that goes: proposals are kept for ever, what was deleted is not. */
      gone: z.object({ name: z.string(), fingerprint: z.string() }).optional(),
    }),
  ),
  comments: z.array(
    stepSchema(plannedComment).extend({
      /** The same, with the id of the task. */
      gone: z.object({ owner: z.string(), fingerprint: z.string() }).optional(),
    }),
  ),
  /** Parts of a task that goes which do not, as somebody chose. */
  staying: z.array(z.string()).optional(),
})
/** See {@link tasksPlan}. */
export type TasksPlan = z.infer<typeof tasksPlan>

/** What a change made of records, whole: undoing it brings back what was before. */
export const taskSteps = z.object({
  tasks: z.array(stepSchema(taskSchema)),
  comments: z.array(stepSchema(taskCommentSchema)),
})
/** See {@link taskSteps}. */
export type TaskSteps = z.infer<typeof taskSteps>

/**
 * The same as the ledger keeps it. Where there were tasks or comments before, all of it is stored beside the ledger, under
 * the limits of what is kept for undo, and the lists here are empty.
 */
export const tasksInverse = taskSteps.extend(keptBeside)
/** See {@link tasksInverse}. */
export type TasksInverse = z.infer<typeof tasksInverse>

/** A task by its title. */
export const titledTask = z.object({ task_id: z.string(), title: z.string() })
const titledAndStanding = titledTask.extend({ status: taskStatusSchema })

/** A task as lists of the tools' state give it. */
export const taskLineState = titledAndStanding.extend({
  priority: taskPrioritySchema,
  due: z.string().nullable(),
  tags: z.array(z.string()),
  /** By name. */
  assistant: z.string().nullable(),
  parent: titledTask.nullable(),
  /** How many of the tasks that it waits for are neither done nor cancelled. */
  blocked_by: z.number(),
  parts: z.number(),
  parts_ended: z.number(),
  comments: z.number(),
})
/** See {@link taskLineState}. */
export type TaskLineState = z.infer<typeof taskLineState>

/** A task as the tools' state gives it. */
export const taskState = titledAndStanding.extend({
  notes: z.string(),
  priority: taskPrioritySchema,
  due: z.string().nullable(),
  tags: z.array(z.string()),
  assistant: z.object({ assistant_id: z.string(), name: z.string() }).nullable(),
  parent: titledTask.nullable(),
  needs: z.array(titledAndStanding),
  /** Milliseconds since 1970. */
  created_at: z.number(),
  updated_at: z.number(),
})
/** See {@link taskState}. */
export type TaskState = z.infer<typeof taskState>

/** A task with all that it has to do with. */
export const taskDetailsState = taskState.extend({
  parts: z.array(titledAndStanding),
  needed_by: z.array(titledAndStanding),
  comments: z.array(
    z.object({ comment_id: z.string(), by: z.string(), created_at: z.number(), text: z.string() }),
  ),
  /** How many there are before these. */
  older_comments: z.number(),
})

/** A comment as the tools' state gives it. */
export const commentState = z.object({ comment_id: z.string(), text: z.string(), task: titledTask })
