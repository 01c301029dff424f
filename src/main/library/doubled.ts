/** The same numbers with room for as many more. */
export function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2)
  grown.set(numbers)
  return grown
}
