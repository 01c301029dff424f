import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ContactService } from '../../../main/contacts/service'
import { type Contact, type ContactLink, contactDataOf } from '../../../shared/contract/contacts'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { ContactsPlan, PlannedContact, PlannedLink } from '../module'
import { contactsPlan, importPlan } from '../module/schemas'

/** A contact with its id, as a plan sees it. */
export type SeenContact = PlannedContact & { readonly id: string }
/** A link with its id, as a plan sees it. */
export type SeenLink = PlannedLink & { readonly id: string }

/** What a plan is made against: what is stored, as the run's proposals would leave it that wait for a decision. */
export interface PlanView {
  find(id: string): SeenContact | null
  /** Throws `not_found`. */
  get(id: string): SeenContact
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

/** What is bound of a contact. */
export function plannedOf(contact: Contact): PlannedContact {
  const { outside, revision } = contact
  return { ...contactDataOf(contact), outside: [...outside], revision }
}

/** Tells whether a contact that is to go is still the one that was shown. */
export function fingerprintOf(contact: PlannedContact | null): string {
  return createHash('sha256').update(JSON.stringify(contact)).digest('hex')
}

/** How a plan says that a contact goes. */
export function going({ id, ...contact }: SeenContact): ContactsPlan['contacts'][number] {
  const gone = { name: contact.name, fingerprint: fingerprintOf(contact) }
  return { id, before: null, after: null, gone }
}

/** What is bound of a link. */
export function plannedLinkOf({ from, to, relation, outside }: ContactLink): PlannedLink {
  return { from, to, relation, outside: [...outside] }
}

/** See {@link PlanView}. */
export function planView(contacts: ContactService, context: Pick<ToolContext, 'pendingPlans'>): PlanView {
  const people = new Map<string, PlannedContact | null>()
  const links = new Map<string, PlannedLink | null>()
  for (const plan of pendingOf(context)) {
    for (const { id, after } of plan.contacts) people.set(id, after)
    for (const { id, after } of plan.links) links.set(id, after)
  }
  const find = (id: string): SeenContact | null => {
    const pending = people.get(id)
    if (pending !== undefined) return pending === null ? null : { id, ...pending }
    const stored = contacts.find(id)
    return stored === null ? null : { id, ...plannedOf(stored) }
  }
  const findLink = (id: string): SeenLink | null => {
    const pending = links.get(id)
    if (pending !== undefined) return pending === null ? null : { id, ...pending }
    const stored = contacts.findLink(id)
    return stored === null ? null : { id, ...plannedLinkOf(stored) }
  }
  const unique = (ids: readonly string[]) => [...new Set(ids)]
  return {
    find,
    findLink,
    get(id) {
      const found = find(id)
      if (found === null) {
        throw new AppError('not_found', say('contact.none', { id }), { field: 'contact_id' })
      }
      return found
    },
    links: (id) =>
      unique([...contacts.links(id).map((link) => link.id), ...links.keys()])
        .map(findLink)
        .filter((link) => link !== null)
        .filter(({ from, to }) => from === id || to === id),
    people: (organization) =>
      unique([...contacts.people(organization).map(({ id }) => id), ...people.keys()])
        .map(find)
        .filter((contact) => contact !== null)
        .filter((contact) => contact.organization === organization),
    proposed: () =>
      [...people.keys()].flatMap((id) => {
        const seen = contacts.find(id) === null ? find(id) : null
        return seen === null ? [] : [seen]
      }),
  }
}

function pendingOf({ pendingPlans }: Pick<ToolContext, 'pendingPlans'>): ContactsPlan[] {
  return (pendingPlans?.() ?? []).flatMap((plan) => {
    const parsed = recordsPlan.safeParse(plan)
    return parsed.success ? [parsed.data] : []
  })
}
