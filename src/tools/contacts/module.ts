import { z } from 'zod'
import { contactBatchLimit, contactFilesLimit, contactKindSchema } from '../../shared/contract/contacts'
import { tagLimits } from '../../shared/tags'
import { defineModule, defineReadTool, defineWriteTool } from '../../shared/tool/define'
import { cursorLength, idLength } from '../../shared/tool/lengths'
import {
  changedFields,
  contactId,
  contactLineState,
  contactState,
  contactsInverse,
  contactsPlan,
  givenFields,
  importPlan,
  linkState,
  namedContact,
  relation,
  skippedCards,
} from './module/schemas'

export type {
  ContactLineState,
  ContactState,
  ContactSteps,
  ContactsInverse,
  ContactsPlan,
  ImportPlan,
  PlannedContact,
  PlannedLink,
} from './module/schemas'

const recorded = { plan: contactsPlan, inverse: contactsInverse } as const

const listContacts = defineReadTool({
  name: 'list_contacts',
  title: 'List contacts',
  description: 'Lists contacts by name.',
  input: z.strictObject({
    kind: contactKindSchema.optional(),
    tag: z.string().max(tagLimits.length).optional(),
    limit: z.number().int().min(1).max(200).default(50),
    cursor: z.string().max(cursorLength).optional().describe('From the answer before'),
  }),
  output: z.object({
    contacts: z.array(contactLineState),
    /** Null at the end. */
    cursor: z.string().nullable(),
    total: z.number(),
  }),
  aliases: [],
})

const searchContacts = defineReadTool({
  name: 'search_contacts',
  title: 'Search contacts',
  description: 'Finds contacts by words. Each is found as a part of a name, address, number, tag or note.',
  input: z.strictObject({
    query: z.string().min(1).max(1000),
    kind: contactKindSchema.optional(),
    limit: z.number().int().min(1).max(200).default(10),
  }),
  output: z.object({ contacts: z.array(contactLineState), total: z.number() }),
  aliases: ['find_contact', 'find_contacts', 'search_people'],
  primary: 'query',
})

const readContact = defineReadTool({
  name: 'read_contact',
  title: 'Read a contact',
  description:
    'Tells all of a contact. That is its fields, its links to others, and who is in an organization.',
  input: z.strictObject({ contact_id: contactId }),
  output: contactState.extend({
    links: z.array(
      z.object({
        link_id: z.string(),
        relation: z.string(),
        /** Which end of the relation this contact is. */
        direction: z.enum(['from', 'to']),
        other: namedContact,
      }),
    ),
    /** Of an organization, the first by name. */
    people: z.array(namedContact.extend({ role: z.string() })),
    /** How many there are. */
    members: z.number(),
  }),
  aliases: ['get_contact', 'show_contact'],
  primary: 'contact_id',
})

const createContact = defineWriteTool({
  name: 'create_contact',
  class: 'safe_create',
  title: 'Add a contact',
  description: 'Adds a person or an organization. Search first whether they are there.',
  input: z.strictObject(givenFields),
  ...recorded,
  output: contactState,
  aliases: ['add_contact', 'create_person', 'create_organization'],
  primary: 'name',
})

const importContacts = defineWriteTool({
  name: 'import_contacts',
  class: 'safe_create',
  title: 'Import contacts',
  description:
    'Adds the people and organizations of vCard or CSV files. A table has headings in its first row. Those that are there already just so are skipped; none is overwritten.',
  input: z.strictObject({
    paths: z
      .array(z.string().min(1).max(4096))
      .min(1)
      .max(contactFilesLimit)
      .describe('Absolute paths of .vcf or .csv files, in granted folders'),
  }),
  plan: importPlan,
  inverse: contactsInverse,
  output: z.object({
    succeeded: z.number(),
    /** Always 0: either all come or none; what is wrong with a card is told among those that are skipped. */
    failed: z.number(),
    results: z.array(namedContact),
    skipped: skippedCards,
  }),
  aliases: ['import_vcard'],
  primary: 'paths',
})

const updateContact = defineWriteTool({
  name: 'update_contact',
  class: 'safe_update',
  title: 'Update a contact',
  description: 'Changes the fields that are given. A list replaces the whole list.',
  input: z.strictObject({ contact_id: contactId, ...changedFields }),
  ...recorded,
  output: contactState,
  aliases: ['edit_contact', 'modify_contact'],
  primary: 'contact_id',
})

const linkContacts = defineWriteTool({
  name: 'link_contacts',
  class: 'safe_create',
  title: 'Link contacts',
  description: 'Says what one contact is to another. From is the relation of to.',
  input: z.strictObject({
    from_id: contactId,
    to_id: contactId,
    relation: relation.describe('Short: “sister”, “client”'),
  }),
  ...recorded,
  output: linkState,
  aliases: [],
  primary: 'from_id',
})

const unlinkContacts = defineWriteTool({
  name: 'unlink_contacts',
  class: 'safe_update',
  title: 'Remove a link',
  description: 'Removes such a link.',
  input: z.strictObject({ link_id: z.string().min(1).max(idLength).describe('As read_contact gives it') }),
  ...recorded,
  output: linkState,
  aliases: [],
  primary: 'link_id',
})

const mergeContacts = defineWriteTool({
  name: 'merge_contacts',
  class: 'destructive_update',
  title: 'Merge contacts',
  description:
    'Makes one contact of several. It keeps what into has, takes over what that lacks, unites the lists and joins the notes; the others go, and their links come to it.',
  input: z.strictObject({
    into_id: contactId,
    from_ids: z.array(contactId).min(1).max(contactBatchLimit),
    fields: z
      .strictObject(changedFields)
      .omit({ kind: true })
      .optional()
      .describe('What the merged one is to have instead'),
  }),
  ...recorded,
  output: contactState.extend({ merged: z.array(namedContact) }),
  aliases: [],
  primary: 'into_id',
})

const deleteContacts = defineWriteTool({
  name: 'delete_contacts',
  class: 'destructive_delete',
  title: 'Delete contacts',
  description:
    'Deletes contacts and their links. Undo brings them back for as long as deleted things are kept.',
  input: z.strictObject({ contact_ids: z.array(contactId).min(1).max(contactBatchLimit) }),
  ...recorded,
  output: z.object({
    succeeded: z.number(),
    /** Always 0: either all go or none. */
    failed: z.number(),
    results: z.array(namedContact),
  }),
  aliases: ['delete_contact', 'remove_contact'],
  primary: 'contact_ids',
})

/** People and organizations. */
export default defineModule({
  id: 'contacts',
  title: 'Contacts',
  icon: 'contact',
  prompt:
    'Contacts holds the people and organizations that the person keeps. Look there before you ask who somebody is, and for addresses and numbers; never make them up.',
  // What a run wrote that had read from outside; answers without any of that say so.
  origin: 'outside',
  tools: [
    listContacts,
    searchContacts,
    readContact,
    createContact,
    importContacts,
    updateContact,
    linkContacts,
    unlinkContacts,
    mergeContacts,
    deleteContacts,
  ],
})
