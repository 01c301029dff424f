import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { type CompoundTree, makeCompoundFile } from '../../../../../tests/support/make-compound-file'
import { makeSummary } from '../../../../../tests/support/make-summary'
import { openCompoundFile } from './compound-file'
import { readSummary } from './summary'

function titleIn(stream: Uint8Array | null): string | null {
  const tree: CompoundTree = stream === null ? {} : { '\x05SummaryInformation': stream }
  return readSummary(openCompoundFile(makeCompoundFile({ Other: Buffer.from('x'), ...tree }))).title
}

describe('what a compound file says of itself', () => {
  it('has a title in the code page that it names, or in UTF-16', () => {
    expect(titleIn(makeSummary(1252, { 2: Buffer.from('Gez\xe4hlte Schiffe\0', 'latin1'), 4: 'Ada' }))).toBe(
      'Gezählte Schiffe',
    )
    expect(titleIn(makeSummary(1251, { 2: iconv.encode('Приливы\0', 'cp1251') }))).toBe('Приливы')
    expect(titleIn(makeSummary(65001, { 2: Buffer.from('Überfahrt\0') }))).toBe('Überfahrt')
    expect(titleIn(makeSummary(10000, { 2: Buffer.from('Caf\x8e\0', 'latin1') }))).toBe('Café')
    expect(titleIn(makeSummary(1200, { 2: Buffer.from('潮汐\0', 'utf16le') }))).toBe('潮汐')
    expect(titleIn(makeSummary(null, { 2: Buffer.from('Caf\xe9\0', 'latin1') }))).toBe('Café')
    expect(titleIn(makeSummary(1251, { 2: 'Wide café' }))).toBe('Wide café')
    // A code page that nobody knows leaves the letters that all have.
    expect(titleIn(makeSummary(4711, { 2: Buffer.from('Plain') }))).toBe('Plain')
  })

  it('has a title of one line, up to its zero, and none that is empty', () => {
    expect(titleIn(makeSummary(1252, { 2: Buffer.from('Ports\r\nand tides\0rubbish') }))).toBe(
      'Ports and tides',
    )
    expect(titleIn(makeSummary(1252, { 2: Buffer.from('\0\0\0') }))).toBeNull()
    expect(titleIn(makeSummary(1252, { 2: 7 }))).toBeNull()
    expect(titleIn(makeSummary(1252, { 4: 'Ada' }))).toBeNull()
    expect(titleIn(null)).toBeNull()
  })

  it('is left out where its numbers lead out of it', () => {
    const whole = makeSummary(1252, { 2: Buffer.from('Harbours\0') })
    const start = whole.indexOf('Harbours')
    for (let length = 0; length < whole.length; length++) {
      const left = 'Harbours'.slice(0, Math.max(0, length - start))
      expect(titleIn(whole.subarray(0, length))).toBe(left === '' ? null : left)
    }
    for (const at of [44, 52, 60, 68, 84]) {
      const broken = Buffer.from(whole)
      broken.writeUInt32LE(0xfffffff0, at)
      expect([null, 'Harbours']).toContain(titleIn(broken))
    }
  })
})
