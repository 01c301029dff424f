/** The same numbers with room for as many more. */
export function doubled(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(numbers.length * 2)
  grown.set(numbers)
  return grown
}

/** Numbers in a room that has more. */
export function longer<Numbers extends Int32Array | Float64Array | Uint16Array | Uint8Array>(
  numbers: Numbers,
  room: Numbers,
): Numbers {
  room.set(numbers)
  return room
}
