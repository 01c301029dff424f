/** Properties of a summary by their numbers: text of the code page, text of UTF-16, or a number of four bytes. */
export type SummaryProperties = Readonly<Record<number, Uint8Array | string | number>>

/** Makes a stream of what a file says of itself, as Office programs write it (MS-OLEPS, 2.21). */
export function makeSummary(codePage: number | null, properties: SummaryProperties): Buffer {
  const values = Object.entries(properties).map(([id, value]) => ({
    id: Number(id),
    bytes: valueBytes(value),
  }))
  if (codePage !== null) {
    const bytes = Buffer.from([2, 0, 0, 0, 0, 0, 0, 0])
    bytes.writeUInt16LE(codePage, 4)
    values.unshift({ id: 1, bytes })
  }
  const head = Buffer.alloc(8 + values.length * 8)
  head.writeUInt32LE(values.length, 4)
  let at = head.length
  for (const [index, { id, bytes }] of values.entries()) {
    head.writeUInt32LE(id, 8 + index * 8)
    head.writeUInt32LE(at, 12 + index * 8)
    at += bytes.length
  }
  head.writeUInt32LE(at, 0)
  const stream = Buffer.alloc(48)
  stream.writeUInt16LE(0xfffe, 0)
  stream.writeUInt32LE(1, 24)
  Buffer.from('e0859ff2f94f6810ab9108002b27b3d9', 'hex').copy(stream, 28)
  stream.writeUInt32LE(stream.length, 44)
  return Buffer.concat([stream, head, ...values.map(({ bytes }) => bytes)])
}

function valueBytes(value: Uint8Array | string | number): Buffer {
  const isWide = typeof value === 'string'
  const text = isWide
    ? Buffer.from(`${value}\0`, 'utf16le')
    : Buffer.from(typeof value === 'number' ? [] : value)
  const bytes = Buffer.alloc(8 + Math.ceil(text.length / 4) * 4)
  bytes.writeUInt16LE(typeof value === 'number' ? 3 : isWide ? 0x1f : 0x1e, 0)
  bytes.writeUInt32LE(typeof value === 'number' ? value : isWide ? text.length / 2 : text.length, 4)
  text.copy(bytes, 8)
  return bytes
}
