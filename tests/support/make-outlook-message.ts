import iconv from 'iconv-lite'
import { type CompoundTree, makeCompoundFile } from './make-compound-file'

/** The value of a property: text, bytes, a number, a moment, or a message in a storage of its own. */
type Value = string | Uint8Array | number | boolean | Date | MessageSource

/** What a message is made of; properties by their numbers (MS-OXPROPS). */
export type MessageSource = {
  readonly properties: Readonly<Record<number, Value>>
  readonly recipients?: readonly Readonly<Record<number, Value>>[]
  readonly attached?: readonly Readonly<Record<number, Value>>[]
  /** Names of properties, by the numbers that they have here from 0x8000 on: a set's bytes in hexadecimal, and a number in it. */
  readonly names?: readonly (readonly [set: string, name: number])[]
  /** What text is kept in; Unicode where none is named. */
  readonly encoding?: string
}

/** Bytes before the table of properties (MS-OXMSG, 2.4.1). */
const HEADERS = { root: 32, embedded: 24, part: 8 }

/** Makes a message as Outlook saves it (MS-OXMSG). */
export function makeOutlookMessage(source: MessageSource): Buffer {
  return makeCompoundFile(messageTree(source, HEADERS.root))
}

function messageTree(
  { properties, recipients = [], attached = [], names, encoding }: MessageSource,
  header: number,
): CompoundTree {
  const parts = (kind: string, all: readonly Readonly<Record<number, Value>>[]) =>
    all.map((each, index) => [
      `__${kind}_version1.0_#${index.toString(16).padStart(8, '0').toUpperCase()}`,
      storageTree(each, HEADERS.part, encoding),
    ])
  return {
    ...storageTree(properties, header, encoding),
    ...(names === undefined ? {} : { '__nameid_version1.0': namesTree(names) }),
    ...Object.fromEntries([...parts('recip', recipients), ...parts('attach', attached)]),
  }
}

/** Sets before the first one that is listed (MS-OXMSG, 2.2.3.1.2). */
const KNOWN_SETS = 3

function namesTree(names: readonly (readonly [set: string, name: number])[]): CompoundTree {
  const sets = [...new Set(names.map(([set]) => set))]
  const entries = names.map(([set, name], index) => {
    const entry = Buffer.alloc(8)
    entry.writeUInt32LE(name)
    entry.writeUInt16LE((KNOWN_SETS + sets.indexOf(set)) << 1, 4)
    entry.writeUInt16LE(index, 6)
    return entry
  })
  return {
    '__substg1.0_00020102': Buffer.from(sets.join(''), 'hex'),
    '__substg1.0_00030102': Buffer.concat(entries),
  }
}

function storageTree(
  properties: Readonly<Record<number, Value>>,
  header: number,
  encoding: string | undefined,
): CompoundTree {
  const table: Buffer[] = [Buffer.alloc(header)]
  const tree: Record<string, Uint8Array | CompoundTree> = {}
  for (const [number, value] of Object.entries(properties)) {
    const type = typeOf(value, encoding)
    const tag = Number(number) * 0x1_0000 + type
    const name = `__substg1.0_${tag.toString(16).padStart(8, '0').toUpperCase()}`
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE(tag)
    if (typeof value === 'number') entry.writeInt32LE(value, 8)
    else if (typeof value === 'boolean') entry.writeUInt16LE(value ? 1 : 0, 8)
    else if (value instanceof Date) {
      entry.writeBigUInt64LE((BigInt(value.getTime()) + 11_644_473_600_000n) * 10_000n, 8)
    } else if (typeof value === 'string') tree[name] = iconv.encode(value, encoding ?? 'utf-16le')
    else if (value instanceof Uint8Array) {
      tree[name] = value
      entry.writeUInt32LE(value.length, 8)
    } else {
      tree[name] = messageTree({ encoding, ...value }, HEADERS.embedded)
      entry.writeUInt32LE(0xffff_ffff, 8)
    }
    table.push(entry)
  }
  return { ...tree, '__properties_version1.0': Buffer.concat(table) }
}

/** MS-OXCDATA, 2.11.1. */
function typeOf(value: Value, encoding: string | undefined): number {
  if (typeof value === 'number') return 0x0003
  if (typeof value === 'boolean') return 0x000b
  if (typeof value === 'string') return encoding === undefined ? 0x001f : 0x001e
  if (value instanceof Date) return 0x0040
  return value instanceof Uint8Array ? 0x0102 : 0x000d
}
