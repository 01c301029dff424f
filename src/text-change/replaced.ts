/** Share of a text from which an edit counts as replacing it. */
const REPLACED_SHARE = 0.5

/** Of what counts as replaced, the smaller: long lines make one measure too strict, generous context in old_text the other. */
export function replacedShare(text: string, measures: readonly number[]): number {
  return text.length === 0 ? 0 : Math.min(...measures) / text.length
}

/** Whether so much of a text is replaced that it is asked for as that. */
export function tooMuchReplaced(share: number): boolean {
  return share > REPLACED_SHARE
}
