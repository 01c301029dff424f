import type { IndexState } from './live-index'

/** The terms of a form that the library has: its stems, and of what the index keeps for it as written those that are meant. */
export function knownTerms(
  state: IndexState,
  form: string,
  stems: readonly string[],
  isMeant: (term: string) => boolean,
): string[] {
  const kept = state.segments.flatMap((segment) => segment.formTerms(form)).filter(isMeant)
  return [...new Set([...stems, ...kept])].filter((term) => state.find(term).count > 0)
}
