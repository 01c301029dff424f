import type { Tokenizer } from '@huggingface/tokenizers'

/** Texts as a model takes them: rows of tokens of one length, and which of them are no filling. */
export type EncodedTexts = {
  readonly rows: number
  readonly columns: number
  readonly ids: BigInt64Array
  readonly mask: BigInt64Array
}

/** Turns texts into tokens; of a text that is too long the beginning is taken, with the mark of its end. */
export function encodeTexts(
  tokenizer: Pick<Tokenizer, 'encode'>,
  texts: readonly string[],
  maxTokens: number,
): EncodedTexts {
  const rows = texts.map((text) => {
    const { ids } = tokenizer.encode(text)
    return ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - 1), ...ids.slice(-1)]
  })
  const columns = Math.max(1, ...rows.map((row) => row.length))
  const ids = new BigInt64Array(rows.length * columns)
  const mask = new BigInt64Array(rows.length * columns)
  for (const [row, tokens] of rows.entries()) {
    for (const [column, token] of tokens.entries()) {
      ids[row * columns + column] = BigInt(token)
      mask[row * columns + column] = 1n
    }
  }
  return { rows: rows.length, columns, ids, mask }
}

/** The mean of the vectors of each text's tokens, as these models were trained; filling does not count. */
export function meanOfTokens(
  hidden: Float32Array,
  { rows, columns, mask }: Omit<EncodedTexts, 'ids'>,
  dimensions: number,
): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: rows }, (_, row) => {
    const mean = new Float32Array(dimensions)
    let tokens = 0
    for (let column = 0; column < columns; column++) {
      const place = row * columns + column
      if (mask[place] === 0n) continue
      tokens++
      for (let at = 0; at < dimensions; at++) {
        mean[at] = (mean[at] ?? 0) + (hidden[place * dimensions + at] ?? 0)
      }
    }
    return mean.map((sum) => (tokens === 0 ? 0 : sum / tokens))
  })
}
