/** A passage taken as an example of what is wanted. */
export type Example = { readonly terms: readonly string[]; readonly score: number }

/**
 * RM3, pseudo-relevance feedback (Abdul-Jaleel et al. 2004): the terms that are likely in the best passages, so
 * many of them, and how much of the query the words that were asked for remain. Half would hurt.
 */
export const feedback = { examples: 20, terms: 30, originalWeight: 0.8 } as const

/** Terms to add to a query and the probability of each in the examples; together 1. */
export function feedbackTerms(
  examples: readonly Example[],
  isTelling: (term: string) => boolean,
): { readonly term: string; readonly probability: number }[] {
  const total = examples.reduce((sum, { score }) => sum + score, 0)
  const likely = new Map<string, number>()
  for (const { terms, score } of examples) {
    const share = score / total / Math.max(1, terms.length)
    for (const term of terms) likely.set(term, (likely.get(term) ?? 0) + share)
  }
  const best = [...likely]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .filter(([term]) => isTelling(term))
    .slice(0, feedback.terms)
  const sum = best.reduce((all, [, probability]) => all + probability, 0)
  return best.map(([term, probability]) => ({ term, probability: probability / sum }))
}
