import {
  type Mission,
  type MissionFields,
  missionLimits,
  type Schedule,
  scheduleSchema,
} from '../../../shared/contract/missions'
import { assertNever } from '../../../shared/errors'
import { missionsText } from '../../text/missions'
import { isNameTaken } from '../catalog/name-taken'

/** What keeps a draft from being saved, by field, in words. */
export type DraftProblems = Partial<Record<'name' | 'prompt' | 'schedule' | 'limit', string>>

/** Looks at what is typed; empty when it can be saved. */
export function problemsOf(
  fields: MissionFields,
  id: string | null,
  all: readonly Pick<Mission, 'id' | 'name' | 'trashedAt'>[],
): DraftProblems {
  const t = missionsText()
  const problems: DraftProblems = {}
  const name = fields.name.trim()
  if (name === '') problems.name = t.nameMissing
  else if (name.length > missionLimits.name) problems.name = t.nameLong(missionLimits.name)
  else if (isNameTaken(name, id, all)) problems.name = t.nameTaken
  const prompt = fields.prompt.trim()
  if (prompt === '') problems.prompt = t.promptMissing
  else if (prompt.length > missionLimits.prompt) problems.prompt = t.promptLong(missionLimits.prompt)
  if (!scheduleSchema.safeParse(fields.schedule).success) problems.schedule = problemOf(fields.schedule)
  const { limitMinutes } = fields
  const { longestMinutes } = missionLimits
  if (!(Number.isInteger(limitMinutes) && limitMinutes >= 1 && limitMinutes <= longestMinutes)) {
    problems.limit = t.limitWrong(longestMinutes)
  }
  return problems
}

function problemOf(schedule: Schedule): string {
  const t = missionsText()
  switch (schedule.kind) {
    case 'every':
      return t.amountWrong
    case 'weekly':
      return schedule.days.length === 0 ? t.daysMissing : t.atMissing
    case 'monthly':
      return schedule.at === '' ? t.atMissing : t.dayWrong
    case 'daily':
    case 'by_hand':
      return t.atMissing
    default:
      return assertNever(schedule)
  }
}
