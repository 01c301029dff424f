import { AppError } from '../../../../shared/errors'
import { say } from '../../../../shared/sentences/say'
import { once } from '../../../once'
import { MAX_COMPOUND_ENTRIES, MAX_UNPACKED_BYTES } from '../limits'
import type { ReadPart } from '../source-file'
import { utf16Text } from '../utf16'

/** A folder of a compound file; names are told apart without regard to case (MS-CFB, 2.6.4). */
export interface CompoundStorage {
  /** Of the streams in it, as they are written. */
  readonly streams: readonly string[]
  /** Of the storages in it, as they are written. */
  readonly storages: readonly string[]
  /** The bytes of a stream, as far as they are there; null where there is none of this name. */
  stream(name: string): Buffer | null
  /** The storage of a name; null where there is none. */
  storage(name: string): CompoundStorage | null
}

/** How every compound file begins (MS-CFB, 2.2). */
export const COMPOUND_MARK = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** Bytes of the header's part that is described, of a directory entry and of a short sector (MS-CFB, 2.2 and 2.6.1). */
const HEADER_BYTES = 512
const ENTRY_BYTES = 128
const SHORT_SHIFT = 6

/** Sector numbers from here on are signs (MS-CFB, 2.1), and so are entry numbers (2.6.1). */
const FIRST_SIGN = 0xfffffffa

const STORAGE = 1
const STREAM = 2
const ROOT = 5

interface Entry {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly start: number
  /** Bytes, as it says of itself. */
  readonly size: number
}

/**
 * Opens a compound file (MS-CFB): the folders and files that Office programs of before 2007, and Outlook, keep in one
 * file. No number in it is believed: chains of sectors end where they leave the file or meet themselves, and what all
 * streams that are read hold together is limited. Throws `corrupt` where there is no directory, `too_large` past the limit.
 */
export function openCompoundFile(bytes: Uint8Array): CompoundStorage {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return openCompoundParts(whole.length, (from, length) => whole.subarray(from, from + length))
}

/** The same of a file of so many bytes that is read part by part: of these, only the ones that are asked for. */
export function openCompoundParts(size: number, read: ReadPart): CompoundStorage {
  const header = read(0, HEADER_BYTES)
  if (header.length < HEADER_BYTES || header.toString('latin1', 0, COMPOUND_MARK.length) !== COMPOUND_MARK) {
    throw damaged()
  }
  const file: ReadableFile = { size, header, read }
  const sectors = openSectors(file)
  const entries = readDirectory(sectors.chain(header.readUInt32LE(48), MAX_COMPOUND_ENTRIES * ENTRY_BYTES))
  const root = entries[0]
  if (root?.kind !== ROOT) throw damaged()
  const shortFrom = header.readUInt32LE(56)
  const short = once(() => openShortSectors(file, sectors, root))
  const parentOf = new Map<number, Entry>()
  let given = 0
  const entryBytes = ({ start, size: claimed }: Entry) => {
    given += Math.min(claimed, size)
    if (given > MAX_UNPACKED_BYTES) {
      throw new AppError('too_large', say('document.unpacks_too_large', { limit: MAX_UNPACKED_BYTES }))
    }
    return (claimed < shortFrom ? short() : sectors).chain(start, claimed)
  }
  const open = (parent: Entry): CompoundStorage => {
    const children = childrenOf(entries, parent, parentOf)
    const ofKind = (kind: number) => children.filter((child) => child.kind === kind)
    const byName = once(() => entriesByName(children))
    const find = (kind: number, name: string) => byName().get(nameKey(kind, name))
    return {
      streams: ofKind(STREAM).map(({ name }) => name),
      storages: ofKind(STORAGE).map(({ name }) => name),
      stream(name) {
        const found = find(STREAM, name)
        return found === undefined ? null : entryBytes(found)
      },
      storage(name) {
        const found = find(STORAGE, name)
        return found === undefined ? null : open(found)
      },
    }
  }
  return open(root)
}

/** Bytes that lie in numbered pieces, each of which says which one follows. */
interface Sectors {
  /** The bytes of the chain that begins at a sector, at most so many. */
  chain(start: number, size: number): Buffer
}

interface ReadableFile {
  /** Bytes. */
  readonly size: number
  readonly header: Buffer
  readonly read: ReadPart
}

function openSectors(file: ReadableFile): Sectors {
  const shift = file.header.readUInt16LE(30)
  // 512 bytes, or 4,096 since version 4 (MS-CFB, 2.2).
  if (shift !== 9 && shift !== 12) throw damaged()
  const at = (sector: number) => {
    const from = (sector + 1) * 2 ** shift
    return from < file.size ? file.read(from, 2 ** shift) : null
  }
  return sectorsOf(at, readNexts(file, shift, at))
}

/** The table of which sector follows each (FAT), from the list of its own sectors (DIFAT; MS-CFB, 2.3 and 2.5). */
function readNexts(
  { size, header }: ReadableFile,
  shift: number,
  at: (sector: number) => Buffer | null,
): Buffer {
  const parts: Buffer[] = []
  const known = new Set<number>()
  const nowhere = Buffer.alloc(2 ** shift, 0xff)
  // One of them tells of as many sectors as fit in it.
  const most = Math.ceil(size / 2 ** shift / (2 ** shift / 4)) + 1
  const add = (list: Buffer) => {
    for (let offset = 0; offset + 4 <= list.length && parts.length < most; offset += 4) {
      const sector = list.readUInt32LE(offset)
      if (sector >= FIRST_SIGN) continue
      // One that is lost, or is there already, leads nowhere, but the others keep their places.
      parts.push((known.has(sector) ? null : at(sector)) ?? nowhere)
      known.add(sector)
    }
  }
  add(header.subarray(76))
  const met = new Set<number>()
  for (let next = header.readUInt32LE(68); next < FIRST_SIGN && !met.has(next); ) {
    met.add(next)
    const list = at(next)
    if (list === null || list.length < 2 ** shift) break
    add(list.subarray(0, -4))
    next = list.readUInt32LE(list.length - 4)
  }
  return Buffer.concat(parts)
}

/** Streams below a limit lie in pieces of 64 bytes of the root's stream (MS-CFB, 2.4). */
function openShortSectors({ header }: ReadableFile, sectors: Sectors, root: Entry): Sectors {
  const container = sectors.chain(root.start, root.size)
  const nexts = sectors.chain(header.readUInt32LE(60), Number.POSITIVE_INFINITY)
  return sectorsOf((sector) => {
    const from = sector * 2 ** SHORT_SHIFT
    return from < container.length ? container.subarray(from, from + 2 ** SHORT_SHIFT) : null
  }, nexts)
}

function sectorsOf(at: (sector: number) => Buffer | null, nexts: Buffer): Sectors {
  return {
    chain(start, size) {
      const parts: Buffer[] = []
      const met = new Set<number>()
      let length = 0
      for (let sector = start; sector < FIRST_SIGN && length < size && !met.has(sector); ) {
        met.add(sector)
        const part = at(sector)
        if (part === null) break
        parts.push(part)
        length += part.length
        if ((sector + 1) * 4 > nexts.length) break
        sector = nexts.readUInt32LE(sector * 4)
      }
      return Buffer.concat(parts, Math.min(length, size))
    },
  }
}

function readDirectory(bytes: Buffer): Entry[] {
  const entries: Entry[] = []
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64)
    entries.push({
      name: utf16Text(bytes.subarray(at, at + Math.max(0, nameBytes - 2))),
      kind: bytes.readUInt8(at + 66),
      left: bytes.readUInt32LE(at + 68),
      right: bytes.readUInt32LE(at + 72),
      child: bytes.readUInt32LE(at + 76),
      start: bytes.readUInt32LE(at + 116),
      // The upper half is zero below 4 GB, and not cleared by some writers (MS-CFB, 2.6.3).
      size: bytes.readUInt32LE(at + 120),
    })
  }
  return entries
}

/**
 * The entries of a storage, which are a tree by their names (MS-CFB, 2.6.4), in the order of their numbers: each is in one
 * storage alone, the first that has it of those that were asked for.
 */
function childrenOf(entries: readonly Entry[], parent: Entry, parentOf: Map<number, Entry>): Entry[] {
  const met = new Set<number>()
  const left = [parent.child]
  for (let number = left.pop(); number !== undefined; number = left.pop()) {
    const entry = entries[number]
    if (entry === undefined || met.has(number) || (parentOf.get(number) ?? parent) !== parent) continue
    met.add(number)
    parentOf.set(number, parent)
    left.push(entry.left, entry.right)
  }
  return [...met].sort((a, b) => a - b).flatMap((number) => entries[number] ?? [])
}

/** Of two of one name the first is the one that is found. */
function entriesByName(entries: readonly Entry[]): ReadonlyMap<string, Entry> {
  const found = new Map<string, Entry>()
  for (const entry of entries) {
    const key = nameKey(entry.kind, entry.name)
    if (!found.has(key)) found.set(key, entry)
  }
  return found
}

function nameKey(kind: number, name: string): string {
  return `${kind} ${name.toUpperCase()}`
}

function damaged(): AppError {
  return new AppError('corrupt', say('document.compound_damaged'))
}
