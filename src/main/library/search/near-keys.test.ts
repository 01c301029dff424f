import { expect, it } from 'vitest'
import { seeded } from '../../../../tests/support/seeded'
import { createNearKeys } from './near-keys'

/** The least edits, by the table that everybody knows (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : row)),
  )
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const least = Math.min(
        at(row - 1, column - 1) + same,
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      rows[row]?.splice(column, 1, least)
    }
  }
  return at(a.length, b.length)
}

/** Tried at each place of the word where the first half of the key may end, also in the middle of two swapped letters. */
function isWithin(word: string, key: string, edits: number): boolean {
  const half = word.length >> 1
  if (edits < 2 || key.length < half) return editsBetween(word, key) <= 1
  const cuts = [half, half - 1].filter((cut) => cut >= 0)
  return cuts.some((cut) =>
    Array.from({ length: word.length + 1 }, (_, at) => at).some((at) => {
      const begun = editsBetween(word.slice(0, at), key.slice(0, cut))
      if (cut === half) return begun <= 1 && begun + editsBetween(word.slice(at), key.slice(cut)) <= edits
      const swapped = word[at] === key[cut + 1] && word[at + 1] === key[cut]
      return swapped && begun === 0 && 1 + editsBetween(word.slice(at + 2), key.slice(cut + 2)) <= edits
    }),
  )
}

it('takes the keys within so many edits, of two at most one in the first half, and no other, whatever was shown before', () => {
  const { below } = seeded(11)
  const random = (length: number) => Array.from({ length }, () => 'abc漢'[below(4)]).join('')
  let wanted = 0
  for (let round = 0; round < 60; round++) {
    const word = random(round < 4 ? 30 : 1 + below(9))
    for (const edits of [1, 2]) {
      const near = createNearKeys(word, edits)
      let before = ''
      let taken = 0
      const keys = Array.from({ length: 60 }, () => {
        const letters = [...word]
        for (let edit = below(5); edit > 0; edit--)
          letters.splice(below(letters.length + 1), below(2), random(below(3)))
        return letters.join('')
      })
      for (const key of keys.sort()) {
        let shared = 0
        while (shared < key.length && key[shared] === before[shared]) shared++
        let isRefused = shared > taken
        for (let at = shared; at < key.length && !isRefused; at++) {
          isRefused = !near.unit(at, key.charCodeAt(at))
          taken = isRefused ? at : at + 1
        }
        if (!isRefused) taken = key.length
        before = key
        const isNear = isWithin(word, key, edits)
        if (isNear) wanted++
        expect(!isRefused && near.isWanted(key.length), `${word}, ${key}, ${edits}`).toBe(isNear)
        for (let at = 0; at < taken; at++) {
          const unit = key.charCodeAt(at)
          for (let less = 0x60; less < unit && less < 0x64; less++) {
            const next = near.nextUnit(at, less)
            expect(next > less && next <= unit, `${word}, ${key.slice(0, at)}, ${less}, ${next}`).toBe(true)
          }
        }
      }
    }
  }
  expect(wanted).toBeGreaterThan(1000)
})
