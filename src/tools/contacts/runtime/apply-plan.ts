import type { ContactService } from '../../../main/contacts/service'
import { person } from '../../../shared/actor'
import type { Contact, ContactLink } from '../../../shared/contract/contacts'
import type { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { same } from '../../../shared/tool/record-fields'
import type { EffectContext } from '../../../shared/tool/runtime'
import type { ContactSteps, ContactsInverse, ContactsPlan, PlannedContact } from '../module'
import { failureNaming } from './from-outside'
import { keptSteps } from './kept-steps'
import { fingerprintOf, plannedLinkOf, plannedOf } from './plan-view'

type Step<Value> = { id: string; before: Value | null; after: Value | null }

/** Applies exactly what was planned, all of it or nothing; throws `conflict` where it was planned against something else. */
export async function applyPlan(
  contacts: ContactService,
  plan: ContactsPlan,
  { journal, actor = person }: Pick<EffectContext<ContactsInverse>, 'journal' | 'actor'>,
): Promise<ContactSteps> {
  const at = contacts.now()
  const steps: ContactSteps = {
    contacts: plan.contacts.map(({ id, before, after, gone }) => {
      const now = contacts.find(id)
      const seen = now === null ? null : plannedOf(now)
      const isAsShown = gone === undefined ? same(seen, before) : fingerprintOf(seen) === gone.fingerprint
      if (!isAsShown) throw movedSince(now, before ?? after, gone?.name)
      requireOrganization(contacts, plan, after, now)
      return { id, before: now, after: contactAfter(id, now, after) }
    }),
    links: plan.links.map(({ id, before, after }): Step<ContactLink> => {
      const now = contacts.findLink(id)
      if (!same(now === null ? null : plannedLinkOf(now), before)) throw linksMoved(contacts, before ?? after)
      const made = { madeBy: now?.madeBy ?? actor, createdAt: now?.createdAt ?? at }
      return { id, before: now, after: after === null ? null : { id, ...after, ...made } }
    }),
  }
  requireNothingMore(contacts, plan)
  const made = plan.contacts.every(({ before, gone }) => before === null && gone === undefined)
  // What is new is shown whole in the ledger anyway.
  journal(made ? steps : await keptSteps(contacts, steps))
  writeSteps(contacts, steps)
  return steps

  function contactAfter(id: string, now: Contact | null, after: PlannedContact | null): Contact | null {
    if (after === null) return null
    const made = { madeBy: now?.madeBy ?? actor, createdAt: now?.createdAt ?? at }
    return { id, ...after, ...made, changedBy: actor, updatedAt: at }
  }
}

/** Stores what such steps lead to. */
export function writeSteps(contacts: ContactService, steps: ContactSteps): void {
  contacts.write({
    put: steps.contacts.flatMap(({ after }) => (after === null ? [] : [after])),
    remove: steps.contacts.flatMap(({ id, after }) => (after === null ? [id] : [])),
    putLinks: steps.links.flatMap(({ after }) => (after === null ? [] : [after])),
    removeLinks: steps.links.flatMap(({ id, after }) => (after === null ? [id] : [])),
  })
}

function movedSince(now: Contact | null, shown: PlannedContact | null, gone = ''): AppError {
  const name = now?.name ?? shown?.name ?? gone
  const words = now === null ? say('contact.gone', { name }) : say('contact.changed', { name })
  return failureNaming('conflict', words, now, shown)
}

function linksMoved(
  contacts: ContactService,
  link: { readonly from: string; readonly outside: readonly string[] } | null,
): AppError {
  const contact = link === null ? null : contacts.find(link.from)
  return failureNaming('conflict', say('contact.links_changed', { name: contact?.name ?? '' }), contact, link)
}

/** An organization that somebody deleted meanwhile is none to be put into. */
function requireOrganization(
  contacts: ContactService,
  plan: ContactsPlan,
  after: PlannedContact | null,
  now: Contact | null,
): void {
  const id = after?.organization ?? null
  if (id === null || id === now?.organization || plan.contacts.some((step) => step.id === id)) return
  if (contacts.find(id) !== null) return
  throw failureNaming('conflict', say('contact.organization_gone', { name: after?.name ?? '' }), after)
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
