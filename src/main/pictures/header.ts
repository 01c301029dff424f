import { crc32 } from 'node:zlib'
import { assertNever } from '../../shared/errors'
import type { PictureType } from '../../shared/tool/picture'

/** What a picture says of itself before anything of it is decoded. */
export interface PictureHeader {
  readonly mediaType: PictureType
  /** Pixels, as declared; 0 where the declaration is missing. */
  readonly width: number
  readonly height: number
  /** Whether all of it is there, undamaged as far as it says: a decoder would show what is missing as blank. */
  readonly sound: boolean
}

/** The kind of a picture by its first bytes; null for everything else, SVG too, which is markup. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (startsWith(bytes, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, 0, ascii('GIF87a')) || startsWith(bytes, 0, ascii('GIF89a'))) return 'image/gif'
  if (startsWith(bytes, 0, ascii('RIFF')) && startsWith(bytes, 8, ascii('WEBP'))) return 'image/webp'
  return null
}

/** Reads what a picture declares; null for what is no picture. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mediaType = pictureTypeOf(bytes)
  switch (mediaType) {
    case null:
      return null
    case 'image/png':
      return { mediaType, ...readPng(view) }
    case 'image/jpeg':
      return { mediaType, ...readJpeg(view) }
    case 'image/gif':
      return { mediaType, ...readGif(view) }
    case 'image/webp':
      return { mediaType, ...readWebp(view) }
    default:
      return assertNever(mediaType)
  }
}

type Declared = Omit<PictureHeader, 'mediaType'>

const nothingDeclared: Declared = { width: 0, height: 0, sound: false }

/** PNG, third edition, sections 5.3 and 11.2.1: chunks of length, type, data and checksum; the first is IHDR. */
function readPng(view: DataView): Declared {
  // A decoder passes over a chunk of another kind before it, whose data is no size.
  if (view.byteLength < 33 || view.getUint32(12) !== 0x49484452) return nothingDeclared
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  const end = 0x49454e44
  for (let at = 8; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const sum = at + 8 + view.getUint32(at)
    if (sum + 4 > view.byteLength) break
    const checked = new Uint8Array(view.buffer, view.byteOffset + at + 4, sum - at - 4)
    if (crc32(checked) !== view.getUint32(sum)) break
    if (view.getUint32(at + 4) === end) return { ...size, sound: true }
  }
  return { ...size, sound: false }
}

/** ITU-T T.81, annex B: segments up to a scan, then coded data up to the next marker that is none of a scan's own. */
function readJpeg(view: DataView): Declared {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  let size = { width: 0, height: 0 }
  for (let at = 2; ; ) {
    at = nextMarker(bytes, at)
    const marker = bytes[at + 1]
    if (at < 0 || marker === undefined) return { ...size, sound: false }
    if (marker === 0xd9) return { ...size, sound: true }
    if (at + 4 > view.byteLength) return { ...size, sound: false }
    if (isFrame(marker) && size.width === 0 && at + 9 <= view.byteLength) {
      size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    at += 2 + view.getUint16(at + 2)
  }
}

/**
 * Passes over coded data: stuffed zeros, restart markers and fill bytes belong to it. A marker for temporary use (0x01)
 * has no length either: a decoder reads on right after it.
 */
function nextMarker(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1]
    const restart = marker !== undefined && marker >= 0xd0 && marker <= 0xd7
    const own = marker === 0 || marker === 1 || marker === 0xff || restart
    if (!own) return at
  }
  return -1
}

/** Start of frame, 0xC0 to 0xCF without the tables and the extension that share the range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}

/** GIF89a specification, sections 17 to 27: blocks up to the trailer. */
function readGif(view: DataView): Declared {
  if (view.byteLength < 13) return nothingDeclared
  const size = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  const byte = (at: number) => (at < view.byteLength ? view.getUint8(at) : 0)
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let at = 13 + tableBytes(byte(10))
  while (at < view.byteLength) {
    const block = byte(at)
    if (block === 0x3b) return { ...size, sound: true }
    if (block === 0x2c) at += 11 + tableBytes(byte(at + 9))
    else if (block === 0x21) at += 2
    else break
    while (byte(at) !== 0) at += byte(at) + 1
    at++
  }
  return { ...size, sound: false }
}

/** RFC 9649, sections 2.3 to 2.7: a RIFF container whose first chunk tells the size. */
function readWebp(view: DataView): Declared {
  if (view.byteLength < 30) return nothingDeclared
  const sound = view.getUint32(4, true) + 8 <= view.byteLength
  const chunk = view.getUint32(12)
  const three = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536
  if (chunk === 0x56503858) return { width: three(24) + 1, height: three(27) + 1, sound }
  if (chunk === 0x5650384c) {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, sound }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff, sound }
}

function startsWith(bytes: Uint8Array, at: number, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[at + index] === byte)
}

function ascii(text: string): number[] {
  return [...text].map((letter) => letter.charCodeAt(0))
}
