import { describe, expect, it } from 'vitest'
import { letGoFor, mostUnsentBytes, othersMs } from './unsent-pictures'

const now = 10 * othersMs
const kept = (sha256: string, size: number, ageMs = 0) => ({ sha256, size, at: now - ageMs })
const half = mostUnsentBytes / 2

describe('what is let go of for a picture that is kept', () => {
  it('is what no draft wants and is old, room or not', () => {
    const all = [
      kept('old', 1, othersMs + 1),
      kept('another tab’s', 1, othersMs - 1),
      kept('own', 1, 2 * othersMs),
    ]
    expect(letGoFor(1, all, { wanted: new Set(['own']), now })).toEqual({ hashes: ['old'], fits: true })
  })

  it('is the oldest that none wants, up to where there is room', () => {
    const all = [kept('newer', half / 2, 1), kept('oldest', half / 2, 3), kept('own', half, 4)]
    expect(letGoFor(1, all, { wanted: new Set(['own']), now })).toEqual({ hashes: ['oldest'], fits: true })
    expect(letGoFor(half, all, { wanted: new Set(['own']), now })).toEqual({
      hashes: ['oldest', 'newer'],
      fits: true,
    })
  })

  it('is nothing else where there is no room even so, and the picture does not fit', () => {
    const all = [kept('own', half), kept('another tab’s', 1, 1), kept('old', 1, othersMs + 1)]
    expect(letGoFor(half + 1, all, { wanted: new Set(['own']), now })).toEqual({
      hashes: ['old'],
      fits: false,
    })
  })
})
