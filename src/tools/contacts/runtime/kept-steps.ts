import type { ContactService } from '../../../main/contacts/service'
import type { ContactSteps, ContactsInverse } from '../module'
import { contactSteps } from '../module/schemas'

/** What the ledger keeps of such steps: of what contacts were, only where that is stored. */
export async function keptSteps(contacts: ContactService, steps: ContactSteps): Promise<ContactsInverse> {
  if (steps.contacts.length === 0) return steps
  return { contacts: [], links: [], kept_contents: [await contacts.keep(JSON.stringify(steps))] }
}

/** The steps that the ledger keeps; throws `unavailable` once what was stored of them is gone. */
export async function stepsOf(contacts: ContactService, inverse: ContactsInverse): Promise<ContactSteps> {
  const [hash] = inverse.kept_contents ?? []
  if (hash === undefined) return inverse
  const steps = contactSteps.parse(JSON.parse(await contacts.kept(hash)))
  if (inverse.only === undefined) return steps
  const only = new Set(inverse.only)
  return {
    contacts: steps.contacts.filter(({ id }) => only.has(id)),
    links: steps.links.filter(({ before, after }) => {
      const link = before ?? after
      return link !== null && (only.has(link.from) || only.has(link.to))
    }),
  }
}
