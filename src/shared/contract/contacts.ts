import { z } from 'zod'
import { isCalendarDay } from '../calendar-day'
import { oneLine } from '../text/one-line'
import { withoutBreaks } from '../web/web-address'
import { procedure } from './base'
import { attachedRecordFields, recordFields } from './record'
import { callOutcomeSchema } from './tools'

/** Limits of a contact's fields, which the editor tells before main refuses them. */
export const contactLimits = {
  /** Characters. */
  name: 200,
  role: 200,
  label: 40,
  /** As RFC 5321 has it. */
  email: 254,
  phone: 60,
  address: 500,
  url: 2000,
  tag: 100,
  relation: 100,
  /** Characters of Markdown. */
  notes: 20_000,
  /** Of each kind: e-mail addresses, phone numbers, addresses, web pages. */
  entries: 20,
  tags: 50,
} as const

/** Contacts that one batch deletes or merges: a proposal names each. */
export const contactBatchLimit = 200

/** Cards of a file that one change adds: each is shown whole before it comes, and all are written in one go. */
export const contactImportLimit = 1000

/** Files of cards that one change adds the contacts of: some programs write one for each contact. */
export const contactFilesLimit = 200

/** People of an organization that are told with it; all are found by its name. */
export const shownMembers = 100

/** What a contact is. */
export const contactKindSchema = z.enum(['person', 'organization'])
/** See {@link contactKindSchema}. */
export type ContactKind = z.infer<typeof contactKindSchema>

/** One of several e-mail addresses, phone numbers, addresses or web pages; `label` is empty where there is only one kind. */
const entrySchema = z.object({ label: z.string(), value: z.string() })
/** See {@link entrySchema}. */
export type ContactEntry = z.infer<typeof entrySchema>

/** What is kept of a contact beside when and by whom; without limits, for what is stored. */
export const contactDataSchema = z.object({
  kind: contactKindSchema,
  name: z.string(),
  emails: z.array(entrySchema),
  phones: z.array(entrySchema),
  addresses: z.array(entrySchema),
  urls: z.array(entrySchema),
  /** The id of an organization, which may be gone. */
  organization: z.string().nullable(),
  role: z.string(),
  /** YYYY-MM-DD, or --MM-DD where the year is not known. */
  birthday: z.string().nullable(),
  tags: z.array(z.string()),
  /** Markdown. */
  notes: z.string(),
})
/** See {@link contactDataSchema}. */
export type ContactData = z.infer<typeof contactDataSchema>

/** A contact as it is stored. */
export const contactSchema = contactDataSchema.extend(recordFields)
/** See {@link contactSchema}. */
export type Contact = z.infer<typeof contactSchema>

/** What somebody is to another, in one line; what tells of it puts “of”, or in German “von”, behind it. */
export function relationWord(written: string): string {
  return oneLine(written).replace(/(?<=\S) (?:of|von)$/iu, '')
}

/** What one contact is to another: “from” is the relation of “to”. */
export const contactLinkSchema = z.object({
  from: z.string(),
  to: z.string(),
  relation: z.string(),
  ...attachedRecordFields,
})
/** See {@link contactLinkSchema}. */
export type ContactLink = z.infer<typeof contactLinkSchema>

/** A contact as a list shows it. */
const contactLineSchema = z.object({
  id: z.string(),
  kind: contactKindSchema,
  name: z.string(),
  role: z.string(),
  /** The name of the organization; empty for none. */
  organization: z.string(),
  /** The first of each, else empty. */
  email: z.string(),
  phone: z.string(),
  tags: z.array(z.string()),
})
/** See {@link contactLineSchema}. */
export type ContactLine = z.infer<typeof contactLineSchema>

/** A contact with whom it has to do with. */
const contactDetailsSchema = z.object({
  contact: contactSchema,
  organization: contactLineSchema.nullable(),
  /** In the order in which they were made; `direction` tells which end this contact is. */
  links: z.array(
    z.object({
      id: z.string(),
      relation: z.string(),
      direction: z.enum(['from', 'to']),
      other: contactLineSchema,
    }),
  ),
  /** Of an organization: who is in it, by name, at most {@link shownMembers}. */
  people: z.array(contactLineSchema),
  /** How many there are. */
  members: z.number(),
})
/** See {@link contactDetailsSchema}. */
export type ContactDetails = z.infer<typeof contactDetailsSchema>

/** How contacts are chosen for a list. */
const contactsQuerySchema = z.strictObject({
  /** Words that must all be found, each anywhere. */
  query: z.string().max(1000).default(''),
  kind: contactKindSchema.optional(),
  tag: z.string().max(contactLimits.tag).optional(),
  /** How many at most; all without. */
  limit: z.number().int().min(1).max(1000).optional(),
})

const schemeOfAddress = /^[a-z][a-z0-9+.-]*:/i

/** An address of the web as a person types it: `example.org` is `https://example.org`. */
function withScheme(address: string): string {
  // In one line, as all that is written by lines needs it.
  const typed = withoutBreaks(address).trim()
  return typed === '' || schemeOfAddress.test(typed) ? typed : `https://${typed}`
}

function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
}

/** Any leap year: without a year the 29th of February is a day. */
const leapYear = '2000'

function isBirthday(text: string): boolean {
  return isCalendarDay(text.startsWith('--') ? `${leapYear}${text.slice(1)}` : text)
}

const line = (most: number) => z.string().overwrite(oneLine).max(most)
const label = line(contactLimits.label).default('')
const listOf = <Value extends z.ZodType<string, string>>(value: Value) =>
  z.array(z.strictObject({ label, value })).max(contactLimits.entries)

/** A contact’s fields as a person or a tool gives them, with their limits; see {@link contactDataSchema}. */
export const contactFieldSchemas = {
  kind: contactKindSchema,
  name: line(contactLimits.name).min(1),
  emails: listOf(line(contactLimits.email).regex(/^\S+@\S+$/, 'not an e-mail address')),
  phones: listOf(line(contactLimits.phone).regex(/\d/, 'no digit in it')),
  addresses: listOf(z.string().trim().min(1).max(contactLimits.address)),
  urls: listOf(
    z.string().overwrite(withScheme).max(contactLimits.url).refine(isWebAddress, 'not an address of the web'),
  ),
  organization: z.string().max(100).nullable(),
  role: line(contactLimits.role),
  birthday: z.string().refine(isBirthday, 'not a day as YYYY-MM-DD, or as --MM-DD without a year').nullable(),
  tags: z.array(line(contactLimits.tag).min(1)).max(contactLimits.tags),
  notes: z.string().max(contactLimits.notes),
} as const

/** A contact without anything, from which a new one begins. */
export const emptyContact: ContactData = {
  ...{ kind: 'person', name: '', emails: [], phones: [], addresses: [], urls: [] },
  ...{ organization: null, role: '', birthday: null, tags: [], notes: '' },
}

/** The fields alone. */
export function contactDataOf(contact: ContactData): ContactData {
  const { kind, name, emails, phones, addresses, urls, organization, role, birthday, tags, notes } = contact
  return { kind, name, emails, phones, addresses, urls, organization, role, birthday, tags, notes }
}

/** Contacts; every change goes through the gate. */
export const contactsContract = {
  /** By name. */
  list: procedure.input(contactsQuerySchema).output(z.array(contactLineSchema)),
  get: procedure.input(z.strictObject({ id: z.string() })).output(contactDetailsSchema),
  /** In use, in alphabetical order. */
  tags: procedure.output(z.array(z.string())),
  /** Proposes to add the contacts of files that a person handed over: by their paths, or as they were uploaded. */
  import: procedure
    .input(
      z.strictObject({
        paths: z.array(z.string().min(1).max(4096)).min(1).max(contactFilesLimit),
        /** Whether it is their own address book; what somebody sent them counts as text from outside. */
        own: z.boolean(),
      }),
    )
    .output(callOutcomeSchema),
}
