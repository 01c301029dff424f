import { type ContactData, contactFieldSchemas, contactLimits } from '../../../shared/contract/contacts'
import { contactsText } from '../../text/contacts'

/** Lists of a contact that are typed line by line. */
export const entryLists = ['emails', 'phones', 'addresses', 'urls'] as const
/** One of {@link entryLists}. */
export type EntryList = (typeof entryLists)[number]

/** What is wrong with a contact that is being written; `emails 0` is the first e-mail address. */
export type ContactProblems = Readonly<Partial<Record<string, string>>>

/** Says of each field what is wrong with it; empty where it can be saved. */
export function problemsOf(fields: ContactData): ContactProblems {
  const t = contactsText()
  const problems: Record<string, string> = {}
  const tooLong = (field: 'name' | 'role' | 'notes') => {
    if (fields[field].length > contactLimits[field]) problems[field] = t.tooLong(contactLimits[field])
  }
  for (const field of ['name', 'role', 'notes'] as const) tooLong(field)
  if (!contactFieldSchemas.name.safeParse(fields.name).success) problems.name ??= t.nameMissing
  if (!contactFieldSchemas.birthday.safeParse(fields.birthday).success) problems.birthday = t.birthdayWrong
  if (!contactFieldSchemas.tags.safeParse(fields.tags).success) problems.tags = t.tooMany(contactLimits.tags)
  for (const list of entryLists) {
    if (fields[list].length > contactLimits.entries) problems[list] = t.tooMany(contactLimits.entries)
    for (const [index, entry] of fields[list].entries()) {
      if (!contactFieldSchemas[list].safeParse([entry]).success) problems[`${list} ${index}`] = t.wrong[list]
    }
  }
  return problems
}

/** Lines in which nothing was typed are none. */
export function withoutEmptyLines(fields: ContactData): ContactData {
  const lists = entryLists.map((list) => [list, fields[list].filter(({ value }) => value.trim() !== '')])
  return { ...fields, ...Object.fromEntries(lists) }
}
