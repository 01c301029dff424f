import type { NumberedTexts } from './term-numbers'

/**
 * RM3, pseudo-relevance feedback (Abdul-Jaleel et al. 2004): the terms that are likely in the best passages, so
 * many of them, and how much of the query the words that were asked for remain. Half would hurt.
 */
export const feedback = { examples: 20, terms: 30, originalWeight: 0.9 } as const

/** Terms to add to a query and the probability of each in the examples, with their scores; together 1. */
export function feedbackTerms(
  { texts, terms }: NumberedTexts,
  scores: readonly number[],
  isTelling: (term: string) => boolean,
): { readonly term: string; readonly probability: number }[] {
  const total = scores.reduce((sum, score) => sum + score, 0)
  const likely = new Float64Array(terms.length)
  for (const [index, text] of texts.entries()) {
    const share = (scores[index] ?? 0) / total / Math.max(1, text.length)
    for (const term of text) likely[term] = (likely[term] ?? 0) + share
  }
  const byName = (a: number, b: number) => ((terms[a] ?? '') < (terms[b] ?? '') ? -1 : 1)
  const order = Array.from(terms.keys()).sort((a, b) => (likely[b] ?? 0) - (likely[a] ?? 0) || byName(a, b))
  const best: { term: string; probability: number }[] = []
  for (const number of order) {
    if (best.length === feedback.terms) break
    const term = terms[number] ?? ''
    if (isTelling(term)) best.push({ term, probability: likely[number] ?? 0 })
  }
  const sum = best.reduce((all, { probability }) => all + probability, 0)
  return best.map(({ term, probability }) => ({ term, probability: probability / sum }))
}
