import PostalMime, { type Address, type Email } from 'postal-mime'
import { AppError } from '../../../../shared/errors'
import { formatBytes } from '../../../../shared/format-bytes'
import { say } from '../../../../shared/sentences/say'
import { readPage } from '../html/read-page'
import { titleLine } from '../normalize'
import type { Block } from '../structure/block'

/** Parts inside each other beyond this are an attack on the reader. */
const MAX_NESTING = 50
const MAX_HEADER_BYTES = 1_000_000

/** One message as blocks: who, when, what it says, and the names of what is attached. */
export type MessageText = {
  readonly subject: string | null
  readonly blocks: readonly Block[]
  /** The names of what is attached, which is not read. */
  readonly attached: readonly { readonly name: string }[]
}

/** Reads one message (RFC 5322, MIME); nothing that it refers to is fetched. Throws `corrupt`. */
export async function readMessage(bytes: Uint8Array): Promise<MessageText> {
  const mail = await parse(bytes)
  const subject = titleLine(mail.subject)
  const facts: [string, string | null][] = [
    ['From', mail.from === undefined ? null : people([mail.from])],
    ['To', people(mail.to ?? [])],
    ['Cc', people(mail.cc ?? [])],
    ['Date', readableDate(mail.date)],
    ['Subject', subject],
  ]
  const head = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
  const attached = mail.attachments.flatMap(({ filename, content, disposition }) => {
    if (disposition === 'inline' && !filename) return []
    const size = typeof content === 'string' ? content.length : content.byteLength
    return [{ name: titleLine(filename) ?? 'without a name', size }]
  })
  return {
    subject,
    attached,
    blocks: [
      ...(head === '' ? [] : [{ kind: 'paragraph' as const, text: head }]),
      ...bodyBlocks(mail),
      ...(attached.length === 0
        ? []
        : [
            {
              kind: 'paragraph' as const,
              text: `Attached: ${attached.map(({ name, size }) => `${name} (${formatBytes(size)})`).join(', ')}`,
            },
          ]),
    ],
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: MAX_NESTING, maxHeadersSize: MAX_HEADER_BYTES })
  } catch (error) {
    throw new AppError('corrupt', say('document.message_damaged'), { cause: error })
  }
}

function bodyBlocks(mail: Email): Block[] {
  const ofHtml = () => (mail.html ? readPage(mail.html).blocks.map(({ block }) => block) : [])
  // The plain form is what the writer meant; the other one repeats it with layout.
  const plain = mail.text?.trim() ? mail.text : null
  if (plain === null) return ofHtml()
  const instead = isStub(plain) ? ofHtml() : []
  if (instead.length > 0) return instead
  return plain.split(/\n[ \t]*\n/).map((text) => ({ kind: 'paragraph', text }))
}

/** Characters of a text that only says where to look; in every language it names HTML. */
const MAX_STUB = 300

/** Whether a plain form only says that the message needs another viewer. */
function isStub(text: string): boolean {
  const words = text.trim()
  return words.length <= MAX_STUB && /\bhtml\b/i.test(words)
}

function people(addresses: readonly Address[]): string | null {
  const all = addresses.flatMap((each) => (each.group === undefined ? [each] : each.group))
  const names = all.map(({ name, address }) =>
    name && address ? `${name} <${address}>` : name || address || '',
  )
  return titleLine(names.filter((name) => name !== '').join(', '), MAX_PEOPLE)
}

/** A message to a thousand people is not about who they are. */
const MAX_PEOPLE = 1000

function readableDate(date: string | undefined): string | null {
  const moment = new Date(date ?? '')
  return Number.isNaN(moment.getTime())
    ? titleLine(date)
    : `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
