import type { Examples } from './examples'

const name = 'Ada Lovelace'
const linked = { from: name, relation: 'Tochter', to: 'Lord Byron' }

/** Of people and organizations. */
export const contactExamples = {
  'contacts.create': { kind: 'organization', name: 'Royal Society' },
  'contacts.there_already': { name, same: 'email' },
  'contacts.change': { fields: ['name', 'e-mail'], name },
  'contacts.link': linked,
  'contacts.unlink': linked,
  'contacts.delete': { name: '', count: 12, links: 2 },
  'contacts.goes_with': { links: ['Ada – Tochter – Byron'], people: ['A', 'B', 'C', 'D'] },
  'contacts.merge': { name, others: ['Ada King'] },
  'contact.none': { id: 'c_12' },
  'contact.no_link': { id: 'l_12' },
  'contact.gone': { name },
  'contact.changed': { name },
  'contact.links_changed': { name },
  'contact.organization_gone': { name },
  'contact.gone_back': { name },
  'contact.changed_back': { name },
  'contact.no_organization': { id: 'c_12' },
  'contact.linked_already': linked,
  'contact.merged_kinds': { name, other: 'Royal Society' },
  'contact.merged_too_long': { field: 'e-mail' },
} satisfies Examples
