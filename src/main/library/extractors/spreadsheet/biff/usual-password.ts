import { createHash } from 'node:crypto'
import { HEADER_BYTES, RECORD, readRecords } from './records'

/**
 * The password that Excel gives by itself to a workbook whose structure is protected, and opens without asking (MS-XLS,
 * 2.2.10): what it hides is hidden from nobody.
 */
const USUAL_PASSWORD = 'VelvetSweatshop'

/** RC4 in its first form (MS-OFFCRYPTO, 2.3.6): the kind and versions that a FilePass record begins with. */
const RC4 = [1, 1, 1] as const
const SALT = 16
const KEY_BYTES = 5
/** Bytes of the stream that are made unreadable with one key (MS-XLS, 2.2.10). */
const BLOCK = 1024

/** Records that stay readable (MS-XLS, 2.2.10), beside the first four bytes of a listed sheet. */
const READABLE: ReadonlySet<number> = new Set([
  RECORD.bof,
  RECORD.filePass,
  0x0194, // UsrExcl
  0x0195, // FileLock
  0x00e1, // InterfaceHdr
  0x0196, // RRDInfo
  0x0138, // RRDHead
])
const PLACE_BYTES = 4
/** Stands where the record was that says that there is a password. */
const NOTHING = 0x0000

/** A workbook that has the usual password as it is without it; any other stream as it is. */
export function withoutUsualPassword(stream: Buffer): Buffer {
  const pass = filePassOf(stream)
  if (pass === null) return stream
  const key = keyOf(pass.data)
  if (key === null) return stream
  const opened = Buffer.from(stream)
  opened.writeUInt16LE(NOTHING, pass.end - pass.data.length - HEADER_BYTES)
  const cipher = createBlockCipher(key)
  for (const { type, data, end } of readRecords(stream)) {
    const from = end - data.length + (type === RECORD.boundSheet ? PLACE_BYTES : 0)
    if (!READABLE.has(type)) cipher.apply(opened, from, end)
  }
  return opened
}

/** It stands behind the beginning of the first substream. */
function filePassOf(stream: Buffer) {
  for (const record of readRecords(stream)) {
    if (record.type === RECORD.filePass) return record
    if (record.type === RECORD.eof) return null
  }
  return null
}

/** What the keys are made of, where the usual password is the right one; null where it is not, or the form is another. */
function keyOf(pass: Buffer): Buffer | null {
  if (pass.length < 6 + SALT * 3 || RC4.some((value, index) => pass.readUInt16LE(index * 2) !== value))
    return null
  const [salt, verifier, check] = [0, 1, 2].map((part) =>
    pass.subarray(6 + part * SALT, 6 + (part + 1) * SALT),
  )
  if (salt === undefined || verifier === undefined || check === undefined) return null
  const hashed = md5(Buffer.from(USUAL_PASSWORD, 'utf16le')).subarray(0, KEY_BYTES)
  const repeated = Buffer.concat(Array.from({ length: 16 }, () => Buffer.concat([hashed, salt])))
  const key = md5(repeated).subarray(0, KEY_BYTES)
  const both = Buffer.concat([verifier, check])
  createBlockCipher(key).apply(both, 0, both.length)
  return md5(both.subarray(0, SALT)).equals(both.subarray(SALT)) ? key : null
}

/** Makes bytes readable by their places in the stream, going forward: each block has a key of its own. */
function createBlockCipher(key: Buffer) {
  let block = -1
  let stream = keyStream(key)
  let at = 0
  return {
    apply(bytes: Buffer, from: number, to: number) {
      for (let place = from; place < to; place++) {
        const wanted = Math.floor(place / BLOCK)
        if (wanted !== block) {
          const number = Buffer.alloc(4)
          number.writeUInt32LE(wanted)
          stream = keyStream(md5(Buffer.concat([key, number])))
          block = wanted
          at = 0
        }
        // What stays readable takes its part of the key too.
        for (; at < place % BLOCK; at++) stream()
        at++
        bytes.writeUInt8(bytes.readUInt8(place) ^ stream(), place)
      }
    },
  }
}

/** RC4, which Node no longer has: the bytes that are put over the text, one by one. */
function keyStream(key: Buffer): () => number {
  const state = Uint8Array.from({ length: 256 }, (_each, index) => index)
  const swap = (a: number, b: number) => {
    const value = state[a] ?? 0
    state[a] = state[b] ?? 0
    state[b] = value
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  let i = 0
  let j = 0
  return () => {
    i = (i + 1) & 0xff
    j = (j + (state[i] ?? 0)) & 0xff
    swap(i, j)
    return state[((state[i] ?? 0) + (state[j] ?? 0)) & 0xff] ?? 0
  }
}

function md5(bytes: Uint8Array): Buffer {
  return createHash('md5').update(bytes).digest()
}
