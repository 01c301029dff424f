import type { TaskService } from '../../../main/tasks/service'
import { applyRecords, onlyAdds, requireAsShown } from '../../../shared/tool/records/apply'
import type { EffectContext } from '../../../shared/tool/runtime'
import type { TaskSteps, TasksInverse, TasksPlan } from '../module'
import { keptSteps } from './kept-steps'
import { taskKind } from './kind'
import { requireRulesStill } from './rules'

/** Applies exactly what was planned, all of it or nothing; throws `conflict` where it was planned against something else. */
export async function applyPlan(
  tasks: TaskService,
  plan: TasksPlan,
  { journal, actor }: Pick<EffectContext<TasksInverse>, 'journal' | 'actor'>,
): Promise<TaskSteps> {
  const records = recordsOf(plan)
  const made = await applyRecords(taskKind(tasks), records, {
    ...(actor === undefined ? {} : { actor }),
    requireRest: () => requireRulesStill(tasks, plan),
    async journal({ records: each, attached }) {
      const steps = { tasks: [...each], comments: [...attached] }
      journal(onlyAdds(records) ? steps : await keptSteps(tasks, steps))
    },
  })
  return { tasks: [...made.records], comments: [...made.attached] }
}

/** Throws `conflict` where a plan that waits was made against something else than is there; changes nothing. */
export function requireBaseOf(tasks: TaskService): { requireBase(plan: TasksPlan): Promise<void> } {
  return {
    async requireBase(plan) {
      requireAsShown(taskKind(tasks), recordsOf(plan))
      requireRulesStill(tasks, plan)
    },
  }
}

function recordsOf({ tasks: records, comments: attached }: TasksPlan) {
  return { records, attached }
}
