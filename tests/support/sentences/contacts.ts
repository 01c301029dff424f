import type { Examples } from './examples'

const name = 'Ada Lovelace'
const linked = { from: name, relation: 'Tochter', to: 'Lord Byron' }

/** Of people and organizations. */
export const contactExamples = {
  'contacts.create': { kind: 'organization', name: 'Royal Society' },
  'contacts.there_already': { name, same: 'email' },
  'contacts.import': {
    files: ['adressen.vcf', 'b.vcf', 'c.vcf', 'd.vcf'],
    people: 2,
    organizations: 1,
    skipped: 3,
  },
  'contacts.import_same': { names: [name], more: 2 },
  'contacts.import_twice': { count: 2 },
  'contacts.import_refused': { name, reason: 'Nein.' },
  'contacts.import_more': { count: 4 },
  'contacts.import_unfit': { name, fields: ['e-mail', 'birthday'] },
  'contacts.import_no_place': {
    ...{ picture: 2, chat: 0, relation: 1, anniversary: 0, profile: 0, other: 1 },
  },
  'contacts.change': { fields: ['name', 'e-mail'], name },
  'contacts.link': linked,
  'contacts.unlink': linked,
  'contacts.delete': { name: '', count: 12, links: 2 },
  'contacts.goes_with': { links: ['Ada – Tochter – Byron'], people: ['A', 'B', 'C', 'D'] },
  'contacts.merge': { name, others: ['Ada King'] },
  'contact.import_meanwhile': { name },
  'contact.card_cut_off': { file: 'adressen.vcf', place: 3 },
  'contact.card_no_contact': { file: 'adressen.vcf', place: 3 },
  'contact.card_without_name': { file: 'adressen.vcf', place: 3 },
  'contact.card_name_too_long': { file: 'adressen.vcf', place: 3, limit: 200 },
  'contact.row_without_name': { file: 'mitglieder.csv', place: 3 },
  'contact.row_name_too_long': { file: 'mitglieder.csv', place: 3, limit: 200 },
  'contact.no_columns': { file: 'mitglieder.csv' },
  'contact.no_cards': { file: 'adressen.vcf' },
  'contact.too_many_cards': { limit: 1000 },
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
