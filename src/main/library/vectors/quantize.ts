/** The largest 8-bit number that a vector's largest component becomes. */
const CODE_LIMIT = 127

/** The same for 16-bit numbers; both have one scale: a fine number is this many times a code. */
const FINE_LIMIT = 32_767

/** Keeps the sum of products with codes within 32 bits for as many dimensions as are taken. */
const QUERY_LIMIT = 2047

/** No known model answers more; more would not fit the sums. */
export const DIMENSIONS_LIMIT = 8192

/** Normalised vectors as integers: a component is its number times the scale. */
export type Quantized = {
  /** One for each vector. */
  readonly scales: Float32Array
  /** 8-bit numbers, vector after vector. */
  readonly codes: Int8Array
  /** The same, more finely: the scale of these is `scale × fineShare`. */
  readonly fine: Int16Array
}

/** What a scale is to be multiplied by for the fine numbers. */
const fineShare = CODE_LIMIT / FINE_LIMIT

/** A query, normalised and as integers that fill whole steps of the kernel. */
export type QuantizedQuery = {
  readonly codes: Int16Array
  readonly scale: number
  /** Normalised, for exact scores. */
  readonly values: Float32Array
}

/** The length of a vector; 0 for one that says nothing. */
export function norm(vector: Float32Array): number {
  let sum = 0
  for (const value of vector) sum += value * value
  return Math.sqrt(sum)
}

/** Normalises vectors of one length and turns them into integers; one without any direction becomes zeros. */
export function quantize(vectors: readonly Float32Array[], dimensions: number): Quantized {
  const scales = new Float32Array(vectors.length)
  const codes = new Int8Array(vectors.length * dimensions)
  const fine = new Int16Array(vectors.length * dimensions)
  for (const [index, vector] of vectors.entries()) {
    const length = norm(vector)
    const largest = largestOf(vector)
    if (length === 0 || largest === 0) continue
    scales[index] = largest / length / CODE_LIMIT
    const from = index * dimensions
    for (let at = 0; at < dimensions; at++) {
      const share = (vector[at] ?? 0) / largest
      codes[from + at] = Math.round(share * CODE_LIMIT)
      fine[from + at] = Math.round(share * FINE_LIMIT)
    }
  }
  return { scales, codes, fine }
}

/** Prepares the vector of a query for rows of `stride` numbers. */
export function quantizeQuery(vector: Float32Array, stride: number): QuantizedQuery {
  const length = norm(vector)
  const largest = largestOf(vector)
  const codes = new Int16Array(stride)
  const values = vector.map((value) => (length === 0 ? 0 : value / length))
  if (length === 0 || largest === 0) return { codes, scale: 0, values }
  for (let at = 0; at < vector.length; at++) {
    codes[at] = Math.round(((vector[at] ?? 0) / largest) * QUERY_LIMIT)
  }
  return { codes, scale: largest / length / QUERY_LIMIT, values }
}

/** The cosine of a query and a stored vector, from the fine numbers. */
export function fineCosine(query: QuantizedQuery, fine: Int16Array, scale: number): number {
  let sum = 0
  for (let at = 0; at < fine.length; at++) sum += (query.values[at] ?? 0) * (fine[at] ?? 0)
  return sum * scale * fineShare
}

function largestOf(vector: Float32Array): number {
  let largest = 0
  for (const value of vector) largest = Math.max(largest, Math.abs(value))
  return largest
}
