import { taskPrioritySchema, taskStatusSchema } from '../../../shared/contract/tasks'
import { decisionText } from '../../text/decisions'
import { currentLocale } from '../../text/language'
import { tasksText } from '../../text/tasks'
import { text } from '../../text/text'
import { birthdayInWords } from '../contacts/birthday'
import { dueInFull } from '../tasks/due'

/** A day as tools write it; a birthday may lack its year. */
const isDay = /^(\d{4}|-)-\d{2}-\d{2}$/

/** The value of a field that changes, as the screen of what it belongs to shows it. */
export function valueInWords(name: string, value: string | null): string {
  if (!value) return text().proposal.fieldEmpty
  switch (name) {
    case 'status': {
      const status = taskStatusSchema.safeParse(value.replace(' ', '_')).data
      if (status !== undefined) return tasksText().statuses[status]
      break
    }
    case 'priority': {
      const priority = taskPrioritySchema.safeParse(value).data
      if (priority !== undefined) return tasksText().priorities[priority]
      break
    }
    case 'due':
      if (isDay.test(value)) return dueInFull(value, currentLocale())
      break
    case 'birthday':
      if (isDay.test(value)) return birthdayInWords(value, currentLocale())
      break
  }
  return decisionText().valueInWords(name, value)
}
