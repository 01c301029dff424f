import type { Contact, ContactData, ContactEntry } from '../../../shared/contract/contacts'
import { startOf } from '../../../shared/text/start-of'

/** A field in which two contacts differ, with what can be chosen for the merged one; the first is what is usual. */
export interface MergeChoice {
  readonly field: Exclude<keyof ContactData, 'kind'>
  readonly options: readonly {
    readonly from: 'both' | 'into' | 'other'
    readonly label: string
    /** What is asked for; absent for what merging does anyway. */
    readonly value?: ContactData[keyof ContactData]
  }[]
}

const single = ['name', 'role', 'organization', 'birthday'] as const
const lists = ['emails', 'phones', 'addresses', 'urls'] as const

/** What a person may choose where two contacts differ. */
export function mergeChoices(
  into: Contact,
  other: Contact,
  words: {
    readonly both: string
    readonly joined: string
    nameOf(organization: string): string
    birthday(birthday: string): string
  },
): readonly MergeChoice[] {
  const shown = (field: (typeof single)[number], value: string | null): string => {
    if (value === null) return ''
    if (field === 'organization') return words.nameOf(value)
    return field === 'birthday' ? words.birthday(value) : value
  }
  return [
    ...single.flatMap((field): MergeChoice[] => {
      const [mine, theirs] = [into[field], other[field]]
      // What only one of them has is taken over.
      if (!mine || !theirs || mine === theirs) return []
      return [
        {
          field,
          options: [
            { from: 'into', label: shown(field, mine) },
            { from: 'other', label: shown(field, theirs), value: theirs },
          ],
        },
      ]
    }),
    ...lists.flatMap((field) => ofLists(field, into[field], other[field], words.both)),
    ...ofTags(into, other, words.both),
    ...ofNotes(into, other, words.joined),
  ]
}

function ofLists(
  field: (typeof lists)[number],
  mine: readonly ContactEntry[],
  theirs: readonly ContactEntry[],
  both: string,
): MergeChoice[] {
  const values = (entries: readonly ContactEntry[]) => entries.map(({ value }) => value)
  const more = values(theirs).filter((value) => !values(mine).includes(value))
  if (mine.length === 0 || more.length === 0) return []
  return [
    {
      field,
      options: [
        { from: 'both', label: `${both}: ${[...values(mine), ...more].join(', ')}` },
        { from: 'into', label: values(mine).join(', '), value: [...mine] },
        { from: 'other', label: values(theirs).join(', '), value: [...theirs] },
      ],
    },
  ]
}

function ofTags(into: Contact, other: Contact, both: string): MergeChoice[] {
  const more = other.tags.filter((tag) => !into.tags.includes(tag))
  if (into.tags.length === 0 || more.length === 0) return []
  return [
    {
      field: 'tags',
      options: [
        { from: 'both', label: `${both}: ${[...into.tags, ...more].join(', ')}` },
        { from: 'into', label: into.tags.join(', '), value: [...into.tags] },
        { from: 'other', label: other.tags.join(', '), value: [...other.tags] },
      ],
    },
  ]
}

/** Characters of notes that tell which they are. */
const noteCharacters = 60

function ofNotes(into: Contact, other: Contact, joined: string): MergeChoice[] {
  const [mine, theirs] = [into.notes.trim(), other.notes.trim()]
  if (mine === '' || theirs === '' || mine === theirs) return []
  const begin = (notes: string) =>
    notes.length > noteCharacters ? `${startOf(notes, noteCharacters).replaceAll('\n', ' ')}…` : notes
  return [
    {
      field: 'notes',
      options: [
        { from: 'both', label: joined },
        { from: 'into', label: begin(mine), value: into.notes },
        { from: 'other', label: begin(theirs), value: other.notes },
      ],
    },
  ]
}
