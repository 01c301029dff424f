/** What a person wrote as a sentence among others: with a full stop, unless it ends one by itself. */
export function withStop(words: string): string {
  return /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u.test(words) ? words : `${words}.`
}
