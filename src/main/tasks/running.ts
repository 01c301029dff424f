import type { Actor, StandingApproval } from '../../shared/actor'
import { isEnded } from '../../shared/contract/tasks'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { defaultAssistant } from '../../shared/tool/policy'
import type { Database } from '../db/open'
import { createTaskRunTable } from '../db/task-runs'
import type { Publish } from '../publish'
import type { Conversations } from '../services/conversations'
import type { TaskService } from './service'

/** Has assistants work on tasks. */
export interface TaskRunner {
  /** Begins a conversation about a task with its assistant; throws where it can't be worked on now. */
  run(request: {
    readonly id: string
    readonly by: Actor
    readonly approval: StandingApproval | null
  }): Promise<{ conversationId: string; runId: string }>
}

/** What a person would write; the task itself goes with it, as it is then. */
const wishes = {
  en: (title: string) =>
    `Please do the task “${title}”. When it is done, write in a comment what came of it, and set it to done. Ask me where something is not clear.`,
  de: (title: string) =>
    `Bitte erledige die Aufgabe „${title}“. Schreib in einen Kommentar, was dabei herauskam, wenn sie erledigt ist, und setz sie auf erledigt. Frag mich, wo etwas nicht klar ist.`,
} as const

/** Refuses with `busy` what is being worked on, and with `invalid_input` what has ended or waits for other tasks. */
export function createTaskRunner({
  db,
  tasks,
  conversations,
  publish,
  now,
  language,
}: {
  readonly db: Database
  readonly tasks: Pick<TaskService, 'details' | 'assistantName'>
  readonly conversations: Pick<Conversations, 'send'>
  readonly publish: Publish
  readonly now: () => number
  readonly language: () => 'en' | 'de'
}): TaskRunner {
  const runs = createTaskRunTable(db)
  /** Of those that begin: a second click comes before the first is stored. */
  const beginning = new Set<string>()

  return {
    async run({ id, by, approval }) {
      const { task, needs, runs: before } = tasks.details(id)
      const { title, assistant } = task
      if (beginning.has(id) || before.some(({ status }) => status === 'running')) {
        throw new AppError('busy', say('task.at_work', { title }))
      }
      if (isEnded(task.status)) throw new AppError('invalid_input', say('task.ended', { title }))
      const open = needs.filter(({ status }) => !isEnded(status))
      if (open.length > 0) {
        throw new AppError(
          'invalid_input',
          say('task.blocked', { title, needs: open.map((each) => each.title) }),
        )
      }
      beginning.add(id)
      try {
        const { conversationId, runId } = await conversations.send({
          conversationId: null,
          title,
          text: wishes[language()](title),
          attachments: [{ kind: 'task', taskId: id, title }],
          actor: by,
          approval,
          // One that is gone is not shown, so nobody is told to do it.
          assistantId:
            assistant === null || tasks.assistantName(assistant) === null ? defaultAssistant : assistant,
          alongside: (begun) => runs.insert({ taskId: id, ...begun, startedAt: now() }),
        })
        publish({ type: 'tasks' })
        return { conversationId, runId }
      } finally {
        beginning.delete(id)
      }
    },
  }
}
