import type { ContactService } from '../../../main/contacts/service'
import { counted } from '../../../shared/sentences/english'
import type { ContactsTool } from '../runtime'
import { tellingOf } from './from-outside'
import { planView, type SeenContact } from './plan-view'
import { fieldNames, inWords, shownName } from './shown-fields'
import { lineStateOf, lineText, namedOf, organizationOf, stateOf } from './state'

/** Lists them by name. */
export function listContacts(contacts: ContactService): ContactsTool<'list_contacts'> {
  return {
    async run(query, context) {
      const { contacts: found, cursor, total } = contacts.page(query)
      const lines = found.map((contact) => lineStateOf(contacts, contact))
      const proposed = planView(contacts, context).proposed()
      const more = cursor === null ? [] : [`${found.length} of ${total}; go on with cursor ${cursor}.`]
      const content = [...lines.map(lineText), ...proposed.map(proposedText), ...more].join('\n')
      return {
        content: content === '' ? 'There are no contacts of that kind.' : content,
        state: { contacts: lines, cursor, total },
        ...tellingOf(...found, ...found.map((each) => organizationOf(contacts, each))),
      }
    },
  }
}

/** Finds those that have every word. */
export function searchContacts(contacts: ContactService): ContactsTool<'search_contacts'> {
  return {
    async run(query) {
      const { contacts: found, total } = contacts.page(query)
      const lines = found.map((contact) => lineStateOf(contacts, contact))
      const more = total > found.length ? [`${total - found.length} more were found.`] : []
      return {
        content:
          found.length === 0
            ? 'Nobody was found. Try fewer words, or a part of the name.'
            : [...lines.map(lineText), ...more].join('\n'),
        state: { contacts: lines, total },
        ...tellingOf(...found, ...found.map((each) => organizationOf(contacts, each))),
      }
    },
  }
}

/** Tells all of one. */
export function readContact(contacts: ContactService): ContactsTool<'read_contact'> {
  return {
    names: ({ contact_id }): Record<string, string> => {
      const found = contacts.find(contact_id)
      return found === null ? {} : { contact_id: found.name }
    },
    async run({ contact_id }) {
      const { contact, links, people, members: total } = contacts.details(contact_id)
      const organization = organizationOf(contacts, contact)
      const fields = fieldNames
        .filter((field) => field !== 'name' && field !== 'notes')
        .map((field) => [shownName(field), inWords(contacts, contact, field).replaceAll('\n', '; ')] as const)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}: ${value}`)
      const linked = links.map(({ id, relation, direction, other }) =>
        direction === 'from'
          ? `${relation} of ${other.name} (${other.id}), link ${id}`
          : `${other.name} (${other.id}) is ${relation} of them, link ${id}`,
      )
      const members = people.map(({ id, name, role }) => `${name} (${id})${role === '' ? '' : `, ${role}`}`)
      const more =
        total > people.length
          ? [`${total - people.length} more are found by a search for the organization’s name.`]
          : []
      return {
        content: [
          `${contact.name} (${contact.id})`,
          ...fields,
          ...(linked.length === 0 ? [] : ['Links:', ...linked]),
          ...(members.length === 0 ? [] : [`${counted(total, 'person', 'people')}:`, ...members, ...more]),
          ...(contact.notes.trim() === '' ? [] : ['Notes:', contact.notes]),
        ].join('\n'),
        state: {
          ...stateOf(contacts, contact),
          links: links.map(({ id, relation, direction, other }) => ({
            link_id: id,
            relation,
            direction,
            other: namedOf(other),
          })),
          people: people.map((each) => ({ ...namedOf(each), role: each.role })),
          members: total,
        },
        ...tellingOf(
          contact,
          organization,
          ...contacts.links(contact_id),
          ...links.map(({ other }) => contacts.find(other.id)),
          ...people.map(({ id }) => contacts.find(id)),
        ),
      }
    },
  }
}

function proposedText({ id, name }: SeenContact): string {
  return `${name} (${id}): proposed by you, not there before a person approves it`
}
