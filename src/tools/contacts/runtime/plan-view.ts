import { z } from 'zod'
import type { ContactService } from '../../../main/contacts/service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { pendingOf, recordsView, type Seen } from '../../../shared/tool/records/view'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { ContactsPlan, PlannedContact, PlannedLink } from '../module'
import { contactsPlan, importPlan } from '../module/schemas'
import { contactKind, fingerprintOf } from './kind'

/** A contact with its id, as a plan sees it. */
export type SeenContact = Seen<PlannedContact>
/** A link with its id, as a plan sees it. */
export type SeenLink = Seen<PlannedLink>

/** What a plan is made against: what is stored, as the run's proposals would leave it that wait for a decision. */
export interface PlanView {
  find(id: string): SeenContact | null
  /** Throws `not_found`, of the field of the input that has the id. */
  get(id: string, field?: string): SeenContact
  findLink(id: string): SeenLink | null
  /** Those from it and those to it. */
  links(id: string): readonly SeenLink[]
  /** Whose organization it is. */
  people(organization: string): readonly SeenContact[]
  /** Those that are proposed and not there yet. */
  proposed(): readonly SeenContact[]
}

// What tells such a plan from every other: no other plan has just these.
const recordsPlan = z.union([z.strictObject(contactsPlan.shape), z.strictObject(importPlan.shape)])

/** How a plan says that a contact goes. */
export function going({ id, ...contact }: SeenContact): ContactsPlan['contacts'][number] {
  const gone = { name: contact.name, fingerprint: fingerprintOf(contact) }
  return { id, before: null, after: null, gone }
}

/** See {@link PlanView}. */
export function planView(contacts: ContactService, context: Pick<ToolContext, 'pendingPlans'>): PlanView {
  const plans = pendingOf(context, recordsPlan.safeParse)
  const view = recordsView(
    contactKind(contacts),
    plans.map((plan) => ({ records: plan.contacts, attached: plan.links })),
  )
  const peopleIds = view.naming(
    ({ organization }) => (organization === null ? [] : [organization]),
    (id) => contacts.people(id).map((each) => each.id),
  )
  return {
    find: view.find,
    findLink: view.findAttached,
    get(id, field = 'contact_id') {
      const found = view.find(id)
      if (found === null) {
        throw new AppError('not_found', say('contact.none', { id }), { field })
      }
      return found
    },
    links: view.attachedTo,
    people: (id) => peopleIds(id).flatMap((each) => view.find(each) ?? []),
    proposed: view.proposed,
  }
}
