import {
  CircleCheckBig,
  CirclePlus,
  ListChecks,
  ListPlus,
  MessageSquarePlus,
  MessageSquareX,
  Search,
  SquarePen,
  Trash2,
} from 'lucide-react'
import { bindToolViews } from '../../renderer/ui/tool-view'
import tasksModule from './module'
import * as titles from './titles'
import { CommentFacts, GivenTasks, TaskDetails, TaskFacts, TaskLines, TitledTasks } from './views-tasks'
import { text } from './views-text'

export default bindToolViews(tasksModule, titles, {
  list_tasks: {
    icon: ListChecks,
    doing: () => text().listing,
    done: ({ output }) => text().listed(output?.tasks.length ?? 0, output?.total ?? 0),
    Result: ({ output: { tasks, cursor, total } }) => (
      <TaskLines tasks={tasks} note={total === 0 ? text().none : cursor !== null && text().more} />
    ),
  },
  search_tasks: {
    icon: Search,
    doing: ({ input }) => text().searching(input?.query),
    done: ({ input, output }) => text().searched(output?.total ?? 0, input?.query ?? ''),
    Result: ({ output: { tasks, total } }) => (
      <TaskLines tasks={tasks} note={total === 0 ? text().none : total > tasks.length && text().more} />
    ),
  },
  read_task: {
    icon: CircleCheckBig,
    doing: () => text().reading,
    done: ({ output }) => (output ? text().read(output.title) : text().reading),
    Result: TaskDetails,
  },
  create_task: {
    icon: CirclePlus,
    doing: ({ input }) => text().creating(input?.title),
    done: ({ output }) => text().created(output?.title ?? ''),
    Result: ({ output }) => <TaskFacts task={output} />,
  },
  create_tasks: {
    icon: ListPlus,
    doing: ({ input }) => text().creatingMany(input?.tasks.length),
    done: ({ output }) => text().createdMany(output?.succeeded ?? 0),
    Result: ({ output }) => <TitledTasks label={text().tasks} tasks={output.results} />,
    Arguments: GivenTasks,
  },
  update_task: {
    icon: SquarePen,
    doing: () => text().updating,
    done: ({ output }) => text().updated(output?.title ?? ''),
    Result: ({ output }) => <TaskFacts task={output} />,
  },
  comment_on_task: {
    icon: MessageSquarePlus,
    doing: () => text().commenting,
    done: ({ output }) => text().commented(output?.task.title ?? ''),
    Result: CommentFacts,
  },
  delete_task_comment: {
    icon: MessageSquareX,
    doing: () => text().deletingComment,
    done: ({ output }) => text().deletedComment(output?.task.title ?? ''),
    Result: CommentFacts,
  },
  delete_tasks: {
    icon: Trash2,
    doing: () => text().deleting,
    done: ({ output }) => text().deleted(output?.succeeded ?? 0),
    Result: ({ output }) => <TitledTasks label={text().tasks} tasks={output.results} gone />,
  },
})
