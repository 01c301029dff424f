import { createHash } from 'node:crypto'

/** What Excel gives a workbook whose structure is protected. */
const USUAL = 'VelvetSweatshop'
const BLOCK = 1024
/** BOF, FilePass, and the place of a sheet stay readable (MS-XLS, 2.2.10). */
const BOF = 0x0809
const FILE_PASS = 0x002f
const BOUND_SHEET = 0x0085

/** Locks the stream of a workbook, which has to have an empty FilePass record of 54 bytes, with a password (MS-OFFCRYPTO, 2.3.6). */
export function lockXls(stream: Buffer, password = USUAL): Buffer {
  const salt = Buffer.alloc(16, 7)
  const hashed = md5(Buffer.from(password, 'utf16le')).subarray(0, 5)
  const key = md5(Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([hashed, salt])))).subarray(
    0,
    5,
  )
  const pad = keyStreamOf(key, stream.length)
  const locked = Buffer.from(stream)
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at)
    const end = at + 4 + stream.readUInt16LE(at + 2)
    const from = at + 4 + (type === BOUND_SHEET ? 4 : 0)
    if (type === FILE_PASS) {
      const verifier = Buffer.alloc(16, 3)
      const both = Buffer.concat([verifier, md5(verifier)]).map((byte, index) => byte ^ (pad[index] ?? 0))
      const head = [1, 0, 1, 0, 1, 0]
      Buffer.concat([Buffer.from(head), salt, both]).copy(locked, at + 4)
    } else if (type !== BOF) {
      for (let place = from; place < end; place++) locked[place] = (stream[place] ?? 0) ^ (pad[place] ?? 0)
    }
    at = end
  }
  return locked
}

/** Every byte that is put over the stream: RC4, each block with its own key. */
function keyStreamOf(key: Buffer, length: number): Buffer {
  const blocks: Buffer[] = []
  for (let block = 0; block * BLOCK < Math.max(length, 32); block++) {
    const number = Buffer.from([block & 0xff, block >> 8, 0, 0])
    blocks.push(rc4(md5(Buffer.concat([key, number])), BLOCK))
  }
  return Buffer.concat(blocks)
}

function rc4(key: Buffer, length: number): Buffer {
  const box = [...Array(256).keys()]
  const at = (index: number) => box[index & 255] ?? 0
  const swap = (a: number, b: number) => {
    const kept = at(a)
    box[a & 255] = at(b)
    box[b & 255] = kept
  }
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  j = 0
  return Buffer.from(
    Array.from({ length }, (_each, index) => {
      const i = index + 1
      j = (j + at(i)) & 255
      swap(i, j)
      return at(at(i) + at(j))
    }),
  )
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest()
}
