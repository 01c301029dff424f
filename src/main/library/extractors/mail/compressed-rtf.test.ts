import { describe, expect, it } from 'vitest'
import { MAX_TEXT_BYTES } from '../limits'
import { unpackRtf } from './compressed-rtf'

const unpacked = (hex: string) => unpackRtf(Buffer.from(hex, 'hex'))?.toString('latin1')

describe('the Rich Text of a message', () => {
  // The examples of MS-OXRTFCP, 4.1.1 and 4.1.2.
  it('is unpacked, with what every dictionary begins with', () => {
    expect(
      unpacked(
        '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      ),
    ).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n')
  })

  it('may repeat what it is only now writing', () => {
    expect(unpacked('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0')).toBe(
      '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
    )
  })

  it('may lie there as it is', () => {
    const bytes = Buffer.concat([Buffer.alloc(8), Buffer.from('MELA'), Buffer.alloc(4), Buffer.from('{}')])
    expect(unpackRtf(bytes)?.toString()).toBe('{}')
  })

  it('is given as far as it is there, whatever sizes are named', () => {
    expect(unpacked('ffffffffffffffff4c5a46750000000000615858585858')).toBe('aXXXXX')
    expect(unpacked('ffffffffffffffff4c5a46750000000001')).toBe('')
    expect(unpacked('0000')).toBeUndefined()
    expect(unpacked('00000000000000004142434400000000')).toBeUndefined()
  })

  it('is refused where it is longer than a text may be', () => {
    expect(() => unpackRtf(packedRuns(MAX_TEXT_BYTES / 17 + 8))).toThrow(
      expect.objectContaining({ code: 'too_large' }),
    )
    const asItIs = Buffer.alloc(MAX_TEXT_BYTES + 17)
    asItIs.write('MELA', 8)
    expect(() => unpackRtf(asItIs)).toThrow(expect.objectContaining({ code: 'too_large' }))
  })
})

/** So many runs of 17 bytes, none of which begins where the next byte goes. */
function packedRuns(count: number): Buffer {
  const groups = Math.ceil(count / 8)
  const packed = Buffer.alloc(16 + groups * 17)
  packed.write('LZFu', 8)
  let next = 207
  for (let at = 16; at < packed.length; at += 17) {
    packed[at] = 0xff
    for (let run = 0; run < 8; run++) {
      packed.writeUInt16BE(((next === 0 ? 1 : 0) << 4) | 0xf, at + 1 + run * 2)
      next = (next + 17) % 4096
    }
  }
  return packed
}
