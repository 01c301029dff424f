import type { ContactService } from '../../../main/contacts/service'
import { keepBeside, keptBesideOr, stepsOfSome } from '../../../shared/tool/records/kept'
import type { ContactSteps, ContactsInverse } from '../module'
import { contactSteps } from '../module/schemas'
import { linkEnds } from './kind'

/** What the ledger keeps of such steps: of what contacts were, only where that is stored. */
export async function keptSteps(contacts: ContactService, steps: ContactSteps): Promise<ContactsInverse> {
  if (steps.contacts.length === 0) return steps
  return { contacts: [], links: [], ...(await keepBeside(contacts, steps)) }
}

/** The steps that the ledger keeps; throws `unavailable` once what was stored of them is gone. */
export async function stepsOf(contacts: ContactService, inverse: ContactsInverse): Promise<ContactSteps> {
  const { contacts: records, links: attached } = await keptBesideOr(contacts, inverse, contactSteps)
  const some = stepsOfSome({ records, attached }, inverse.only, linkEnds)
  return { contacts: [...some.records], links: [...some.attached] }
}
