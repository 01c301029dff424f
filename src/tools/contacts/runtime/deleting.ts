import type { ContactService } from '../../../main/contacts/service'
import type { ContactLink } from '../../../shared/contract/contacts'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { beyondKeptInWords, keptInWords, recoveryOf } from '../../../shared/tool/kept'
import { type SpokenTarget, spoken } from '../../../shared/tool/preview'
import { undoItems } from '../../../shared/tool/records/undo'
import type { ContactsPlan } from '../module'
import type { ContactsTool } from '../runtime'
import { applyPlan, requireBaseOf } from './apply-plan'
import { targetOf } from './changing'
import { failureNaming, outsideOf, tellingOf } from './from-outside'
import { stepsOf } from './kept-steps'
import { linkText } from './kind'
import { going, type PlanView, planView, type SeenContact, type SeenLink } from './plan-view'
import { namedOf, storedBytes } from './state'
import { undoContacts } from './undo'

/** Deletes contacts with their links, all or none. */
export function deleteContacts(contacts: ContactService): ContactsTool<'delete_contacts'> {
  const undo = undoContacts(contacts)
  return {
    async plan({ contact_ids }, context) {
      const view = planView(contacts, context)
      return planned(
        view,
        [...new Set(contact_ids)].map((id) => view.get(id, 'contact_ids')),
      )
    },
    chooseBy: 'items',
    async narrow({ plan }, { items = [] }, context) {
      const chosen = new Set(items)
      const kept = plan.contacts.filter((_, place) => chosen.has(place))
      if (kept.length !== chosen.size || kept.length === 0) {
        throw new AppError('invalid_input', say('proposal.no_such_part'), { field: 'choice' })
      }
      const view = planView(contacts, context)
      const chosenOnes = kept.map(({ id, gone }) => {
        const seen = view.find(id)
        if (seen !== null && going(seen).gone?.fingerprint === gone?.fingerprint) return seen
        throw failureNaming('conflict', say('contact.changed', { name: gone?.name ?? '' }), seen)
      })
      return planned(view, chosenOnes)
    },
    async apply(plan, context) {
      const steps = await applyPlan(contacts, plan, context)
      const gone = steps.contacts.flatMap(({ before }) => before ?? [])
      const what = gone.length === 1 ? 'it' : 'them'
      return {
        content: `Deleted ${counted(gone.length, 'contact')}. ${keptInWords(what, storedBytes(gone), contacts.keptForUndo())}`,
        state: { succeeded: gone.length, failed: 0, results: gone.map(namedOf) },
        ...tellingOf(...gone),
      }
    },
    ...requireBaseOf(contacts),
    ...undo,
    async items(inverse) {
      const { contacts: records } = await stepsOf(contacts, inverse)
      return undoItems(records, { find: contacts.find, nameOf: ({ name }) => name })
    },
    onlyItems: (inverse, references) => ({ ...inverse, only: [...references] }),
  }

  function planned(view: PlanView, those: readonly SeenContact[]) {
    const links = new Map<string, SeenLink>()
    for (const { id } of those) for (const link of view.links(id)) links.set(link.id, link)
    const plan: ContactsPlan = {
      contacts: those.map(going),
      links: [...links.values()].map(({ id, ...before }) => ({ id, before, after: null })),
    }
    const targets = those.map((contact) => lostTarget(view, contact))
    const [first] = those
    const size = storedBytes(those)
    const kept = contacts.keptForUndo()
    return {
      plan,
      sources: those.length === 1 ? outsideOf(first) : [],
      preview: spoken({
        summary: say('contacts.delete', {
          name: those.length === 1 ? (first?.name ?? '') : '',
          count: those.length,
          links: links.size,
        }),
        targets,
        changes: those.map(({ id, name }) => ({ kind: 'removal' as const, label: name, reference: id })),
        lost: targets,
        recovery: recoveryOf('trash', size, kept),
        warnings: beyondKeptInWords(size, kept),
      }),
    }
  }
}

/** A contact that goes, with the links that go with it and who loses their organization. */
function lostTarget(view: PlanView, contact: SeenContact): SpokenTarget {
  const links = view.links(contact.id)
  const people = view.people(contact.id)
  if (links.length + people.length === 0) return targetOf(contact)
  return {
    ...targetOf(contact),
    detail: say('contacts.goes_with', {
      links: links.map((link: Pick<ContactLink, 'from' | 'to' | 'relation'>) => linkText(view, link)),
      people: people.map(({ name }) => name),
    }),
  }
}
