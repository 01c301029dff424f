import type { ContactService } from '../../../main/contacts/service'
import {
  type ContactData,
  type ContactEntry,
  contactDataOf,
  contactFieldSchemas,
} from '../../../shared/contract/contacts'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { recoveryOf } from '../../../shared/tool/kept'
import { type ChangePreview, spoken } from '../../../shared/tool/preview'
import type { ContactsPlan, PlannedContact } from '../module'
import type { ContactsTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { requireOrganization, targetOf, withGiven } from './changing'
import { failureNaming, outsideOf, tellingOf, writtenAfter } from './from-outside'
import { linksInWords, linksMoved } from './merging-links'
import { going, type PlanView, planView, type SeenContact } from './plan-view'
import { entryInWords, fieldNames, inWords, shownName } from './shown-fields'
import { namedOf, stateOf, storedBytes } from './state'
import { undoContacts } from './undo'

const lists = ['emails', 'phones', 'addresses', 'urls'] as const

/** Makes one contact of several. */
export function mergeContacts(contacts: ContactService): ContactsTool<'merge_contacts'> {
  return {
    async plan({ into_id, from_ids, fields = {} }, context) {
      const view = planView(contacts, context)
      const into = view.get(into_id, 'into_id')
      const others = [...new Set(from_ids)].map((id) => view.get(id, 'from_ids'))
      if (others.some(({ id }) => id === into_id)) {
        throw new AppError('invalid_input', say('contact.merged_itself'), { field: 'from_ids' })
      }
      const other = others.find(({ kind }) => kind !== into.kind)
      if (other !== undefined) {
        throw failureNaming(
          'invalid_input',
          say('contact.merged_kinds', { name: other.name, other: into.name }),
          other,
          into,
        )
      }
      const data = withGiven(merged(contacts, into, others), fields)
      requireOrganization(view, data, data.organization === into.organization ? into : null)
      requireFits(data)
      const { id: _id, ...before } = into
      const outside = writtenAfter(context, into, ...others)
      const after: PlannedContact = { ...data, outside, revision: before.revision + 1 }
      const links = linksMoved(view, into_id, others)
      const plan: ContactsPlan = {
        contacts: [
          { id: into_id, before, after },
          ...others.map(going),
          ...peopleMoved(view, into_id, others),
        ],
        links,
      }
      const targets = [targetOf(into), ...others.map(targetOf)]
      return {
        plan,
        sources: outsideOf(into, ...others),
        preview: spoken({
          summary: say('contacts.merge', { name: into.name, others: others.map(({ name }) => name) }),
          targets,
          changes: [
            { kind: 'fields', label: data.name, fields: wholeOf(view, into, data) },
            ...droppedOf(contacts, view, data, others),
            ...linksInWords(view, { id: into_id, name: data.name }, others, links),
            ...others.map(({ id, name }) => ({ kind: 'removal' as const, label: name, reference: id })),
          ],
          lost: others.map(targetOf),
          recovery: recoveryOf('undo', storedBytes([into, ...others]), contacts.keptForUndo()),
          warnings: [],
        }),
      }
    },
    async apply(plan, context) {
      const { contacts: steps } = await applyPlan(contacts, plan, context)
      const into = contacts.get(plan.contacts[0]?.id ?? '')
      const gone = steps.flatMap(({ before, after }) => (after === null && before !== null ? [before] : []))
      return {
        content: `Merged ${gone.map(({ name }) => `“${name}”`).join(', ')} into “${into.name}” (${into.id}).`,
        state: { ...stateOf(contacts, into), merged: gone.map(namedOf) },
        ...tellingOf(into, ...gone),
      }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }
}

/** What `into` has, what it lacks from the others, the lists united and the notes joined. */
function merged(contacts: ContactService, into: SeenContact, others: readonly SeenContact[]): ContactData {
  const all = [into, ...others]
  const goingIds = new Set(all.map(({ id }) => id))
  const first = <Value>(of: (contact: SeenContact) => Value | null) =>
    all.map(of).find((value) => value) ?? null
  const united = (list: (typeof lists)[number]): ContactEntry[] =>
    [
      ...new Map(
        all
          .flatMap((contact) => contact[list])
          .toReversed()
          .map((entry) => [contacts.keyOf(list, entry.value), entry]),
      ).values(),
    ].toReversed()
  const notes = [...new Set(all.map((contact) => contact.notes.trim()).filter((text) => text !== ''))]
  return contactDataOf({
    ...into,
    ...Object.fromEntries(lists.map((list) => [list, united(list)])),
    role: first(({ role }) => role) ?? '',
    organization: first(({ organization }) =>
      organization !== null && goingIds.has(organization) ? null : organization,
    ),
    birthday: first(({ birthday }) => birthday),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
    notes: notes.length === 1 ? (notes[0] ?? '') : notes.join('\n\n'),
  })
}

/** All that the one that stays will have, beside what it has now: also what stays as it is. */
function wholeOf(view: PlanView, into: SeenContact, data: ContactData) {
  return fieldNames.flatMap((field) => {
    const [before, after] = [inWords(view, into, field), inWords(view, data, field)]
    if (before === '' && after === '') return []
    return [{ name: shownName(field), before: before || null, after: after || null }]
  })
}

/** What each of the others has that the merged one will not, with what that has in its place. */
function droppedOf(
  contacts: ContactService,
  view: PlanView,
  data: ContactData,
  others: readonly SeenContact[],
): ChangePreview[] {
  return others.flatMap((contact): ChangePreview[] => {
    const fields = fieldNames.flatMap((field) => {
      const before = droppedIn(contacts, view, data, contact, field)
      if (before === '') return []
      return [{ name: shownName(field), before, after: inWords(view, data, field) || null }]
    })
    return fields.length === 0 ? [] : [{ kind: 'fields', label: contact.name, fields }]
  })
}

function droppedIn(
  contacts: ContactService,
  view: PlanView,
  data: ContactData,
  contact: SeenContact,
  field: keyof ContactData,
): string {
  switch (field) {
    case 'emails':
    case 'phones':
    case 'addresses':
    case 'urls': {
      const kept = new Set(data[field].map(({ value }) => contacts.keyOf(field, value)))
      return contact[field]
        .filter(({ value }) => !kept.has(contacts.keyOf(field, value)))
        .map(entryInWords)
        .join('\n')
    }
    case 'tags':
      return contact.tags.filter((tag) => !data.tags.includes(tag)).join(', ')
    case 'notes':
      return data.notes.includes(contact.notes.trim()) ? '' : contact.notes
    default: {
      const value = inWords(view, contact, field)
      return value === inWords(view, data, field) ? '' : value
    }
  }
}

/** Whoever was in one of those that go is in the one that stays. */
function peopleMoved(view: PlanView, into: string, others: readonly SeenContact[]): ContactsPlan['contacts'] {
  const gone = new Set(others.map(({ id }) => id))
  return others
    .flatMap(({ id }) => view.people(id))
    .filter(({ id }) => id !== into && !gone.has(id))
    .map(({ id, ...before }) => ({
      id,
      before,
      after: { ...before, organization: into, revision: before.revision + 1 },
    }))
}

/** United, lists may be longer than one contact has: nothing is cut off silently. */
function requireFits(data: ContactData): void {
  for (const field of fieldNames) {
    if (contactFieldSchemas[field].safeParse(data[field]).success) continue
    throw new AppError('too_large', say('contact.merged_too_long', { field: shownName(field) }), {
      field: `fields.${field}`,
      sources: [],
    })
  }
}
