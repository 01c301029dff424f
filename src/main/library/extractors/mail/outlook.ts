import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { once } from '../../../once'
import { type CompoundStorage, openCompoundFile } from '../compound/compound-file'
import { writeBlocks } from '../structure/write-blocks'
import type { ExtractedDocument } from '../types'
import { warnOfGuessed } from '../warnings'
import { readMessageParts } from './message'
import { type Appointment, type MessageParts, messageText, type Person, warnOfAttached } from './message-text'
import { readLaidOut } from './outlook-body'
import { APPOINTMENT, appointmentProperties } from './outlook-names'
import { attachmentsOf, holdsSignedData, person, recipientsOf } from './outlook-parts'
import { HEADER_OF_MESSAGE, openProperties, PROPERTY, type Properties } from './outlook-properties'

/** The classes of mail that is signed, all of which is in one part, and encrypted or signed in a form of its own (MS-OXOSMIME, 2.1.1). */
const SIGNED = /\.SMIME\.MultipartSigned$/i
const SEALED = /\.SMIME$/i
/** The classes of appointments, and of what is written about them (MS-OXOCAL, 2.2). */
const ABOUT_APPOINTMENT = /^IPM\.(?:Appointment|Schedule)(?:\.|$)/i

/**
 * Reads one message of Outlook (MS-OXMSG), as it does one e-mail. What is attached is named, also where it is a message.
 * Throws `corrupt`, `too_large` and `unsupported` (encrypted).
 */
export async function extractOutlookMessage(bytes: Uint8Array): Promise<ExtractedDocument> {
  const root = openCompoundFile(bytes)
  const message = openProperties(root, HEADER_OF_MESSAGE)
  const kind = message.text(PROPERTY.messageClass) ?? ''
  const { attached, signed } = attachmentsOf(root, message, {
    fileBytes: bytes.length,
    isSigned: SIGNED.test(kind),
  })
  const plain = message.text(PROPERTY.body)
  const laidOut = once(() => readLaidOut(message))
  const saysNothing = !plain?.trim() && laidOut().blocks.length === 0
  const inner = signed === null ? null : await readMessageParts(signed)
  if (saysNothing && inner === null) {
    if (SEALED.test(kind) && !holdsSignedData(root, message)) {
      throw new AppError('unsupported', say('document.protected'))
    }
    const { failure } = laidOut()
    if (failure !== null) throw failure
  }
  const guesses: (string | null)[] = []
  const own: Pick<MessageParts, 'plain' | 'laidOut'> = {
    plain,
    laidOut: () => {
      guesses.push(laidOut().guessed)
      return laidOut().blocks
    },
  }
  const body = saysNothing && inner !== null ? inner : own
  const { subject, blocks, ...named } = messageText({
    subject: message.text(PROPERTY.subject),
    from: senderOf(message),
    ...recipientsOf(root, message),
    date: dateOf(message),
    appointment: ABOUT_APPOINTMENT.test(kind) ? appointmentOf(root, message) : undefined,
    plain: body.plain,
    laidOut: body.laidOut,
    attached: [...attached, ...(inner?.attached ?? [])],
  })
  const { text, headings } = writeBlocks(blocks)
  return {
    title: subject,
    mime: 'application/vnd.ms-outlook',
    text,
    pages: [],
    headings,
    warnings: [
      ...warnOfGuessed([message.strings().guessed(), ...guesses].find((each) => each !== null) ?? null),
      ...warnOfAttached(named.attached),
    ],
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

function dateOf(message: Properties): string | null {
  const moment = message.time(PROPERTY.submitTime) ?? message.time(PROPERTY.deliveryTime)
  if (moment !== null) return moment.toISOString()
  return /^date:[ \t]*(.+)$/im.exec(message.text(PROPERTY.headers) ?? '')?.[1] ?? null
}

/** By the names that appointments have for them, else by the properties that any message may have. */
function appointmentOf(root: CompoundStorage, message: Properties): Appointment {
  const named = appointmentProperties(root)
  const time = (name: number, usual: number) => {
    const property = named.get(name)
    const moment = (property === undefined ? null : message.time(property)) ?? message.time(usual)
    return moment?.toISOString() ?? null
  }
  const location = named.get(APPOINTMENT.location)
  return {
    start: time(APPOINTMENT.start, PROPERTY.start),
    end: time(APPOINTMENT.end, PROPERTY.end),
    location: location === undefined ? null : message.text(location),
  }
}
