import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inTurn, parseSlow, slowFiles } from './slow.mjs'

describe('the slow tests', () => {
  it('are found in every folder of sources, and chosen by their names', () => {
    const root = mkdtempSync(join(tmpdir(), 'countersign-slow-'))
    for (const folder of ['src/main', 'tests/e2e', 'scripts'])
      mkdirSync(join(root, folder), { recursive: true })
    for (const file of [
      'src/main/index.slow.test.ts',
      'src/main/index.test.ts',
      'tests/e2e/day.slow.spec.ts',
      'scripts/build.slow.test.mjs',
    ]) {
      writeFileSync(join(root, file), '')
    }
    expect(slowFiles(root)).toEqual([
      { name: 'build', path: join('scripts', 'build.slow.test.mjs'), inChromium: false },
      { name: 'index', path: join('src', 'main', 'index.slow.test.ts'), inChromium: false },
      { name: 'day-in-chromium', path: join('tests', 'e2e', 'day.slow.spec.ts'), inChromium: true },
    ])
  })

  it('end between files after the minutes that they are given', () => {
    expect(parseSlow(['swaps', '--minutes', '50'])).toEqual({ names: ['swaps'], minutes: 50 })
    expect(parseSlow(['swaps'])).toEqual({ names: ['swaps'], minutes: Number.POSITIVE_INFINITY })
    expect(() => parseSlow(['--minutes', 'soon'])).toThrow('--minutes needs a number of minutes')
  })

  it('begin with another one each day, and are all there each day', () => {
    const stages = { a: 1, b: 2, c: 3 }
    const orders = [0, 1, 2, 3].map((day) => Object.keys(inTurn(stages, day * 86_400_000)).join(''))
    expect(orders).toEqual(['abc', 'bca', 'cab', 'abc'])
    expect(inTurn({}, 5)).toEqual({})
  })
})
