import { encode } from 'fast-png'
import { drawPicture } from '../../src/main/pictures/draw'

/** Red, green and blue of one pixel. */
export type Colour = readonly [number, number, number]

/** A PNG in one colour. */
export function makePng(width: number, height: number, colour: Colour): Buffer {
  const data = new Uint8Array(width * height * 3)
  for (let at = 0; at < data.length; at++) data[at] = colour[at % 3] ?? 0
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }))
}

/** A PNG that can't be made small: every pixel is chance, always the same. */
export function makeNoise(width: number, height: number): Buffer {
  const data = new Uint8Array(width * height * 3)
  let seed = 1
  for (let at = 0; at < data.length; at++) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    data[at] = seed >>> 24
  }
  return Buffer.from(encode({ width, height, data, channels: 3, depth: 8 }, { zlib: { level: 1 } }))
}

/** A JPEG of chance, made by the product's own encoder. */
export async function makeJpeg(width: number, height: number): Promise<Buffer> {
  const png = makeNoise(width, height)
  const { bytes, mediaType } = await drawPicture(png, { longEdge: 10_000, limitBytes: png.length / 2 })
  if (mediaType !== 'image/jpeg') throw new Error('The noise was too small to become a JPEG.')
  return Buffer.from(bytes)
}

/** The same JPEG with an Exif segment that says how the camera was held (TIFF tag 0x0112). */
export function heldTurned(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from(
    'ffe1002245786966000049492a00080000000100120103000100000006000000000000000000',
    'hex',
  )
  exif.writeUInt16BE(exif.length - 2, 2)
  exif.writeUInt16LE(orientation, 28)
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** The smallest GIF and WebP: one pixel each. */
export const tinyGif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')
/** See {@link tinyGif}. */
export const tinyWebp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

/** A PNG whose header declares another size than it has. */
export function declaring(png: Buffer, width: number, height: number): Buffer {
  const forged = Buffer.from(png)
  forged.writeUInt32BE(width, 16)
  forged.writeUInt32BE(height, 20)
  forged.writeInt32BE(crc32(forged.subarray(12, 29)), 29)
  return forged
}

function crc32(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc
}
