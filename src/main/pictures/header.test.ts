import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makeJpeg, makePng } from '../../../tests/support/make-picture'
import { readPictureHeader } from './header'

// A decoder takes the size that it finds; what is read here before must never be a smaller one.

describe('a picture that declares another size to who reads it carelessly', () => {
  it('as a PNG by a chunk before its header', () => {
    const png = makePng(300, 200, [1, 2, 3])
    const chunk = Buffer.alloc(12 + 13)
    chunk.writeUInt32BE(13, 0)
    chunk.write('abCd', 4, 'latin1')
    chunk.writeUInt32BE(1, 8)
    chunk.writeUInt32BE(1, 12)
    chunk.writeUInt32BE(crc32(chunk.subarray(4, 21)), 21)
    const forged = Buffer.concat([png.subarray(0, 8), chunk, png.subarray(8)])
    expect(readPictureHeader(forged)).toMatchObject({ width: 0, height: 0, sound: false })
    expect(readPictureHeader(png)).toMatchObject({ width: 300, height: 200, sound: true })
  })

  it('as a JPEG behind a marker that has no length', async () => {
    const jpeg = await makeJpeg(64, 48)
    const [start, end] = [jpeg.subarray(0, 2), jpeg.subarray(-2)]
    const rest = jpeg.subarray(2, -2)
    const passedOver = Buffer.alloc(4)
    passedOver.writeUInt16BE(0xff01, 0)
    passedOver.writeUInt16BE(rest.length + 2, 2)
    const frame = Buffer.from('ffc00011080001000103012200021101031101', 'hex')
    const forged = Buffer.concat([start, passedOver, rest, frame, end])
    expect(readPictureHeader(forged)).toMatchObject({ width: 64, height: 48 })
  })
})
