// Averages over current tokenizers: four letters of Latin script a token, three of two for Chinese,
// Japanese and Korean, five of two for the other scripts.
const LATIN = 1 / 4
const IDEOGRAPHIC = 1 / 1.5
const OTHER = 1 / 2.5

/** Estimates how many tokens a model makes of a range of text, without its tokenizer. */
export function estimateTokens(text: string, start = 0, end = text.length): number {
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
