import { counted, inQuotes, told } from './english'

interface Named {
  readonly name: string
}

/** How two contacts are linked. */
interface Linked {
  readonly from: string
  readonly relation: string
  readonly to: string
}

/** What comes of files of contacts. */
interface Imported {
  readonly files: readonly string[]
  readonly people: number
  readonly organizations: number
  readonly skipped: number
}

/** Which card of which file it is. */
interface Place {
  readonly file: string
  readonly place: number
}

/** What address books know and contacts have no place for, by its kinds. */
export const placelessKinds = ['picture', 'chat', 'relation', 'anniversary', 'profile', 'other'] as const
/** One of {@link placelessKinds}. */
export type Placeless = (typeof placelessKinds)[number]

const placeless: Readonly<Record<Placeless, readonly [one: string, many: string]>> = {
  picture: ['picture', 'pictures'],
  chat: ['chat address', 'chat addresses'],
  relation: ['relation', 'relations'],
  anniversary: ['anniversary', 'anniversaries'],
  profile: ['social profile', 'social profiles'],
  other: ['other detail', 'other details'],
}

const few = (all: readonly string[]) => {
  const { names, more } = told(all.map((name) => ({ name })))
  return `${names.map(inQuotes).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
const sameness: Readonly<Record<string, string>> = {
  email: 'has the same e-mail address',
  phone: 'has the same phone number',
  name: 'has the same name',
}

/** What the tools of contacts propose, and why they can't. */
export const contactSentences = {
  'contacts.create': ({ kind, name }: Named & { kind: string }) =>
    `Add the ${kind === 'organization' ? 'organization' : 'person'} ${inQuotes(name)}.`,
  'contacts.there_already': ({ name, same }: Named & { same: string }) =>
    `${inQuotes(name)} is there already and ${sameness[same] ?? 'is alike'}.`,
  'contacts.import': ({ files, people, organizations, skipped }: Imported) =>
    `Add ${[
      ...(people === 0 ? [] : [counted(people, 'person', 'people')]),
      ...(organizations === 0 ? [] : [counted(organizations, 'organization')]),
    ].join(
      ' and ',
    )} from ${few(files)}${skipped === 0 ? '' : `; ${counted(skipped, 'card')} ${skipped === 1 ? 'is' : 'are'} skipped`}.`,
  'contacts.import_same': ({ names, more }: { names: readonly string[]; more: number }) =>
    `Skipped, because they are there already just so: ${names.map(inQuotes).join(', ')}${more === 0 ? '' : ` and ${more} more`}.`,
  'contacts.import_twice': ({ count }: { count: number }) =>
    `${counted(count, 'card')} ${count === 1 ? 'is' : 'are'} there more than once, and ${count === 1 ? 'comes' : 'come'} once.`,
  'contacts.import_refused': ({ name, reason }: Named & { reason: string }) =>
    `${name === '' ? 'A card' : inQuotes(name)} is skipped: ${reason}`,
  'contacts.import_more': ({ count }: { count: number }) => `The same holds for ${count} more.`,
  'contacts.import_unfit': ({ name, fields }: Named & { fields: readonly string[] }) =>
    `Not all of ${inQuotes(name)} can be taken, because it is not valid or too much: ${fields.join(', ')}.`,
  'contacts.import_no_place': (counts: Readonly<Record<Placeless, number>>) =>
    `Left out, because contacts have no place for it: ${placelessKinds
      .filter((kind) => counts[kind] > 0)
      .map((kind) => counted(counts[kind], ...placeless[kind]))
      .join(', ')}.`,
  'contacts.change': ({ fields, name }: Named & { fields: readonly string[] }) =>
    `Change ${fields.join(', ')} of ${inQuotes(name)}.`,
  'contacts.link': ({ from, relation, to }: Linked) =>
    `Link ${inQuotes(from)} with ${inQuotes(to)}: ${inQuotes(relation)}.`,
  'contacts.unlink': ({ from, relation, to }: Linked) =>
    `Remove the link ${inQuotes(relation)} from ${inQuotes(from)} to ${inQuotes(to)}.`,
  /** `name` is empty for several. */
  'contacts.delete': ({ name, count, links }: Named & { count: number; links: number }) =>
    `Delete ${name === '' ? counted(count, 'contact') : inQuotes(name)}${links === 0 ? '' : `, with ${counted(links, 'link')} to others`}.`,
  'contacts.goes_with': ({ links, people }: { links: readonly string[]; people: readonly string[] }) =>
    [
      ...(links.length === 0 ? [] : [`Links that go too: ${few(links)}.`]),
      ...(people.length === 0 ? [] : [`Without an organization then: ${few(people)}.`]),
    ].join(' '),
  'contacts.merge': ({ name, others }: Named & { others: readonly string[] }) =>
    `Merge ${few(others)} into ${inQuotes(name)}.`,
  'contact.import_same': () => 'It is there already just so.',
  'contact.import_twice': () => 'It is there more than once.',
  'contact.import_meanwhile': ({ name }: Named) =>
    `${inQuotes(name)} is among the contacts by now. Nothing was done; import again, then it is skipped.`,
  'contact.card_cut_off': ({ file, place }: Place) => `Card ${place} of ${inQuotes(file)} has no end.`,
  'contact.card_no_contact': ({ file, place }: Place) =>
    `Card ${place} of ${inQuotes(file)} is neither a person nor an organization.`,
  'contact.card_without_name': ({ file, place }: Place) =>
    `Card ${place} of ${inQuotes(file)} has no name, no organization and no e-mail address.`,
  'contact.card_name_too_long': ({ file, place, limit }: Place & { limit: number }) =>
    `The name on card ${place} of ${inQuotes(file)} has more than ${limit} characters.`,
  'contact.row_without_name': ({ file, place }: Place) =>
    `Row ${place} of ${inQuotes(file)} has no name, no organization and no e-mail address.`,
  'contact.row_name_too_long': ({ file, place, limit }: Place & { limit: number }) =>
    `The name in row ${place} of ${inQuotes(file)} has more than ${limit} characters.`,
  'contact.no_columns': ({ file }: { file: string }) =>
    `The first row of ${inQuotes(file)} says of no column that it holds names or e-mail addresses. Give the columns headings such as “First name”, “Last name”, “E-mail”, “Phone” and “Organization”, and import the file again.`,
  'contact.no_cards': ({ file }: { file: string }) =>
    `There is no contact in ${inQuotes(file)}. An address book exports them as vCard (.vcf), a spreadsheet as CSV.`,
  'contact.too_many_cards': ({ limit }: { limit: number }) =>
    `There are more than ${counted(limit, 'card')}. Nothing was added. Export the address book in parts, and import one after the other.`,
  'contact.none': ({ id }: { id: string }) => `There is no contact ${id}.`,
  'contact.no_link': ({ id }: { id: string }) => `There is no link ${id} between contacts.`,
  'contact.list_moved': () => 'The contact that this list went on from is gone. List them from the start.',
  'contact.gone': ({ name }: Named) => `${inQuotes(name)} was deleted meanwhile. Nothing was done.`,
  'contact.changed': ({ name }: Named) => `${inQuotes(name)} was changed meanwhile. Nothing was done.`,
  'contact.links_changed': ({ name }: Named) =>
    `Whom ${inQuotes(name)} has to do with was changed meanwhile. Nothing was done.`,
  'contact.organization_gone': ({ name }: Named) =>
    `The organization that ${inQuotes(name)} was to belong to was deleted meanwhile. Nothing was done.`,
  'contact.gone_back': ({ name }: Named) => `${inQuotes(name)} was deleted since. Nothing was done.`,
  'contact.changed_back': ({ name }: Named) => `${inQuotes(name)} was changed again since. Nothing was done.`,
  'contact.no_longer_kept': () =>
    'What was deleted is no longer kept, so it can’t be brought back. Settings say for how long it is.',
  'contact.unchanged': () => 'This would change nothing.',
  'contact.no_organization': ({ id }: { id: string }) =>
    `${id} is no organization among the contacts. Name the id of one, or add it first.`,
  'contact.linked_itself': () => 'A contact can’t be linked with itself.',
  'contact.linked_already': ({ from, relation, to }: Linked) =>
    `${inQuotes(from)} and ${inQuotes(to)} are linked so already: ${inQuotes(relation)}.`,
  'contact.merged_itself': () => 'A contact can’t be merged with itself.',
  'contact.merged_kinds': ({ name, other }: Named & { other: string }) =>
    `${inQuotes(name)} and ${inQuotes(other)} are a person and an organization, which can’t be merged.`,
  'contact.merged_too_long': ({ field }: { field: string }) =>
    `Together they have more than one contact holds (${field}). Say what of it the merged one is to have.`,
}
