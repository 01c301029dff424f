import { expect, it } from 'vitest'
import { addText, createTextPool } from '../analysis/text-pool'
import { ByteReader, ByteWriter } from './bytes'
import { createKey, type Key, readUtf8, setKey, sharedUnits } from './key'

function keyOf(text: string): Key {
  const pool = createTextPool()
  const key = createKey()
  setKey(key, pool, addText(pool, text))
  return key
}

it.each([
  '',
  'tide',
  'naïve',
  'прилив',
  '潮汐',
  'x\u{20000}\u{10ffff}',
  '\ud800 \udc00',
  'long '.repeat(100),
])('is written as a text is and read again: %j', (text) => {
  const ours = new ByteWriter(1)
  ours.key(keyOf(text))
  const theirs = new ByteWriter(1)
  theirs.text(text)
  expect(ours.copy()).toEqual(theirs.copy())
  const reader = new ByteReader(ours.copy())
  const size = reader.varint()
  const key = keyOf('before')
  readUtf8(key, 2, reader.bytes, reader.at, reader.at + size)
  expect(String.fromCharCode(...key.units.subarray(0, key.length))).toBe(`be${text.toWellFormed()}`)
})

it('keeps surrogate pairs whole where it begins as another', () => {
  expect(sharedUnits(keyOf('\u{20000}a'), keyOf('\u{20001}a'))).toBe(0)
  expect(sharedUnits(keyOf('x\u{20000}a'), keyOf('x\u{20000}b'))).toBe(3)
})
