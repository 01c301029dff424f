import { once } from '../../../once'
import type { CompoundStorage } from '../compound/compound-file'
import { utf16Text } from '../utf16'
import { type MessageStrings, openStrings } from './outlook-strings'

/** The properties that are read, by their numbers (MS-OXPROPS, 2). */
export const PROPERTY = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitTime: 0x0039,
  representingName: 0x0042,
  start: 0x0060,
  end: 0x0061,
  representingAddress: 0x0065,
  headers: 0x007d,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  attachSize: 0x0e20,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  address: 0x3003,
  attached: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  mimeType: 0x370e,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  messageLocale: 0x3ff1,
  messageCodePage: 0x3ffd,
  senderSmtp: 0x5d01,
  representingSmtp: 0x5d02,
  recipientName: 0x5ff6,
  hidden: 0x7ffe,
} as const

/** The types of properties that are read (MS-OXCDATA, 2.11.1). */
const INTEGER = 0x0003
const BOOLEAN = 0x000b
const OBJECT = 0x000d
const TEXT_8 = 0x001e
const TEXT_16 = 0x001f
const TIME = 0x0040
const BINARY = 0x0102

/** Bytes before the entries of the stream of properties: in a file's message, one inside it, and parts (MS-OXMSG, 2.4.1). */
export const HEADER_OF_MESSAGE = 32
export const HEADER_OF_EMBEDDED = 24
export const HEADER_OF_PART = 8

const ENTRY_BYTES = 16

/** Milliseconds from the beginning of Windows' time, 1601, to that of Unix (MS-DTYP, 2.3.3). */
const UNIX_FROM_WINDOWS_MS = 11_644_473_600_000n
/** What a time of Windows is counted in, to a millisecond. */
const TICKS_PER_MS = 10_000n

/** What a storage says of the message, recipient or attachment that it is of (MS-OXMSG, 2.1). */
export interface Properties {
  /** Null where there is none, or it is empty. */
  text(property: number): string | null
  bytes(property: number): Buffer | null
  integer(property: number): number | null
  isSet(property: number): boolean
  /** Null where there is none, or no moment that a date can have. */
  time(property: number): Date | null
  /** The bytes that a property of any length says that it has; they are not counted. */
  sizeOf(property: number): number | null
  /** The message or file that is kept in a storage of its own. */
  object(property: number): CompoundStorage | null
  /** How strings in bytes are read, in the message and in its parts. */
  readonly strings: () => MessageStrings
}

/** Opens the properties of a storage: of a message, or of a part of `message`, which names a code page only where it is one too. */
export function openProperties(
  storage: CompoundStorage,
  headerBytes: number,
  message?: Properties,
): Properties {
  const table = readTable(storage.stream('__properties_version1.0'), headerBytes)
  const integer = (property: number) => table.get(tag(property, INTEGER))?.readInt32LE(0) ?? null
  const bytes = (property: number, type = BINARY) => storage.stream(streamName(property, type))
  const properties: Properties = {
    text(property) {
      const wide = bytes(property, TEXT_16)
      const narrow = wide === null ? bytes(property, TEXT_8) : null
      const all = wide === null ? narrow && properties.strings().decode(narrow) : utf16Text(wide)
      // Some programs count the zero at the end as part of it.
      const text = (all ?? '').replace(/(?<!\0)\0+$/, '')
      return text === '' ? null : text
    },
    bytes,
    integer,
    isSet: (property) => (table.get(tag(property, BOOLEAN))?.readUInt16LE(0) ?? 0) !== 0,
    time(property) {
      const ticks = table.get(tag(property, TIME))?.readBigUInt64LE(0) ?? 0n
      const moment = new Date(Number(ticks / TICKS_PER_MS - UNIX_FROM_WINDOWS_MS))
      return ticks === 0n || Number.isNaN(moment.getTime()) ? null : moment
    },
    sizeOf: (property) => table.get(tag(property, BINARY))?.readUInt32LE(0) ?? null,
    object: (property) => storage.storage(streamName(property, OBJECT)),
    strings: once(() => {
      const codePages = [integer(PROPERTY.messageCodePage), integer(PROPERTY.internetCodePage)]
      if (message !== undefined && codePages.every((page) => page === null)) return message.strings()
      return openStrings(storage, { codePages, locale: integer(PROPERTY.messageLocale) })
    }),
  }
  return properties
}

/** The values of fixed length, and the sizes of others, by their tags; each has eight bytes (MS-OXMSG, 2.4.2). */
function readTable(bytes: Buffer | null, headerBytes: number): ReadonlyMap<number, Buffer> {
  const values = new Map<number, Buffer>()
  if (bytes === null) return values
  for (let at = headerBytes; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    values.set(bytes.readUInt32LE(at), bytes.subarray(at + 8, at + ENTRY_BYTES))
  }
  return values
}

function tag(property: number, type: number): number {
  return property * 0x1_0000 + type
}

function streamName(property: number, type: number): string {
  return `__substg1.0_${tag(property, type).toString(16).padStart(8, '0').toUpperCase()}`
}
