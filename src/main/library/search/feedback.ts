import type { NumberedMarks } from './numbered-marks'

/**
 * RM3, pseudo-relevance feedback (Abdul-Jaleel et al. 2004): the terms that are likely in the best passages, so
 * many of them, and how much of the query the words that were asked for remain. Half would hurt.
 */
export const feedback = { examples: 20, terms: 30, originalWeight: 0.9 } as const

/** What an example counts: its score, and how many words it has. */
export type Example = { readonly score: number; readonly words: number }

/**
 * Terms to add to a query and the probability of each in the examples, with their scores; together 1. Names are asked
 * for of the likeliest marks only; `nameOf` gets where the first example is that has one, and which of its marks it is,
 * and answers null for a term that says too little.
 */
export function feedbackTerms(
  { passages, marks }: NumberedMarks,
  examples: readonly Example[],
  isTelling: (mark: number) => boolean,
  nameOf: (example: number, index: number) => string | null,
): { readonly term: string; readonly probability: number }[] {
  const total = examples.reduce((sum, { score }) => sum + score, 0)
  const likely = new Float64Array(marks.length)
  const exampleOf = new Int32Array(marks.length).fill(-1)
  const indexOf = new Int32Array(marks.length)
  for (const [index, { numbers, times }] of passages.entries()) {
    const { score, words } = examples[index] ?? { score: 0, words: 1 }
    const share = score / total / Math.max(1, words)
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at] as number
      likely[number] = (likely[number] as number) + share * (times[at] as number)
      if (exampleOf[number] !== -1) continue
      exampleOf[number] = index
      indexOf[number] = at
    }
  }
  const best: { term: string; probability: number }[] = []
  for (const number of likeliestFirst(likely, marks, isTelling)) {
    if (best.length === feedback.terms) break
    const term = nameOf(exampleOf[number] ?? 0, indexOf[number] ?? 0)
    if (term !== null) best.push({ term, probability: likely[number] ?? 0 })
  }
  const sum = best.reduce((all, { probability }) => all + probability, 0)
  return best.map(({ term, probability }) => ({ term, probability: probability / sum }))
}

/** The numbers of telling marks, the likeliest first; few are asked for, so that only these are put in order. */
function* likeliestFirst(
  likely: Float64Array,
  marks: Int32Array,
  isTelling: (mark: number) => boolean,
): Generator<number> {
  const telling: number[] = []
  for (let number = 0; number < marks.length; number++) {
    if (isTelling(marks[number] as number)) telling.push(number)
  }
  const rising = Float64Array.from(telling, (number) => likely[number] as number).sort()
  let above = Number.POSITIVE_INFINITY
  for (let count = feedback.terms * 2; above > 0; count *= 4) {
    const least = rising[rising.length - count] ?? 0
    yield* telling
      .filter((number) => (likely[number] as number) >= least && (likely[number] as number) < above)
      .sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0) || (marks[a] ?? 0) - (marks[b] ?? 0))
    above = least
  }
}
