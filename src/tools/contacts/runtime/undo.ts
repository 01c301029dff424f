import type { ContactService } from '../../../main/contacts/service'
import { type Actor, person } from '../../../shared/actor'
import {
  type Contact,
  type ContactData,
  type ContactLink,
  contactDataOf,
  contactSchema,
} from '../../../shared/contract/contacts'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { fieldsBetween, mergeFields, recordObstacle, same } from '../../../shared/tool/record-fields'
import type { ContactSteps } from '../module'
import type { ContactsTool } from '../runtime'
import { writeSteps } from './apply-plan'
import { failureNaming, outsideOf } from './from-outside'
import { keptSteps, stepsOf } from './kept-steps'
import { shownFields } from './shown-fields'

type Undo = Required<Pick<ContactsTool<'update_contact'>, 'revert' | 'compare' | 'rebase'>>
type ContactStep = ContactSteps['contacts'][number]
type LinkStep = ContactSteps['links'][number]

/** Where undoing one step would lead, and what keeps it from that. */
interface Standing {
  readonly now: Contact | null
  readonly target: Contact | null
  readonly found: UndoComparison | null
}

/** Undoes what a change made of contacts and their links; undoing that again is the same the other way round. */
export function undoContacts(contacts: ContactService): Undo {
  return {
    async revert(kept, { journal, rollback, actor = person }) {
      const inverse = await stepsOf(contacts, kept)
      const steps = rollback ? clearing(contacts, inverse) : restoring(contacts, inverse, actor)
      journal(rollback ? steps : await keptSteps(contacts, steps))
      writeSteps(contacts, steps)
      return { content: restoredText(steps) }
    },
    async compare(kept) {
      const inverse = await stepsOf(contacts, kept)
      return inverse.contacts.flatMap((step) => standing(contacts, inverse, step).found ?? [])
    },
    async rebase(stored, chosen) {
      const inverse = await stepsOf(contacts, stored)
      const links = [...inverse.links]
      const kept = inverse.contacts.flatMap((step): ContactStep[] => {
        const { found, now } = standing(contacts, inverse, step)
        if (found === null) return [step]
        const choice = chosen(step.id)
        if (choice === 'keep') return []
        if (choice === null || !found.choices.includes(choice)) throw conflict(found, step.before, now)
        links.push(...(step.before === null ? otherLinks(contacts, inverse, step.id).map(madeSince) : []))
        const { before } = step
        // From what is there now: that is what undoing the undo brings back.
        const target = before === null || now === null ? before : asBefore(now, step, person, contacts.now())
        return [{ id: step.id, before: target, after: now }]
      })
      return kept.length === 0 && inverse.contacts.length > 0 ? null : { contacts: kept, links }
    },
  }
}

/** From what is there now to what it is restored to; throws `conflict` where something stands in the way. */
function restoring(contacts: ContactService, inverse: ContactSteps, actor: Actor): ContactSteps {
  const steps = inverse.contacts.map((step): ContactStep => {
    const { now, target, found } = standing(contacts, inverse, step, actor)
    if (found !== null) throw conflict(found, step.before, now)
    return { id: step.id, before: now, after: target }
  })
  const links = inverse.links.map((step): LinkStep => {
    const now = contacts.findLink(step.id)
    // One that was taken away since by somebody else is not brought back by undoing what was done to it before.
    const target = now === null && step.after !== null ? null : step.before
    return { id: step.id, before: now, after: target }
  })
  return { contacts: steps, links }
}

/** After an effect that failed: all of it was stored or nothing, and what others did since stays. */
function clearing(contacts: ContactService, inverse: ContactSteps): ContactSteps {
  return {
    contacts: inverse.contacts.map(({ id, before, after }) => {
      const now = contacts.find(id)
      return { id, before: now, after: sameContact(now, after) ? before : now }
    }),
    links: inverse.links.map(({ id, before, after }) => {
      const now = contacts.findLink(id)
      return { id, before: now, after: sameLink(now, after) ? before : now }
    }),
  }
}

function standing(
  contacts: ContactService,
  inverse: ContactSteps,
  step: ContactStep,
  actor: Actor = person,
): Standing {
  const { id, before, after } = step
  const now = contacts.find(id)
  const settled = { now, target: now, found: null }
  // Brought back, or taken away, by something else since.
  if (sameContact(now, before) || (after === null && now !== null)) return settled
  if (now === null) {
    if (after === null) return { now, target: before, found: null }
    const label = after.name
    return before === null
      ? settled
      : { ...settled, found: recordObstacle({ label, reference: id, obstacle: 'gone' }) }
  }
  const here = { label: now.name, reference: id, obstacle: 'changed' as const }
  if (before === null) {
    const links = otherLinks(contacts, inverse, id)
    if (sameContact(now, after) && links.length === 0) return { now, target: null, found: null }
    const fields =
      after === null ? [] : fieldsBetween(shownFields(contacts, now), shownFields(contacts, after))
    const told = links.map((link) => linkText(contacts, link)).join('\n')
    const withLinks = told === '' ? fields : [...fields, { name: 'links', theirs: told, restored: '' }]
    return {
      now,
      target: null,
      found: recordObstacle(here, { choices: ['keep', 'replace'], fields: withLinks }),
    }
  }
  if (sameContact(now, after)) return { now, target: before, found: null }
  const target = asBefore(now, step, actor, contacts.now())
  const { changed } = mergeFields<ContactData>(contactDataOf(now), fieldsOfStep(step))
  if (changed.length === 0) return { now, target, found: null }
  const fields = fieldsBetween(shownFields(contacts, now), shownFields(contacts, target))
  return { now, target, found: recordObstacle(here, { choices: ['keep', 'replace'], fields }) }
}

/** What is there now with the fields as they were that a change changed. */
function asBefore(now: Contact, step: ContactStep, changedBy: Actor, updatedAt: number): Contact {
  const { target } = mergeFields<ContactData>(contactDataOf(now), fieldsOfStep(step))
  const outside = outsideOf(now, step.before)
  return { ...now, ...target, outside, changedBy, updatedAt, revision: now.revision + 1 }
}

function fieldsOfStep({ before, after }: ContactStep): { before: ContactData; after: ContactData } {
  if (before === null || after === null)
    throw new AppError('internal', 'Only a change of fields has both sides.')
  return { before: contactDataOf(before), after: contactDataOf(after) }
}

/** Links of a contact that the change did not make. */
function otherLinks(contacts: ContactService, inverse: ContactSteps, id: string): readonly ContactLink[] {
  return contacts.links(id).filter((link) => !inverse.links.some((step) => step.id === link.id))
}

function madeSince(link: ContactLink): LinkStep {
  return { id: link.id, before: null, after: link }
}

function sameContact(one: Contact | null, other: Contact | null): boolean {
  if (one === null || other === null) return one === other
  return same(contactSchema.parse(one), contactSchema.parse(other))
}

function sameLink(one: ContactLink | null, other: ContactLink | null): boolean {
  if (one === null || other === null) return one === other
  return one.from === other.from && one.to === other.to && one.relation === other.relation
}

/** `Ada: sister of Bob`. */
export function linkText(
  contacts: { find(id: string): { readonly name: string } | null },
  { from, to, relation }: Pick<ContactLink, 'from' | 'to' | 'relation'>,
): string {
  const nameOf = (id: string) => contacts.find(id)?.name ?? '…'
  return `${nameOf(from)} – ${relation} – ${nameOf(to)}`
}

function conflict(
  { label: name, obstacle }: UndoComparison,
  before: Contact | null,
  now: Contact | null,
): AppError {
  const words =
    obstacle === 'gone' ? say('contact.gone_back', { name }) : say('contact.changed_back', { name })
  return failureNaming('conflict', words, before, now)
}

function restoredText({ contacts, links }: ContactSteps): string {
  const back = contacts.filter(({ before, after }) => before === null && after !== null)
  const gone = contacts.filter(({ before, after }) => before !== null && after === null)
  if (back.length > 0) return `${counted(back.length, 'contact')} ${back.length === 1 ? 'is' : 'are'} back.`
  if (gone.length > 0)
    return `${counted(gone.length, 'contact')} ${gone.length === 1 ? 'was' : 'were'} taken away.`
  return contacts.length > 0 ? 'The contact is as it was.' : `${counted(links.length, 'link')} as before.`
}
