import type { ExtractionWarning } from '../../../../shared/contract/extraction-warnings'
import { AppError } from '../../../../shared/errors'
import { formatBytes } from '../../../../shared/format-bytes'
import { told } from '../../../../shared/sentences/english'
import { say } from '../../../../shared/sentences/say'
import { MAX_TEXT_BYTES } from '../limits'
import { titleLine } from '../normalize'
import type { Block } from '../structure/block'
import { warn } from '../warnings'

/** What a message of any format says of itself. */
export type MessageParts = {
  readonly subject: string | null | undefined
  readonly from: readonly Person[]
  readonly to: readonly Person[]
  readonly cc: readonly Person[]
  /** When it was sent, as it is written where no moment can be told of it. */
  readonly date: string | null | undefined
  /** When and where what is asked for takes place, for an appointment. */
  readonly appointment?: Appointment | undefined
  /** The body as the writer meant it, where there is a plain form. */
  readonly plain: string | null | undefined
  /** The body in its form with layout, read only where the plain form is none. */
  readonly laidOut: () => readonly Block[]
  readonly attached: readonly Attached[]
}

/** When and where something takes place; null for what is not told. */
export type Appointment = {
  readonly start: string | null
  readonly end: string | null
  readonly location: string | null
}

/** Who writes or gets a message. */
export type Person = { readonly name?: string | undefined; readonly address?: string | undefined }

/** What is attached, which is not read; `size` in bytes, null where it isn't told. */
export type Attached = { readonly name: string | null | undefined; readonly size: number | null }

/** One message as blocks: who, when, what it says, and the names of what is attached. */
export type MessageText = {
  readonly subject: string | null
  readonly blocks: readonly Block[]
  /** The names of what is attached, which is not read. */
  readonly attached: readonly { readonly name: string }[]
}

/** Makes the blocks of a message, which are the same whatever format it is kept in. */
export function messageText(parts: MessageParts): MessageText {
  const subject = titleLine(parts.subject)
  const facts: [string, string | null][] = [
    ['From', people(parts.from)],
    ['To', people(parts.to)],
    ['Cc', people(parts.cc)],
    ['Date', readableDate(parts.date)],
    ['Start', readableDate(parts.appointment?.start)],
    ['End', readableDate(parts.appointment?.end)],
    ['Location', titleLine(parts.appointment?.location)],
    ['Subject', subject],
  ]
  const head = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
  const attached = parts.attached.map(({ name, size }) => ({
    name: titleLine(name) ?? 'without a name',
    size,
  }))
  const list = attached.map(({ name, size }) => (size === null ? name : `${name} (${formatBytes(size)})`))
  return {
    subject,
    attached,
    blocks: [
      ...(head === '' ? [] : [paragraph(head)]),
      ...bodyBlocks(parts),
      ...(list.length === 0 ? [] : [paragraph(`Attached: ${list.join(', ')}`)]),
    ],
  }
}

/** Tells of what is attached and was not read. */
export function warnOfAttached(attached: MessageText['attached']): ExtractionWarning[] {
  if (attached.length === 0) return []
  return [warn('extraction.attachments', { count: attached.length, ...told(attached) })]
}

/** Throws `too_large` for a body of more bytes than a text may have. */
export function refuseLargeText(size: number): void {
  if (size > MAX_TEXT_BYTES) {
    throw new AppError('too_large', say('document.too_large', { size, limit: MAX_TEXT_BYTES }))
  }
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

function bodyBlocks({ plain, laidOut }: MessageParts): readonly Block[] {
  // The plain form is what the writer meant; the other one repeats it with layout.
  if (!plain?.trim()) return laidOut()
  const instead = isStub(plain) ? laidOut() : []
  if (instead.length > 0) return instead
  return plain.split(/\r?\n[ \t]*\r?\n/).map(paragraph)
}

/** Characters of a text that only says where to look; in every language it names HTML. */
const MAX_STUB = 300

/** Whether a plain form only says that the message needs another viewer. */
function isStub(text: string): boolean {
  const words = text.trim()
  return words.length <= MAX_STUB && /\bhtml\b/i.test(words)
}

function people(persons: readonly Person[]): string | null {
  const names = persons.map(({ name, address }) =>
    name && address ? `${name} <${address}>` : name || address || '',
  )
  return titleLine(names.filter((name) => name !== '').join(', '), MAX_PEOPLE)
}

/** A message to a thousand people is not about who they are. */
const MAX_PEOPLE = 1000

function readableDate(date: string | null | undefined): string | null {
  const moment = new Date(date ?? '')
  return Number.isNaN(moment.getTime())
    ? titleLine(date)
    : `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
