/** What a compound file holds: streams by their names, and storages that hold more. */
export interface CompoundTree {
  readonly [name: string]: Uint8Array | CompoundTree
}

const SECTOR = 512
const SHORT = 64
const SHORT_FROM = 4096
const END = 0xfffffffe
const NONE = 0xffffffff

interface Entry {
  readonly name: string
  readonly kind: 1 | 2 | 5
  right: number
  child: number
  start: number
  size: number
}

/** Makes a compound file (MS-CFB, version 3), as Office programs of before 2007 write them. */
export function makeCompoundFile(tree: CompoundTree): Buffer {
  const sectors: Buffer[] = []
  const nexts: number[] = []
  const short: Buffer[] = []
  const shortNexts: number[] = []
  const entries: Entry[] = [{ name: 'Root Entry', kind: 5, right: NONE, child: NONE, start: END, size: 0 }]

  function store(bytes: Uint8Array, size: number, pieces: Buffer[], follow: number[]): number {
    const first = pieces.length
    for (let at = 0; at < bytes.length; at += size) {
      const piece = Buffer.alloc(size)
      piece.set(bytes.subarray(at, at + size))
      pieces.push(piece)
      follow.push(at + size < bytes.length ? pieces.length : END)
    }
    return pieces.length === first ? END : first
  }

  function add(name: string, content: Uint8Array | CompoundTree): number {
    const number = entries.length
    const entry: Entry = { name, kind: 2, right: NONE, child: NONE, start: END, size: 0 }
    if (!(content instanceof Uint8Array)) {
      entries.push({ ...entry, kind: 1 })
      addAll(number, content)
      return number
    }
    const isShort = content.length < SHORT_FROM
    const start = isShort ? store(content, SHORT, short, shortNexts) : store(content, SECTOR, sectors, nexts)
    entries.push({ ...entry, start, size: content.length })
    return number
  }

  function addAll(parent: number, folder: CompoundTree): void {
    let before: Entry | undefined
    for (const [name, content] of Object.entries(folder)) {
      const number = add(name, content)
      const above = entries[parent]
      if (before !== undefined) before.right = number
      else if (above !== undefined) above.child = number
      before = entries[number]
    }
  }

  addAll(0, tree)
  const [root] = entries
  const container = Buffer.concat(short)
  if (root !== undefined) {
    root.size = container.length
    root.start = store(container, SECTOR, sectors, nexts)
  }
  const shortTable = store(numbers(shortNexts), SECTOR, sectors, nexts)
  const directory = store(Buffer.concat(entries.map(entryBytes)), SECTOR, sectors, nexts)
  // The table tells also of its own sectors.
  let tables = 1
  while ((nexts.length + tables) * 4 > tables * SECTOR) tables++
  const firstTable = sectors.length
  for (let table = 0; table < tables; table++) nexts.push(0xfffffffd)
  store(numbers(nexts), SECTOR, sectors, [])

  const header = Buffer.alloc(SECTOR)
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(directory, 48)
  header.writeUInt32LE(SHORT_FROM, 56)
  header.writeUInt32LE(shortTable, 60)
  header.writeUInt32LE(END, 68)
  for (let slot = 0; slot < 109; slot++) {
    header.writeUInt32LE(slot < tables ? firstTable + slot : NONE, 76 + slot * 4)
  }
  return Buffer.concat([header, ...sectors])
}

function entryBytes({ name, kind, right, child, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 62, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(kind, 66)
  bytes.writeUInt32LE(NONE, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
