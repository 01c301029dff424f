import type { CompoundStorage } from '../compound/compound-file'
import type { Attached, Person } from './message-text'
import {
  HEADER_OF_EMBEDDED,
  HEADER_OF_PART,
  openProperties,
  PROPERTY,
  type Properties,
} from './outlook-properties'
import { ATTACHMENTS, partsOf, RECIPIENTS } from './outlook-storages'

/** What a recipient is to the message, and the bits that say so: higher ones are flags (MS-OXOMSG, 2.2.3.1). */
const TO = 1
const CC = 2
const RECIPIENT_TYPE = 0xf

/** Who the message is to, as each is described, or as the message lists them. */
export function recipientsOf(
  root: CompoundStorage,
  message: Properties,
): { readonly to: readonly Person[]; readonly cc: readonly Person[] } {
  const to: Person[] = []
  const cc: Person[] = []
  for (const storage of partsOf(root, RECIPIENTS)) {
    const recipient = openProperties(storage, HEADER_OF_PART, message)
    const type = (recipient.integer(PROPERTY.recipientType) ?? 0) & RECIPIENT_TYPE
    const list = type === TO ? to : type === CC ? cc : null
    list?.push(
      ...person(
        recipient.text(PROPERTY.recipientName) ?? recipient.text(PROPERTY.displayName),
        recipient.text(PROPERTY.smtpAddress),
        recipient.text(PROPERTY.address),
      ),
    )
  }
  return {
    to: to.length > 0 ? to : person(message.text(PROPERTY.displayTo)),
    cc: cc.length > 0 ? cc : person(message.text(PROPERTY.displayCc)),
  }
}

/** Inside an organization an address is a path in its directory, which nobody knows people by. */
export function person(name: string | null, ...addresses: readonly (string | null)[]): readonly Person[] {
  const address = addresses.find((each) => each?.includes('@') && !each.startsWith('/'))?.trim()
  // Where nobody is called anything, programs put the address in quotes.
  const called = name?.trim().replace(/^'(.*)'$/, '$1')
  if (!called && !address) return []
  const isAddress = called?.toLowerCase() === address?.toLowerCase()
  return [{ ...(called && !isAddress ? { name: called } : {}), ...(address ? { address } : {}) }]
}

/** What is attached, by name, and the signed mail that is the whole message; see MS-OXOSMIME, 2.1.3. */
export type OutlookAttachments = { readonly attached: readonly Attached[]; readonly signed: Buffer | null }

/** Looks at what is attached, but for what the body shows in itself; `isSigned` where it is all in one signed part. */
export function attachmentsOf(
  root: CompoundStorage,
  message: Properties,
  { fileBytes, isSigned }: { readonly fileBytes: number; readonly isSigned: boolean },
): OutlookAttachments {
  const attached: Attached[] = []
  let signed: Buffer | null = null
  for (const storage of partsOf(root, ATTACHMENTS)) {
    const part = openProperties(storage, HEADER_OF_PART, message)
    if (isSigned && signed === null && isSignedPart(part)) {
      const content = part.bytes(PROPERTY.attached)
      if (content !== null && isMime(content)) {
        signed = content
        continue
      }
    }
    // Pictures of the body are hidden from the list that people see.
    if (!part.isSet(PROPERTY.hidden)) attached.push(describe(part, message, fileBytes))
  }
  return { attached, signed }
}

function describe(part: Properties, message: Properties, fileBytes: number): Attached {
  const embedded = part.object(PROPERTY.attached)
  const name =
    fileName(part) ??
    (embedded === null ? null : openProperties(embedded, HEADER_OF_EMBEDDED, message).text(PROPERTY.subject))
  const told =
    (embedded === null ? part.sizeOf(PROPERTY.attached) : null) ?? part.integer(PROPERTY.attachSize)
  // Nothing in a file is larger than the file.
  return { name, size: told === null || told < 0 || told > fileBytes ? null : told }
}

function fileName(part: Properties): string | null {
  return part.text(PROPERTY.fileName) ?? part.text(PROPERTY.displayName) ?? part.text(PROPERTY.shortFileName)
}

function isSignedPart(part: Properties): boolean {
  return (
    part.text(PROPERTY.mimeType)?.toLowerCase().startsWith('multipart/signed') === true ||
    fileName(part)?.toLowerCase() === 'smime.p7m'
  )
}

/** How a message begins, with the name of a field (RFC 5322, 2.2); what is signed in a form of its own has bytes there. */
const FIRST_FIELD = /^\s*[!-9;-~]+:/
const FIRST_FIELD_WITHIN = 200

function isMime(content: Buffer): boolean {
  return FIRST_FIELD.test(content.toString('latin1', 0, FIRST_FIELD_WITHIN))
}

/** What such content is called within its first bytes: "signed data" (RFC 5652, 5.1). */
const SIGNED_DATA = Buffer.from('2a864886f70d010702', 'hex')
const NAMED_WITHIN = 32

/** Whether what is attached is signed without being encrypted; it is named, not read. */
export function holdsSignedData(root: CompoundStorage, message: Properties): boolean {
  for (const storage of partsOf(root, ATTACHMENTS)) {
    const content = openProperties(storage, HEADER_OF_PART, message).bytes(PROPERTY.attached)
    if (content?.subarray(0, NAMED_WITHIN).includes(SIGNED_DATA)) return true
  }
  return false
}
