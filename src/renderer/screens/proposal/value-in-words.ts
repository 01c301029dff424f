import { isCalendarDay } from '../../../shared/calendar-day'
import { contactFieldSchemas } from '../../../shared/contract/contacts'
import { taskFieldSchemas, taskPrioritySchema, taskStatusSchema } from '../../../shared/contract/tasks'
import { contactsText } from '../../text/contacts'
import { decisionText } from '../../text/decisions'
import { currentLocale, formatCalendarDay } from '../../text/language'
import { tasksText } from '../../text/tasks'
import { text } from '../../text/text'
import { birthdayInWords } from '../contacts/birthday'
import { dueInFull } from '../tasks/due'

/**
 * The value of a field that changes, as the screen of what it belongs to shows it. A field of another program's tool may have
 * the same name and hold anything: what is no value of the product's own field stays as it is.
 */
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
    case 'kind': {
      const kind = contactFieldSchemas.kind.safeParse(value).data
      if (kind !== undefined) return contactsText().kinds[kind]
      break
    }
    case 'due':
      if (taskFieldSchemas.due.safeParse(value).success) return dueInFull(value, currentLocale())
      break
    case 'birthday':
      if (contactFieldSchemas.birthday.safeParse(value).success)
        return birthdayInWords(value, currentLocale())
      break
    case 'updated':
      if (isCalendarDay(value)) return formatCalendarDay(value)
      break
    default:
    // Others have no words of their own.
  }
  return decisionText().valueInWords(name, value)
}
