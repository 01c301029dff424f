// Averages over current tokenizers: four letters of Latin script a token, three of two for Chinese,
// Japanese and Korean, five of two for the other scripts.
const LATIN = 1 / 4
const IDEOGRAPHIC = 1 / 1.5
const OTHER = 1 / 2.5

// The first of these classes as an expression.
const onlyLatin = /^[\0-\u024f\u2000-\u2bff]*$/

/** Estimates how many tokens a model makes of a range of a text, without its tokenizer. */
export type TokenEstimate = (start: number, end: number) => number

/** Looks at a text once: where all is Latin, a range tells its tokens by its length. */
export function tokenEstimator(text: string): TokenEstimate {
  // Quarters add up exactly, so that it is the same number.
  if (onlyLatin.test(text)) return (start, end) => (end - start) * LATIN
  return (start, end) => estimateTokens(text, start, end)
}

function estimateTokens(text: string, start: number, end: number): number {
  let tokens = 0
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x0250 || (code >= 0x2000 && code < 0x2c00)) tokens += LATIN
    else if ((code >= 0x2e80 && code < 0xd800) || (code >= 0xf900 && code < 0xfb00) || code >= 0xff00) {
      tokens += IDEOGRAPHIC
    } else tokens += OTHER
  }
  return tokens
}
