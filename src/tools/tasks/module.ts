import { z } from 'zod'
import { taskBatchLimit, taskCommentTextSchema, taskStatusSchema } from '../../shared/contract/tasks'
import { tagSchema } from '../../shared/tags'
import { defineModule, defineReadTool, defineWriteTool } from '../../shared/tool/define'
import { cursorLength, idLength } from '../../shared/tool/lengths'
import {
  changedFields,
  commentState,
  givenFields,
  taskDetailsState,
  taskId,
  taskLineState,
  taskState,
  tasksInverse,
  tasksPlan,
  titledTask,
} from './module/schemas'

export type {
  PlannedComment,
  PlannedTask,
  TaskLineState,
  TaskState,
  TaskSteps,
  TasksInverse,
  TasksPlan,
} from './module/schemas'

const recorded = { plan: tasksPlan, inverse: tasksInverse } as const

/** What a batch answers. */
const batch = {
  succeeded: z.number(),
  /** Always 0: either all or none. */
  failed: z.number(),
  results: z.array(titledTask),
} as const

const listTasks = defineReadTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Lists tasks. What matters most comes first, then what is due first.',
  input: z.strictObject({
    status: z.array(taskStatusSchema).max(20).optional().describe('All without'),
    tag: tagSchema.optional(),
    assistant: z.string().max(idLength).optional().describe('The id of the assistant that is to do them'),
    parent_id: z.string().max(idLength).optional().describe('The id of the task that they are a part of'),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().max(cursorLength).optional().describe('From the answer before'),
  }),
  output: z.object({
    tasks: z.array(taskLineState),
    /** Null at the end. */
    cursor: z.string().nullable(),
    total: z.number(),
  }),
  aliases: ['get_tasks'],
})

const searchTasks = defineReadTool({
  name: 'search_tasks',
  title: 'Search tasks',
  description: 'Finds tasks by words. Each is found as a part of a title, tag or note.',
  input: z.strictObject({
    query: z.string().min(1).max(1000),
    status: z.array(taskStatusSchema).max(20).optional().describe('All without'),
    limit: z.number().int().min(1).max(200).default(10),
  }),
  output: z.object({ tasks: z.array(taskLineState), total: z.number() }),
  aliases: ['find_task', 'find_tasks'],
  primary: 'query',
})

const readTask = defineReadTool({
  name: 'read_task',
  title: 'Read a task',
  description:
    'Tells all of a task. That is its fields and notes, what it is a part of and waits for, its own parts, and comments.',
  input: z.strictObject({ task_id: taskId }),
  output: taskDetailsState,
  aliases: ['get_task', 'show_task'],
  primary: 'task_id',
})

const createTask = defineWriteTool({
  name: 'create_task',
  class: 'safe_create',
  title: 'Add a task',
  description: 'Adds one task. Use create_tasks for several.',
  input: z.strictObject(givenFields),
  ...recorded,
  output: taskState,
  aliases: ['add_task', 'new_task'],
  primary: 'title',
})

/** Several at once. */
export const createTasks = defineWriteTool({
  name: 'create_tasks',
  class: 'safe_create',
  title: 'Add tasks',
  description:
    'Adds several tasks at once, all or none. Give one a key, and others can name that key as their parent or among their needs.',
  input: z.strictObject({
    tasks: z
      .array(
        z.strictObject({
          ...givenFields,
          key: z.string().min(1).max(100).optional().describe('What the others of this call name it by'),
        }),
      )
      .min(1)
      .max(taskBatchLimit),
  }),
  ...recorded,
  output: z.object(batch),
  aliases: ['add_tasks'],
  primary: 'tasks',
})

const updateTask = defineWriteTool({
  name: 'update_task',
  class: 'safe_update',
  title: 'Update a task',
  description: 'Changes the fields that are given. A list replaces the whole list.',
  input: z.strictObject({ task_id: taskId, ...changedFields }),
  ...recorded,
  output: taskState,
  aliases: ['edit_task', 'set_task_status', 'complete_task'],
  primary: 'task_id',
})

const commentOnTask = defineWriteTool({
  name: 'comment_on_task',
  class: 'safe_create',
  title: 'Comment on a task',
  description: 'Adds a comment to a task, such as what came of it.',
  input: z.strictObject({ task_id: taskId, text: taskCommentTextSchema.describe('Markdown') }),
  ...recorded,
  output: commentState,
  aliases: ['add_task_comment'],
  primary: 'task_id',
})

const deleteTaskComment = defineWriteTool({
  name: 'delete_task_comment',
  class: 'destructive_delete',
  title: 'Delete a comment',
  description: 'Deletes a comment of a task. Undo brings it back for as long as deleted things are kept.',
  input: z.strictObject({
    comment_id: z.string().min(1).max(idLength).describe('As read_task gives it'),
  }),
  ...recorded,
  output: commentState,
  aliases: [],
  primary: 'comment_id',
})

const deleteTasks = defineWriteTool({
  name: 'delete_tasks',
  class: 'destructive_delete',
  title: 'Delete tasks',
  description:
    'Deletes tasks with their parts and comments. Undo brings them back for as long as deleted things are kept.',
  input: z.strictObject({ task_ids: z.array(taskId).min(1).max(taskBatchLimit) }),
  ...recorded,
  output: z.object(batch),
  aliases: ['delete_task', 'remove_task'],
  primary: 'task_ids',
})

/** What is to be done. */
export default defineModule({
  id: 'tasks',
  title: 'Tasks',
  icon: 'circle-check-big',
  prompt:
    'Tasks holds what the person wants done, by them or by assistants. Look there before you add one; a task that you were asked to do is done only when its status says so.',
  // What a run wrote that had read from outside; answers without any of that say so.
  origin: 'outside',
  tools: [
    listTasks,
    searchTasks,
    readTask,
    createTask,
    createTasks,
    updateTask,
    commentOnTask,
    deleteTaskComment,
    deleteTasks,
  ],
})
