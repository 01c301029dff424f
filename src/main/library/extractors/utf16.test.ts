import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { utf16Text } from './utf16'

describe('text of UTF-16', () => {
  it('leaves half a unit out, wherever it begins', () => {
    const bytes = Buffer.concat([Buffer.from('x'), Buffer.from('tide €', 'utf16le'), Buffer.from([0xff])])
    expect(utf16Text(bytes.subarray(1))).toBe('tide €')
    expect(utf16Text(bytes.subarray(1, 13))).toBe('tide €')
    expect(utf16Text(bytes.subarray(1, 2))).toBe('')
    expect(utf16Text(new Uint8Array())).toBe('')
  })

  it('leaves the memory of the process whole where an odd number of bytes stands at an odd place', () => {
    const bytes = Buffer.alloc(4001, 0xff)
    // Kept for a while: what is written behind a text shows once its neighbours are given back.
    const texts: string[] = []
    for (let run = 0; run < 3000; run++) {
      const length = 501 + (run % 64)
      texts[run % 50] = utf16Text(bytes.subarray(1, 1 + length))
      expect(texts[run % 50]?.length).toBe(Math.floor(length / 2))
    }
  })

  it('is decoded by nothing else in the readers of files', () => {
    const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
      (path) => !path.endsWith('.test.ts') && path !== 'utf16.ts',
    )
    const others = sources.filter((path) =>
      /toString\([^()]*'(?:utf16le|utf-16le|ucs2|ucs-2)'/.test(
        readFileSync(join(import.meta.dirname, path), 'utf8'),
      ),
    )
    expect(others).toEqual([])
  })
})
