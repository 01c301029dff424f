import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive; the sizes that it declares may be made to lie. */
export type ZipPart = {
  readonly name: string
  readonly content: string | Uint8Array
  /** The unpacked size that the archive claims. */
  readonly claimedSize?: number
  readonly isEncrypted?: boolean
}

const DEFLATED = 8
const ENCRYPTED = 1

/** Makes a ZIP archive of parts by name, in their order (APPNOTE 6.3.10, 4.3). */
export function makeZip(parts: Readonly<Record<string, string | Uint8Array>> | readonly ZipPart[]): Buffer {
  const list: readonly ZipPart[] = Array.isArray(parts)
    ? (parts as readonly ZipPart[])
    : Object.entries(parts).map(([name, content]) => ({ name, content }))
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of list) {
    const name = Buffer.from(part.name)
    const content = Buffer.from(part.content)
    const packed = deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(part.isEncrypted === true ? ENCRYPTED : 0, 2)
    fields.writeUInt16LE(DEFLATED, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(part.claimedSize ?? content.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, name, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, place, name]))
    bodies.push(local)
    offset += local.length
  }
  const end = Buffer.alloc(18)
  const size = directory.reduce((sum, entry) => sum + entry.length, 0)
  end.writeUInt16LE(list.length, 4)
  end.writeUInt16LE(list.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end])
}
