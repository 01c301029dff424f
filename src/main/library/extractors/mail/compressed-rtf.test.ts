import { describe, expect, it } from 'vitest'
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
})
