import type { ContactService } from '../../../main/contacts/service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { spoken } from '../../../shared/tool/preview'
import type { ContactsTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { targetOf } from './changing'
import { failureNaming, outsideOf, tellingOf, writtenAfter } from './from-outside'
import { type PlanView, planView } from './plan-view'
import { namedOf } from './state'
import { undoContacts } from './undo'

/** Says what one contact is to another. */
export function linkContacts(contacts: ContactService): ContactsTool<'link_contacts'> {
  return {
    async plan({ from_id, to_id, relation }, context) {
      const view = planView(contacts, context)
      const [from, to] = [view.get(from_id, 'from_id'), view.get(to_id, 'to_id')]
      if (from_id === to_id)
        throw new AppError('invalid_input', say('contact.linked_itself'), { field: 'to_id' })
      const there = view
        .links(from_id)
        .some((link) => link.from === from_id && link.to === to_id && link.relation === relation)
      if (there) {
        const words = say('contact.linked_already', { from: from.name, relation, to: to.name })
        throw failureNaming('already_exists', words, from, to)
      }
      const after = { from: from_id, to: to_id, relation, outside: writtenAfter(context) }
      return {
        plan: { contacts: [], links: [{ id: contacts.newId(), before: null, after }] },
        sources: outsideOf(from, to),
        preview: spoken({
          summary: say('contacts.link', { from: from.name, relation, to: to.name }),
          targets: [targetOf(from), targetOf(to)],
          changes: [
            { kind: 'fields', label: from.name, fields: [{ name: relation, before: null, after: to.name }] },
          ],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    async apply(plan, context) {
      const link = requireLink(plan.links[0]?.after)
      const gone = [link.from, link.to].find((id) => contacts.find(id) === null)
      if (gone !== undefined) throw new AppError('conflict', say('contact.none', { id: gone }))
      await applyPlan(contacts, plan, context)
      return { content: 'Linked.', ...told(contacts, plan.links[0]?.id ?? '', link) }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }
}

/** Takes a link away. */
export function unlinkContacts(contacts: ContactService): ContactsTool<'unlink_contacts'> {
  return {
    async plan({ link_id }, context) {
      const view = planView(contacts, context)
      const seen = view.findLink(link_id)
      if (seen === null)
        throw new AppError('not_found', say('contact.no_link', { id: link_id }), { field: 'link_id' })
      const { id, ...before } = seen
      const [from, to] = [nameIn(view, before.from), nameIn(view, before.to)]
      const { relation } = before
      return {
        plan: { contacts: [], links: [{ id, before, after: null }] },
        sources: outsideOf(before, view.find(before.from), view.find(before.to)),
        preview: spoken({
          summary: say('contacts.unlink', { from, relation, to }),
          targets: [targetOf({ id: before.from, name: from }), targetOf({ id: before.to, name: to })],
          changes: [{ kind: 'fields', label: from, fields: [{ name: relation, before: to, after: null }] }],
          lost: [],
          recovery: 'undo',
          warnings: [],
        }),
      }
    },
    async apply(plan, context) {
      const link = requireLink(plan.links[0]?.before)
      await applyPlan(contacts, plan, context)
      return { content: 'The link is gone.', ...told(contacts, plan.links[0]?.id ?? '', link) }
    },
    ...requireBaseOf(contacts),
    ...undoContacts(contacts),
  }
}

interface Ends {
  readonly from: string
  readonly to: string
  readonly relation: string
  readonly outside: readonly string[]
}

function requireLink<Link extends Ends>(link: Link | null | undefined): Link {
  if (link) return link
  throw new AppError('internal', 'A plan of a link has no link.')
}

function nameIn(view: PlanView, id: string): string {
  return view.find(id)?.name ?? id
}

function told(contacts: ContactService, link_id: string, { relation, ...link }: Ends) {
  const [from, to] = [contacts.find(link.from), contacts.find(link.to)]
  return {
    state: {
      link_id,
      relation,
      from: namedOf(from ?? { id: link.from, name: '' }),
      to: namedOf(to ?? { id: link.to, name: '' }),
    },
    ...tellingOf(link, from, to),
  }
}
