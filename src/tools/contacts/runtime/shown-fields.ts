import type { ContactData, ContactEntry } from '../../../shared/contract/contacts'
import { keysOf } from '../../../shared/json/keys-of'
import type { FieldsInWords } from '../../../shared/tool/record-fields'

/** What tells the name of an organization. */
type Names = { find(id: string): { readonly name: string } | null }

/** A contact's fields as people read them, by the names that previews give them. */
const shownAs = {
  name: 'name',
  kind: 'kind',
  role: 'role',
  organization: 'organization',
  emails: 'e-mail',
  phones: 'phone',
  addresses: 'postal address',
  urls: 'web page',
  birthday: 'birthday',
  tags: 'tags',
  notes: 'notes',
} as const satisfies Record<keyof ContactData, string>

/** A contact's fields, in the order in which they are shown. */
export const fieldNames = keysOf(shownAs)

/** What such a field is called. */
export function shownName(field: keyof ContactData): string {
  return shownAs[field]
}

/** What a field that people read is made of. */
export function storedFields(shown: string): readonly (keyof ContactData)[] {
  return fieldNames.filter((field) => shownAs[field] === shown)
}

/** The fields as people read them; an organization that is gone is none. */
export function shownFields(names: Names, data: ContactData): FieldsInWords {
  return Object.fromEntries(fieldNames.map((field) => [shownAs[field], inWords(names, data, field)]))
}

/** One of them. */
export function inWords(names: Names, data: ContactData, field: keyof ContactData): string {
  switch (field) {
    case 'emails':
    case 'phones':
    case 'addresses':
    case 'urls':
      return data[field].map(entryInWords).join('\n')
    case 'tags':
      return data.tags.join(', ')
    case 'organization':
      return data.organization === null ? '' : (names.find(data.organization)?.name ?? '')
    case 'birthday':
      return data.birthday ?? ''
    default:
      return data[field]
  }
}

/** `work: ada@example.org`, or the value alone. */
export function entryInWords({ label, value }: ContactEntry): string {
  return label === '' ? value : `${label}: ${value}`
}
