import { describe, expect, it } from 'vitest'
import { makeCompoundFile } from '../../../../../tests/support/make-compound-file'
import { openCompoundFile, openCompoundParts } from './compound-file'

const long = Buffer.alloc(20_000, 'abcdefg')
const file = makeCompoundFile({
  WordDocument: long,
  Short: Buffer.from('a few bytes'),
  Empty: Buffer.alloc(0),
  Folder: { Inner: Buffer.from('inside'), Deeper: { Last: Buffer.from('deep') } },
})

describe('a compound file', () => {
  it('gives streams of both kinds, and those of its folders, by names of any case', () => {
    const root = openCompoundFile(file)
    expect(root.streams).toEqual(['WordDocument', 'Short', 'Empty'])
    expect(root.storages).toEqual(['Folder'])
    expect(root.stream('worddocument')).toEqual(long)
    expect(root.stream('Short')?.toString()).toBe('a few bytes')
    expect(root.stream('Empty')?.length).toBe(0)
    expect(root.stream('Folder')).toBeNull()
    expect(root.storage('folder')?.stream('Inner')?.toString()).toBe('inside')
    expect(root.storage('Folder')?.storage('Deeper')?.stream('Last')?.toString()).toBe('deep')
    expect(root.storage('Other')).toBeNull()
  })

  it('that has lost its end gives what is there', () => {
    const whole = makeCompoundFile({ Short: Buffer.from('x'), WordDocument: long })
    const directory = whole.readUInt32LE(48)
    // Its table and directory stand behind the stream; a copy of the header's list that leads past the end is no reason to fail.
    expect(directory).toBeGreaterThan(30)
    expect(() => openCompoundFile(whole.subarray(0, 4096))).toThrow('damaged')
    expect(() => openCompoundFile(whole.subarray(0, 100))).toThrow('damaged')
    expect(() => openCompoundFile(Buffer.from('not one'))).toThrow('damaged')
  })

  it('whose sectors lead in a circle ends', () => {
    const circle = Buffer.from(file)
    const table = (circle.readUInt32LE(76) + 1) * 512
    // The stream's second sector leads back to its first.
    circle.writeUInt32LE(0, table + 4)
    expect(openCompoundFile(circle).stream('WordDocument')).toEqual(long.subarray(0, 1024))
    const chain = Buffer.from(file)
    // A list of tables that follows itself.
    chain.writeUInt32LE(0, 68)
    expect(openCompoundFile(chain).stream('Short')?.toString()).toBe('a few bytes')
  })

  it('whose directory leads in a circle ends', () => {
    const circle = Buffer.from(file)
    const directory = (circle.readUInt32LE(48) + 1) * 512
    for (let entry = 0; entry < 4; entry++) {
      circle.writeUInt32LE(1, directory + entry * 128 + 68)
      circle.writeUInt32LE(0, directory + entry * 128 + 72)
    }
    expect(openCompoundFile(circle).streams).toContain('WordDocument')
  })

  it('whose streams claim the same sectors again and again is not read for ever', () => {
    const names = Object.fromEntries(
      Array.from({ length: 400 }, (_each, at) => [`s${at}`, Buffer.alloc(5000)]),
    )
    const bomb = makeCompoundFile({ Big: Buffer.alloc(4_000_000), ...names })
    const at = bomb.indexOf(Buffer.from('s0', 'utf16le')) - (bomb.indexOf(Buffer.from('s0', 'utf16le')) % 128)
    for (let entry = 0; entry < 400; entry++) {
      bomb.writeUInt32LE(0, at + entry * 128 + 116)
      bomb.writeUInt32LE(4_000_000, at + entry * 128 + 120)
    }
    const root = openCompoundFile(bomb)
    expect(() => {
      for (const name of root.streams) root.stream(name)
    }).toThrow('unpacks to more than')
  })

  it('whose storages claim the same children has them in the first alone', () => {
    const shared = makeCompoundFile({ One: { Inner: Buffer.from('a') }, Two: {}, Three: {} })
    const directory = (shared.readUInt32LE(48) + 1) * 512
    for (let entry = 0; entry < 6; entry++) {
      const at = directory + entry * 128
      const isFolder = shared.readUInt8(at + 66) === 1
      if (isFolder) shared.writeUInt32LE(2, at + 76)
    }
    const root = openCompoundFile(shared)
    const counts = ['One', 'Two', 'Three'].map((name) => root.storage(name)?.streams.length)
    expect(counts).toEqual([1, 0, 0])
    expect(root.storage('One')?.stream('Inner')?.toString()).toBe('a')
  })

  it('is told apart by little of it, whatever it says of its tables', () => {
    const whole = Buffer.concat([file, Buffer.alloc(4_000_000)])
    // A list that names the same table again and again.
    for (let slot = 1; slot < 109; slot++) whole.writeUInt32LE(whole.readUInt32LE(76), 76 + slot * 4)
    let read = 0
    const root = openCompoundParts(whole.length, (from, length) => {
      read += length
      return whole.subarray(from, from + length)
    })
    expect(root.streams).toContain('WordDocument')
    expect(read).toBeLessThan(10_000)
  })

  it('is read whatever its bytes are', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let run = 0; run < 300; run++) {
      const broken = Buffer.from(file)
      for (let hit = 0; hit < 20; hit++) broken.writeUInt8(random(256), 24 + random(broken.length - 24))
      try {
        const root = openCompoundFile(broken)
        for (const name of root.streams) root.stream(name)
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(?:corrupt|too_large)$/) })
      }
    }
  })
})
