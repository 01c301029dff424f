import { expect, test } from 'vitest'
import { releaseBytes, takeBytes } from './byte-memory'

const megabyte = 1 << 20

test('memory that was given back is taken again, by what is a little larger too', () => {
  const first = takeBytes(3 * megabyte - 100).fill(7)
  releaseBytes(first)
  const second = takeBytes(3 * megabyte - 50)
  expect(second.length).toBe(3 * megabyte - 50)
  expect(second[0]).toBe(7)
})

test('bytes that were given back can’t be used', () => {
  const bytes = takeBytes(2 * megabyte)
  releaseBytes(bytes)
  expect(bytes.length).toBe(0)
  expect(() => bytes.writeUInt8(1, 0)).toThrow()
})

test('nobody else gets what was not given back, however often the rest is', () => {
  const mine = takeBytes(2 * megabyte).fill(1)
  const part = mine.subarray(0, megabyte + 1)
  releaseBytes(part)
  for (let round = 0; round < 5; round++) {
    const other = takeBytes(2 * megabyte).fill(2)
    releaseBytes(other)
    releaseBytes(other)
  }
  const [one, two] = [takeBytes(2 * megabyte).fill(3), takeBytes(2 * megabyte).fill(4)]
  expect(mine.every((byte) => byte === 1)).toBe(true)
  expect(one.every((byte) => byte === 3)).toBe(true)
  expect(two.every((byte) => byte === 4)).toBe(true)
})

test('small bytes may share memory and stay usable', () => {
  const bytes = takeBytes(100).fill(5)
  releaseBytes(bytes)
  expect(bytes[99]).toBe(5)
})
