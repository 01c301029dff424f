import type { ContactService } from '../../contacts/service'
import type { Procedures } from '../procedures'

/** What the contract says of contacts; they are changed by their tools. */
export function contactRoutes(os: Procedures, contacts: ContactService) {
  return {
    list: os.contacts.list.handler(({ input }) => [...contacts.lines(input)]),
    get: os.contacts.get.handler(({ input }) => contacts.details(input.id)),
    tags: os.contacts.tags.handler(() => [...contacts.tags()]),
  }
}
