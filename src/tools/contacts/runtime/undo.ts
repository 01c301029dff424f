import type { ContactService } from '../../../main/contacts/service'
import { undoRecords } from '../../../shared/tool/records/undo'
import type { ContactsTool } from '../runtime'
import { keptSteps, stepsOf } from './kept-steps'
import { contactKind } from './kind'

type Undo = Required<Pick<ContactsTool<'update_contact'>, 'revert' | 'compare' | 'rebase'>>

/** Undoes what a change made of contacts and their links; undoing that again is the same the other way round. */
export function undoContacts(contacts: ContactService): Undo {
  return undoRecords(contactKind(contacts), {
    whole: ({ records, attached }) => ({ contacts: [...records], links: [...attached] }),
    kept: ({ records, attached }) => keptSteps(contacts, { contacts: [...records], links: [...attached] }),
    async steps(inverse) {
      const { contacts: records, links: attached } = await stepsOf(contacts, inverse)
      return { records, attached }
    },
  })
}
