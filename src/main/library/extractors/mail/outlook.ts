import { type CompoundStorage, openCompoundFile } from '../compound/compound-file'
import { pageEncoding } from '../declared-encoding'
import { decodeText } from '../decode-text'
import { readPage } from '../html/read-page'
import { codePageEncoding } from '../rtf/code-pages'
import { readRtf } from '../rtf/read-rtf'
import type { Block } from '../structure/block'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { unpackRtf } from './compressed-rtf'
import { type Attached, messageText, type Person, warnOfAttached } from './message-text'
import {
  codePageOf,
  HEADER_OF_MESSAGE,
  HEADER_OF_PART,
  openProperties,
  PROPERTY,
  type Properties,
} from './outlook-properties'

/** Reads one message of Outlook (MS-OXMSG), as it does one e-mail. What is attached is named, also where it is a message. */
export async function extractOutlookMessage(bytes: Uint8Array): Promise<ExtractedDocument> {
  const root = openCompoundFile(bytes)
  const message = openProperties(root, HEADER_OF_MESSAGE)
  const { subject, blocks, attached } = messageText({
    subject: message.text(PROPERTY.subject),
    from: senderOf(message),
    ...recipientsOf(root, message),
    date: dateOf(message),
    plain: message.text(PROPERTY.body),
    laidOut: () => laidOutBody(message),
    attached: attachedTo(root, codePageOf(message), bytes.length),
  })
  const { text, headings } = writeBlocks(blocks)
  return {
    title: subject,
    mime: 'application/vnd.ms-outlook',
    text,
    pages: [],
    headings,
    warnings: warnOfAttached(attached),
  }
}

/** Who the message is from; another one may have sent it for them (MS-OXOMSG, 2.2.1.48). */
function senderOf(message: Properties): readonly Person[] {
  const author = person(
    message.text(PROPERTY.representingName),
    message.text(PROPERTY.representingSmtp),
    message.text(PROPERTY.representingAddress),
  )
  if (author.length > 0) return author
  return person(
    message.text(PROPERTY.senderName),
    message.text(PROPERTY.senderSmtp),
    message.text(PROPERTY.senderAddress),
  )
}

/** Inside an organization an address is a path in its directory, which nobody knows people by. */
function person(name: string | null, ...addresses: readonly (string | null)[]): readonly Person[] {
  const address = addresses.find((each) => each?.includes('@') && !each.startsWith('/'))?.trim()
  // Where nobody is called anything, programs put the address in quotes.
  const called = name?.trim().replace(/^'(.*)'$/, '$1')
  if (!called && !address) return []
  const isAddress = called?.toLowerCase() === address?.toLowerCase()
  return [{ ...(called && !isAddress ? { name: called } : {}), ...(address ? { address } : {}) }]
}

/** What a recipient is to the message (MS-OXOMSG, 2.2.3.1). */
const TO = 1
const CC = 2

/** Recipients, and things attached, that are looked at: no message has more, and no reader of one counts further. */
const MAX_PARTS = 1000

function partsOf(root: CompoundStorage, kind: string): readonly CompoundStorage[] {
  const names = root.storages.filter((name) => name.toLowerCase().startsWith(kind)).slice(0, MAX_PARTS)
  return names.flatMap((name) => root.storage(name) ?? [])
}

function recipientsOf(
  root: CompoundStorage,
  message: Properties,
): { readonly to: readonly Person[]; readonly cc: readonly Person[] } {
  const to: Person[] = []
  const cc: Person[] = []
  for (const storage of partsOf(root, '__recip_version1.0_')) {
    const recipient = openProperties(storage, HEADER_OF_PART, codePageOf(message))
    const type = recipient.integer(PROPERTY.recipientType)
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

function dateOf(message: Properties): string | null {
  const moment = message.time(PROPERTY.submitTime) ?? message.time(PROPERTY.deliveryTime)
  if (moment !== null) return moment.toISOString()
  return /^date:[ \t]*(.+)$/im.exec(message.text(PROPERTY.headers) ?? '')?.[1] ?? null
}

/** The body in HTML, else in Rich Text, for a message whose plain form says nothing. */
function laidOutBody(message: Properties): readonly Block[] {
  const html = htmlOf(message)
  const blocks = html === null ? [] : readPage(html).blocks.map(({ block }) => block)
  if (blocks.length > 0) return blocks
  const packed = message.bytes(PROPERTY.compressedRtf)
  const rtf = packed === null ? null : unpackRtf(packed)
  return rtf === null ? [] : readRtf(rtf.toString('latin1')).blocks
}

function htmlOf(message: Properties): string | null {
  const bytes = message.bytes(PROPERTY.html)
  if (bytes === null || bytes.length === 0) return message.text(PROPERTY.html)
  const codePage = message.integer(PROPERTY.internetCodePage)
  const named = codePage === null ? undefined : codePageEncoding(codePage)
  return decodeText(bytes, named ?? pageEncoding(bytes)).text
}

/** What is attached, by name; pictures of the body that nobody named are part of it. */
function attachedTo(root: CompoundStorage, codePage: number | null, fileBytes: number): readonly Attached[] {
  return partsOf(root, '__attach_version1.0_').flatMap((storage) => {
    const part = openProperties(storage, HEADER_OF_PART, codePage)
    const embedded = part.object(PROPERTY.attached)
    const name =
      part.text(PROPERTY.fileName) ??
      part.text(PROPERTY.displayName) ??
      part.text(PROPERTY.shortFileName) ??
      (embedded === null
        ? null
        : openProperties(embedded, HEADER_OF_MESSAGE, codePage).text(PROPERTY.subject))
    if (name === null && part.isSet(PROPERTY.hidden)) return []
    const told =
      (embedded === null ? part.sizeOf(PROPERTY.attached) : null) ?? part.integer(PROPERTY.attachSize)
    // Nothing in a file is larger than the file.
    const size = told === null || told < 0 || told > fileBytes ? null : told
    return [{ name, size }]
  })
}
