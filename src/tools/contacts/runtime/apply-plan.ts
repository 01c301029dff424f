import type { ContactService } from '../../../main/contacts/service'
import { say } from '../../../shared/sentences/say'
import { applyRecords, onlyAdds, requireAsShown } from '../../../shared/tool/records/apply'
import type { EffectContext } from '../../../shared/tool/runtime'
import type { ContactSteps, ContactsInverse, ContactsPlan } from '../module'
import { failureNaming } from './from-outside'
import { keptSteps } from './kept-steps'
import { contactKind } from './kind'

/** Applies exactly what was planned, all of it or nothing; throws `conflict` where it was planned against something else. */
export async function applyPlan(
  contacts: ContactService,
  plan: ContactsPlan,
  { journal, actor }: Pick<EffectContext<ContactsInverse>, 'journal' | 'actor'>,
): Promise<ContactSteps> {
  const records = recordsOf(plan)
  const steps = await applyRecords(contactKind(contacts), records, {
    ...(actor === undefined ? {} : { actor }),
    requireRest: () => requireRest(contacts, plan),
    async journal({ records: made, attached }) {
      const steps = { contacts: [...made], links: [...attached] }
      journal(onlyAdds(records) ? steps : await keptSteps(contacts, steps))
    },
  })
  return { contacts: [...steps.records], links: [...steps.attached] }
}

/** Throws `conflict` where a plan that waits was made against something else than is there; changes nothing. */
export function requireBaseOf(contacts: ContactService): { requireBase(plan: ContactsPlan): Promise<void> } {
  return {
    async requireBase(plan) {
      requireAsShown(contactKind(contacts), recordsOf(plan))
      requireRest(contacts, plan)
    },
  }
}

function recordsOf({ contacts: records, links: attached }: ContactsPlan) {
  return { records, attached }
}

function requireRest(contacts: ContactService, plan: ContactsPlan): void {
  requireOrganizations(contacts, plan)
  requireNothingMore(contacts, plan)
}

/** An organization that somebody deleted meanwhile is none to be put into. */
function requireOrganizations(contacts: ContactService, { contacts: steps }: ContactsPlan): void {
  for (const { id, after } of steps) {
    const organization = after?.organization ?? null
    if (organization === null || organization === contacts.find(id)?.organization) continue
    if (steps.some((step) => step.id === organization) || contacts.find(organization) !== null) continue
    throw failureNaming('conflict', say('contact.organization_gone', { name: after?.name ?? '' }), after)
  }
}

/** What goes has no link, and nobody in it who would be told of another, that was not shown. */
function requireNothingMore(contacts: ContactService, plan: ContactsPlan): void {
  const shown = new Set([...plan.links, ...plan.contacts].map(({ id }) => id))
  const merges = plan.contacts.some(({ after }) => after !== null)
  for (const { id, gone } of plan.contacts) {
    if (gone === undefined) continue
    const contact = contacts.find(id)
    const more = [...contacts.links(id), ...(merges ? contacts.people(id) : [])]
    if (more.every((each) => shown.has(each.id))) continue
    throw failureNaming('conflict', say('contact.links_changed', { name: contact?.name ?? '' }), contact)
  }
}
