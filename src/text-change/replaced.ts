/** Share of a text from which an edit counts as replacing it. */
const REPLACED_SHARE = 0.5

/**
 * Of what counts as replaced in a text of this length, the smaller: long lines make one measure too strict, generous
 * context in old_text the other. Never more than all of it: line ends that are added count as replaced with their lines.
 */
export function replacedShare(length: number, measures: readonly number[]): number {
  return length === 0 ? 0 : Math.min(length, ...measures) / length
}

/** Whether so much of a text is replaced that it is asked for as that. */
export function tooMuchReplaced(share: number): boolean {
  return share > REPLACED_SHARE
}
