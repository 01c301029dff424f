/** Share of a text from which an edit counts as replacing it. */
const REPLACED_SHARE = 0.5

/**
 * Of what counts as replaced in a text of this length, the smaller: long lines make one measure too strict, generous
 * context in old_text the other.
 */
export function replacedShare(length: number, measures: readonly number[]): number {
  return length === 0 ? 0 : Math.min(...measures) / length
}

/** Whether so much of a text is replaced that it is asked for as that. */
export function tooMuchReplaced(share: number): boolean {
  return share > REPLACED_SHARE
}
