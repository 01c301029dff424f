import type { ContactService } from '../../main/contacts/service'
import type { FileService } from '../../main/files/service'
import type { ModuleRuntime } from '../../shared/tool/runtime'
import type contactsModule from './module'
import { createContact, updateContact } from './runtime/changing'
import { deleteContacts } from './runtime/deleting'
import { importContacts } from './runtime/importing'
import { linkContacts, unlinkContacts } from './runtime/linking'
import { mergeContacts } from './runtime/merging'
import { listContacts, readContact, searchContacts } from './runtime/reading'

/** The runtime of one tool of this module. */
export type ContactsTool<Name extends keyof ModuleRuntime<typeof contactsModule>> = ModuleRuntime<
  typeof contactsModule
>[Name]

/** Implements the tools of contacts. */
export default function createContactsRuntime({
  contacts,
  files,
}: {
  readonly contacts: ContactService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}): ModuleRuntime<typeof contactsModule> {
  return {
    list_contacts: listContacts(contacts),
    search_contacts: searchContacts(contacts),
    read_contact: readContact(contacts),
    create_contact: createContact(contacts),
    import_contacts: importContacts({ contacts, files }),
    update_contact: updateContact(contacts),
    link_contacts: linkContacts(contacts),
    unlink_contacts: unlinkContacts(contacts),
    merge_contacts: mergeContacts(contacts),
    delete_contacts: deleteContacts(contacts),
  }
}
