import { z } from 'zod'
import {
  contactDataSchema,
  contactFieldSchemas,
  contactKindSchema,
  contactLimits,
  contactLinkSchema,
  contactSchema,
  relationWord,
} from '../../../shared/contract/contacts'
import { reasonSchema } from '../../../shared/sentences/sentence'
import { idLength } from '../../../shared/tool/lengths'
import { keptBeside } from '../../../shared/tool/records/kept'
import { stepSchema } from '../../../shared/tool/records/kind'

/** How tools name a contact. */
export const contactId = z
  .string()
  .min(1)
  .max(idLength)
  .describe('The contact’s id, as search_contacts gives it')
/** What one contact is to another. */
export const relation = z.string().overwrite(relationWord).min(1).max(contactLimits.relation)

const { kind, name, emails, phones, addresses, urls, organization, role, birthday, tags, notes } =
  contactFieldSchemas

/** Of the fields that are lists of more than words, which callers give as words alone where nobody tells them. */
const eachLabelled = 'Each a value, with a label such as “work” if you like'

/** A contact's fields as tools take them. */
export const givenFields = {
  kind: kind.default('person'),
  name,
  emails: emails.optional().describe(eachLabelled),
  phones: phones.optional().describe(eachLabelled),
  addresses: addresses.optional().describe(eachLabelled),
  urls: urls.optional().describe('Web pages'),
  organization: organization.optional().describe('The id of the organization that they belong to'),
  role: role.optional().describe('What they are there'),
  birthday: birthday.optional().describe('YYYY-MM-DD, or --MM-DD without a year'),
  tags: tags.optional(),
  notes: notes.optional().describe('Markdown'),
} as const

/** The same, of one that is there: a list replaces the one that it has. */
export const changedFields = { ...givenFields, kind: kind.optional(), name: name.optional() } as const

/** A contact as a plan binds it: what it has, what it was written after, and which of its states it is. */
const plannedContact = contactDataSchema.extend({ outside: z.array(z.string()), revision: z.number() })
/** See {@link plannedContact}. */
export type PlannedContact = z.infer<typeof plannedContact>
/** A link as a plan binds it. */
const plannedLink = contactLinkSchema.pick({ from: true, to: true, relation: true, outside: true })
/** See {@link plannedLink}. */
export type PlannedLink = z.infer<typeof plannedLink>

/** What a plan makes of records: null before for what is new, null after for what goes. */
export const contactsPlan = z.object({
  contacts: z.array(
    stepSchema(plannedContact).extend({
      /** Of one that goes: proposals are kept for ever, what was deleted is not. */
      gone: z.object({ name: z.string(), fingerprint: z.string() }).optional(),
    }),
  ),
  links: z.array(stepSchema(plannedLink)),
})
/** See {@link contactsPlan}. */
export type ContactsPlan = z.infer<typeof contactsPlan>

/** Cards of a file that become no new contact, each with the reason. */
export const skippedCards = z.array(reasonSchema.extend({ name: z.string() }))

/** The contacts of files: all of them are new. */
export const importPlan = contactsPlan.extend({
  /** Their names. */
  files: z.array(z.string()),
  skipped: skippedCards,
})
/** See {@link importPlan}. */
export type ImportPlan = z.infer<typeof importPlan>

/** What a change made of records, whole: undoing it brings back what was before. */
export const contactSteps = z.object({
  contacts: z.array(stepSchema(contactSchema)),
  links: z.array(stepSchema(contactLinkSchema)),
})
/** See {@link contactSteps}. */
export type ContactSteps = z.infer<typeof contactSteps>

/**
 * The same as the ledger keeps it. Where there were contacts before, all of it is stored beside the ledger, under the limits of
 * what is kept for undo, and the lists here are empty.
 */
export const contactsInverse = contactSteps.extend(keptBeside)
/** See {@link contactsInverse}. */
export type ContactsInverse = z.infer<typeof contactsInverse>

/** A contact by its name. */
export const namedContact = z.object({ contact_id: z.string(), name: z.string() })

/** A contact as lists of the tools' state give it. */
export const contactLineState = namedContact.extend({
  kind: contactKindSchema,
  role: z.string(),
  organization: namedContact.nullable(),
  emails: z.array(z.string()),
  phones: z.array(z.string()),
  tags: z.array(z.string()),
})
/** See {@link contactLineState}. */
export type ContactLineState = z.infer<typeof contactLineState>

const entries = contactDataSchema.shape.emails

/** A contact as the tools' state gives it. */
export const contactState = namedContact.extend({
  kind: contactKindSchema,
  emails: entries,
  phones: entries,
  addresses: entries,
  urls: entries,
  organization: namedContact.nullable(),
  role: z.string(),
  birthday: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string(),
  /** Milliseconds since 1970. */
  created_at: z.number(),
  updated_at: z.number(),
})
/** See {@link contactState}. */
export type ContactState = z.infer<typeof contactState>

/** A link as the tools' state gives it. */
export const linkState = z.object({
  link_id: z.string(),
  relation: z.string(),
  from: namedContact,
  to: namedContact,
})
