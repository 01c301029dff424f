import type { Contact } from '../../shared/contract/contacts'
import { type ContactTable, marksOf } from '../db/contacts'

/** What is compared of a contact. */
type MarkedContact = Pick<Contact, 'name' | 'emails' | 'phones'>
type Table = Pick<ContactTable, 'find' | 'marked' | 'marks'>

/** Somebody who may be the same as another. */
export interface Alike {
  readonly contact: Contact
  /** What they have in common that tells most. */
  readonly same: 'email' | 'phone' | 'name'
}

const tellingMarks = ['email', 'phone', 'name'] as const

/** Who in the table may be the same as a contact, but for those of these ids. */
export function alikeIn(table: Table, contact: MarkedContact, except: readonly string[]): readonly Alike[] {
  const marks = marksOf(contact)
  return table
    .marked(marks)
    .filter(({ id }) => !except.includes(id))
    .map((other) => alikeBy(marks, other))
}

/** The same for very many contacts, by the marks that are there now. */
export function alikeNowIn(table: Table): (contact: MarkedContact) => readonly Alike[] {
  const byMark = new Map<string, string[]>()
  for (const { id, marks } of table.marks()) {
    for (const mark of marks) {
      const ids = byMark.get(mark)
      if (ids === undefined) byMark.set(mark, [id])
      else ids.push(id)
    }
  }
  return (contact) => {
    const marks = marksOf(contact)
    const found = new Set(marks.flatMap((mark) => byMark.get(mark) ?? []))
    return [...found].flatMap((id) => {
      const other = table.find(id)
      return other === null ? [] : [alikeBy(marks, other)]
    })
  }
}

/** What another has in common with one of these marks. */
function alikeBy(marks: readonly string[], other: Contact): Alike {
  const marksOfOther = new Set(marksOf(other))
  const common = marks.filter((mark) => marksOfOther.has(mark))
  const same = tellingMarks.find((kind) => common.some((mark) => mark.startsWith(`${kind} `)))
  return { contact: other, same: same ?? 'name' }
}
