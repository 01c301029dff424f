import PostalMime, { type Address, type Email } from 'postal-mime'
import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { readPage } from '../html/read-page'
import { type MessageParts, type MessageText, messageText, type Person } from './message-text'

/** Parts inside each other beyond this are an attack on the reader. */
const MAX_NESTING = 50
const MAX_HEADER_BYTES = 1_000_000

/** Reads one message (RFC 5322, MIME); nothing that it refers to is fetched. Throws `corrupt`. */
export async function readMessage(bytes: Uint8Array): Promise<MessageText> {
  return messageText(await readMessageParts(bytes))
}

/** Reads what one message says of itself, for one that is part of another. Throws `corrupt`. */
export async function readMessageParts(bytes: Uint8Array): Promise<MessageParts> {
  const mail = await parseMime(bytes)
  return {
    subject: mail.subject,
    from: mail.from === undefined ? [] : persons([mail.from]),
    to: persons(mail.to ?? []),
    cc: persons(mail.cc ?? []),
    date: mail.date,
    plain: mail.text,
    laidOut: () => (mail.html ? readPage(mail.html).blocks.map(({ block }) => block) : []),
    attached: mail.attachments.flatMap(({ filename, content, disposition }) => {
      if (disposition === 'inline' && !filename) return []
      return [{ name: filename, size: typeof content === 'string' ? content.length : content.byteLength }]
    }),
  }
}

/** Takes a message of MIME apart. Throws `corrupt`. */
export async function parseMime(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES })
  } catch (error) {
    throw new AppError('corrupt', say('document.message_damaged'), { cause: error })
  }
}

/** The members of a group stand for it. */
function persons(addresses: readonly Address[]): readonly Person[] {
  return addresses.flatMap((each) => (each.group === undefined ? [each] : each.group))
}
