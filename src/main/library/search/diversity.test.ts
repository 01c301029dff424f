import { expect, it } from 'vitest'
import { spread, varySections } from './diversity'
import type { Combined } from './hybrid'

const found = (name: string, score: number): Combined & { readonly name: string } => {
  return { name, document: name.charCodeAt(0), ordinal: 10 * Number(name.slice(1)), score, similarity: score }
}

/** The letter of a name is its section; `x` has none. */
const sectionOf = ({ document }: { document: number }) => {
  const letter = String.fromCharCode(document)
  return letter === 'x' ? null : letter
}

const vary = (ranked: readonly Combined[], front = 10) =>
  varySections(ranked, front, sectionOf).map(({ document, ordinal, score, similarity }) => {
    expect(similarity).toBe(score)
    return `${String.fromCharCode(document)}${ordinal / 10} ${score.toFixed(3)}`
  })

it('lowers a passage behind a better one of its section, once, and keeps the order of scores', () => {
  const ranked = [found('a1', 1), found('a2', 0.99), found('a3', 0.98), found('b1', 0.9), found('c1', 0.5)]
  expect(vary(ranked)).toEqual(['a1 1.000', 'b1 0.900', 'a2 0.842', 'a3 0.833', 'c1 0.500'])
})

it('leaves passages without a section, and one that is far better, where they are', () => {
  expect(vary([found('x1', 1), found('x2', 0.99), found('b1', 0.9)])).toEqual([
    'x1 1.000',
    'x2 0.990',
    'b1 0.900',
  ])
  expect(vary([found('a1', 1), found('a2', 0.99), found('b1', 0.6)])).toEqual([
    'a1 1.000',
    'a2 0.842',
    'b1 0.600',
  ])
})

it('asks for the sections of the front only, which is the same however long it is', () => {
  const ranked = Array.from({ length: 40 }, (_, index) =>
    found(`${'abc'[index % 3]}${index}`, 1 - index / 50),
  )
  const asked = new Set<number>()
  const few = varySections(ranked, 4, (each) => {
    asked.add(each.ordinal)
    return sectionOf(each)
  })
  expect(asked.size).toBeLessThan(15)
  expect(few).toHaveLength(40)
  expect(vary(ranked, 20).slice(0, 4)).toEqual(vary(ranked, 4).slice(0, 4))
  expect(few.map(({ score }) => score)).toEqual(few.map(({ score }) => score).sort((a, b) => b - a))
})

it('shows what is not a neighbour before a fourth neighbour', () => {
  const row = [1, 2, 3, 4].map((ordinal) => ({ document: 1, ordinal }))
  const other = { document: 2, ordinal: 1 }
  expect(spread([...row, other], 4)).toEqual([...row.slice(0, 3), other])
})
