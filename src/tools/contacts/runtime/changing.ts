import type { ContactService } from '../../../main/contacts/service'
import { type ContactData, contactDataOf, emptyContact } from '../../../shared/contract/contacts'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { changedFields, narrowFields, same } from '../../../shared/tool/record-fields'
import type { PlannedContact } from '../module'
import type { ContactsTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { outsideOf, tellingOf, writtenAfter } from './from-outside'
import { type PlanView, planView, type SeenContact } from './plan-view'
import { shownFields, storedFields } from './shown-fields'
import { organizationOf, stateOf } from './state'
import { undoContacts } from './undo'

type Given = { readonly [Field in keyof ContactData]?: ContactData[Field] | undefined }

/** Adds one. */
export function createContact(contacts: ContactService): ContactsTool<'create_contact'> {
  return {
    async plan(given, context) {
      const view = planView(contacts, context)
      const id = contacts.newId()
      const data = withGiven(emptyContact, given)
      const organization = requireOrganization(view, data, null)
      const after: PlannedContact = { ...data, outside: writtenAfter(context), revision: 1 }
      const alike = contacts.alike(data, [])
      return {
        plan: { contacts: [{ id, before: null, after }], links: [] },
        sources: outsideOf(...alike.map(({ contact }) => contact), organization),
        preview: spoken({
          summary: say('contacts.create', { kind: data.kind, name: data.name }),
          targets: [targetOf({ id, name: data.name }), ...proposedTarget(contacts, organization)],
          changes: [
            { kind: 'fields', label: data.name, fields: changedFields(null, shownFields(view, data)) },
          ],
          lost: [],
          recovery: 'undo',
          warnings: alike
            .slice(0, warnedOf)
            .map(
              ({ contact, same }): Sentence => say('contacts.there_already', { name: contact.name, same }),
            ),
        }),
      }
    },
    foresee: ({ contacts: [made] }) =>
      made === undefined ? null : { contact_id: made.id, name: made.after?.name },
    async apply(plan, context) {
      await applyPlan(contacts, plan, context)
      const made = contacts.get(plan.contacts[0]?.id ?? '')
      return {
        content: `Added “${made.name}” (${made.id}).`,
        state: stateOf(contacts, made),
        ...tellingOf(made, organizationOf(contacts, made)),
      }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }
}

/** Possible duplicates that a card names. */
const warnedOf = 3

/** Changes the given fields of one. */
export function updateContact(contacts: ContactService): ContactsTool<'update_contact'> {
  return {
    async plan({ contact_id: id, ...given }, context) {
      const view = planView(contacts, context)
      const { id: _id, ...before } = view.get(id)
      const data = withGiven(contactDataOf(before), given)
      if (same(data, contactDataOf(before))) {
        const there = contacts.find(id)
        if (there === null) throw new AppError('invalid_input', say('contact.unchanged'))
        const state = stateOf(contacts, there)
        return {
          unchanged: {
            content: `“${there.name}” is so already.`,
            state,
            ...tellingOf(there, organizationOf(contacts, there)),
          },
        }
      }
      const organization = requireOrganization(view, data, { id, ...before })
      const outside = writtenAfter(context, before)
      const after: PlannedContact = { ...data, outside, revision: before.revision + 1 }
      const fields = changedFields(shownFields(view, before), shownFields(view, data))
      const names = fields.map(({ name }) => name)
      return {
        plan: { contacts: [{ id, before, after }], links: [] },
        sources: outsideOf(before, organization),
        preview: spoken({
          summary: say('contacts.change', { fields: names, name: before.name }),
          targets: [targetOf({ id, name: before.name }), ...proposedTarget(contacts, organization)],
          changes: [{ kind: 'fields', label: before.name, fields }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    chooseBy: 'fields',
    async narrow({ plan, ...proposed }, choice) {
      const [step] = plan.contacts
      if (!step?.before || !step.after) throw new AppError('internal', 'A change of fields has both sides.')
      const { id, before, after } = step
      const narrowed = narrowFields<PlannedContact, { before: PlannedContact; after: PlannedContact }>(
        { ...proposed, plan: { before, after } },
        choice,
        {
          storedAs: storedFields,
          summary: (fields) => say('contacts.change', { fields, name: before.name }),
        },
      )
      const { outside, revision } = after
      const chosen = { ...narrowed.plan.after, outside, revision }
      return { ...narrowed, plan: { contacts: [{ id, before, after: chosen }], links: [] } }
    },
    async apply(plan, context) {
      await applyPlan(contacts, plan, context)
      const changed = contacts.get(plan.contacts[0]?.id ?? '')
      return {
        content: `“${changed.name}” is changed.`,
        state: stateOf(contacts, changed),
        ...tellingOf(changed, organizationOf(contacts, changed)),
      }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }
}

/** The fields with those that were given. */
export function withGiven(data: ContactData, given: Given): ContactData {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return contactDataOf({ ...data, ...Object.fromEntries(entries) })
}

/** The organization that is newly named; throws where it is none. */
export function requireOrganization(
  view: PlanView,
  { organization: wanted }: ContactData,
  before: SeenContact | null,
): SeenContact | null {
  if (wanted === null || wanted === before?.organization) return null
  const organization = view.find(wanted)
  if (organization?.kind === 'organization' && wanted !== before?.id) return organization
  throw new AppError('invalid_input', say('contact.no_organization', { id: wanted }), {
    field: 'organization',
  })
}

/** A contact as a target of a change. */
export function targetOf({ id, name }: { readonly id: string; readonly name: string }): SpokenTarget {
  return { kind: 'record', label: name, reference: id }
}

/** What is only proposed is named, so that the other proposal comes first. */
function proposedTarget(contacts: ContactService, organization: SeenContact | null): SpokenTarget[] {
  return organization === null || contacts.find(organization.id) !== null ? [] : [targetOf(organization)]
}
