import type { TaskService } from '../../../main/tasks/service'
import { AppError } from '../../../shared/errors'
import { counted, told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { failureNaming, outsideOf, tellingOf } from '../../../shared/tool/records/from-outside'
import type { TasksPlan } from '../module'
import type { TasksTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { targetOf } from './naming'
import { going, goingComment, type PlanView, planView, type SeenTask } from './plan-view'
import { storedBytes, titledOf } from './state'
import { undoSomeTasks } from './undo'

/** Deletes tasks with their parts and comments, all or none. */
export function deleteTasks(tasks: TaskService): TasksTool<'delete_tasks'> {
  return {
    async plan({ task_ids }, context) {
      const view = planView(tasks, context)
      return planned(
        view,
        withParts(
          view,
          task_ids.map((id) => view.get(id, 'task_ids')),
        ),
      )
    },
    chooseBy: 'items',
    async narrow({ plan }, { items = [] }, context) {
      const chosen = new Set(items)
      const kept = plan.tasks.filter((_, place) => chosen.has(place))
      if (kept.length !== chosen.size || kept.length === 0) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      const view = planView(tasks, context)
      const chosenOnes = kept.map(({ id, gone }) => {
        const seen = view.find(id)
        if (seen !== null && going(seen).gone?.fingerprint === gone?.fingerprint) return seen
        throw failureNaming('conflict', say('task.changed', { title: gone?.name ?? '' }), seen)
      })
      return planned(view, chosenOnes)
    },
    async apply(plan, context) {
      const steps = await applyPlan(tasks, plan, context)
      const gone = steps.tasks.flatMap(({ before }) => before ?? [])
      const size = storedBytes([...gone, ...steps.comments.flatMap(({ before }) => before ?? [])])
      const what = gone.length === 1 ? 'it' : 'them'
      return {
        content: `Deleted ${counted(gone.length, 'task')}. ${keptInWords(what, size, tasks.keptForUndo())}`,
        state: { succeeded: gone.length, failed: 0, results: gone.map(titledOf) },
        ...tellingOf(...gone),
      }
    },
    ...requireBaseOf(tasks),
    ...undoSomeTasks(tasks),
  }

  function planned(view: PlanView, those: readonly SeenTask[]) {
    const goingIds = new Set(those.map(({ id }) => id))
    const comments = those.flatMap(({ id }) => view.comments(id))
    const staying = those.flatMap(({ id }) => view.parts(id)).filter(({ id }) => !goingIds.has(id))
    const plan: TasksPlan = {
      tasks: those.map(going),
      comments: comments.map(goingComment),
      ...(staying.length === 0 ? {} : { staying: staying.map(({ id }) => id) }),
    }
    const around: Around = {
      goingIds,
      comments: Map.groupBy(comments, ({ task }) => task),
      staying: Map.groupBy(staying, ({ parent }) => parent),
      waiting: waitingById(view, goingIds),
    }
    const targets = those.map((task) => lostTarget(view, task, around))
    const [first] = those
    const size = storedBytes([...those, ...comments])
    const kept = tasks.keptForUndo()
    return {
      plan,
      sources: those.length === 1 ? outsideOf(first) : outsideOf(...those),
      preview: spoken({
        summary:
          those.length === 1
            ? say('tasks.delete', { title: first?.title ?? '', comments: comments.length })
            : say('tasks.delete_many', {
                ...{ count: those.length, comments: comments.length },
                ...told(those.map(({ title }) => ({ name: title }))),
              }),
        targets,
        changes: those.map(({ id, title }) => ({ kind: 'removal' as const, label: title, reference: id })),
        lost: targets,
        recovery: recoveryOf('trash', size, kept),
        warnings: beyondKeptInWords(size, kept),
      }),
    }
  }
}

/** These and all that is a part of one of them, however far within, each once. */
function withParts(view: PlanView, those: readonly SeenTask[]): SeenTask[] {
  const all = new Map<string, SeenTask>()
  const add = (task: SeenTask) => {
    if (all.has(task.id)) return
    all.set(task.id, task)
    view.parts(task.id).forEach(add)
  }
  those.forEach(add)
  return [...all.values()]
}

/** What those that go leave behind, each by the id of the one that goes. */
interface Around {
  readonly goingIds: ReadonlySet<string>
  readonly comments: ReadonlyMap<string, readonly unknown[]>
  /** Its parts that stay. */
  readonly staying: ReadonlyMap<string | null, readonly SeenTask[]>
  /** What waits for it and stays. */
  readonly waiting: ReadonlyMap<string, readonly SeenTask[]>
}

function waitingById(view: PlanView, goingIds: ReadonlySet<string>): Around['waiting'] {
  const staying = view.waitingFor([...goingIds]).filter(({ id }) => !goingIds.has(id))
  const each = staying.flatMap((task) => task.needs.map((need) => ({ need, task })))
  const byNeed = Map.groupBy(each, ({ need }) => need)
  return new Map([...byNeed].map(([need, all]) => [need, all.map(({ task }) => task)]))
}

/** A task that goes, with what goes with it, and what waits for it or stays without it. */
function lostTarget(
  view: PlanView,
  task: SeenTask,
  { goingIds, comments, staying, waiting }: Around,
): SpokenTarget {
  const titles = (those: readonly SeenTask[] = []) => those.map(({ title }) => title)
  const detail = {
    parent: task.parent !== null && goingIds.has(task.parent) ? (view.find(task.parent)?.title ?? '') : '',
    comments: comments.get(task.id)?.length ?? 0,
    waiting: titles(waiting.get(task.id)),
    staying: titles(staying.get(task.id)),
  }
  const isAlone = detail.comments + detail.waiting.length + detail.staying.length === 0
  if (isAlone && detail.parent === '') return targetOf(task)
  return { ...targetOf(task), detail: say('tasks.goes_with', detail) }
}
