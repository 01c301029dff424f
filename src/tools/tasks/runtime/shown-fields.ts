import type { TaskData, TaskStatus } from '../../../shared/contract/tasks'
import { keysOf } from '../../../shared/json/keys-of'
import type { FieldsInWords } from '../../../shared/tool/record-fields'

/** What tells the titles of tasks and the names of assistants. */
export interface Names {
  find(id: string): { readonly title: string } | null
  assistantName(id: string): string | null
}

/** A task's fields as people read them, by the names that previews give them. */
const shownAs = {
  title: 'title',
  status: 'status',
  priority: 'priority',
  due: 'due',
  parent: 'part of',
  needs: 'waits for',
  assistant: 'assistant',
  tags: 'tags',
  notes: 'notes',
} as const satisfies Record<keyof TaskData, string>

const statuses = {
  open: 'open',
  in_progress: 'in progress',
  done: 'done',
  cancelled: 'cancelled',
} as const satisfies Record<TaskStatus, string>

/** A task's fields, in the order in which they are shown. */
export const fieldNames = keysOf(shownAs)

/** What such a field is called. */
export function shownName(field: keyof TaskData): string {
  return shownAs[field]
}

/** What a field that people read is made of. */
export function storedFields(shown: string): readonly (keyof TaskData)[] {
  return fieldNames.filter((field) => shownAs[field] === shown)
}

/** The fields as people read them; a task or an assistant that is gone is none. */
export function shownFields(names: Names, data: TaskData): FieldsInWords {
  return Object.fromEntries(fieldNames.map((field) => [shownAs[field], inWords(names, data, field)]))
}

/** One of them. */
export function inWords(names: Names, data: TaskData, field: keyof TaskData): string {
  switch (field) {
    case 'status':
      return statuses[data.status]
    case 'due':
      return data.due ?? ''
    case 'parent':
      return data.parent === null ? '' : (names.find(data.parent)?.title ?? '')
    case 'needs':
      return data.needs.flatMap((id) => names.find(id)?.title ?? []).join('\n')
    case 'assistant':
      return data.assistant === null ? '' : (names.assistantName(data.assistant) ?? '')
    case 'tags':
      return data.tags.join(', ')
    default:
      return data[field]
  }
}
