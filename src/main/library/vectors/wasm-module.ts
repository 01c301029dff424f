/** Bytes of a WebAssembly module, as far as one function needs them (WebAssembly core specification 2.0, chapter 5). */

/** Value types. */
export const type = { i32: 0x7f, v128: 0x7b } as const

/** An unsigned number in LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    const byte = rest & 0x7f
    rest >>>= 7
    bytes.push(rest === 0 ? byte : byte | 0x80)
  } while (rest !== 0)
  return bytes
}

const list = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()]
const section = (id: number, content: readonly number[]) => [id, ...unsigned(content.length), ...content]
const name = (text: string) => [...unsigned(text.length), ...new TextEncoder().encode(text)]

const simd = (opcode: number) => [0xfd, ...unsigned(opcode)]
/** Alignment as a power of two, then the offset. */
const place = (alignment: number, offset: number) => [...unsigned(alignment), ...unsigned(offset)]

/** Instructions. */
export const instruction = {
  get: (local: number) => [0x20, ...unsigned(local)],
  set: (local: number) => [0x21, ...unsigned(local)],
  tee: (local: number) => [0x22, ...unsigned(local)],
  /** Up to 63. */
  constant: (value: number) => [0x41, value],
  add: [0x6a],
  isBelow: [0x49],
  /** Does `body`, then again while it leaves a number that is not 0. */
  repeat: (body: readonly number[]) => [0x03, 0x40, ...body, 0x0d, 0x00, 0x0b],
  store: [0x36, ...place(2, 0)],
  load128: (offset: number) => [...simd(0x00), ...place(4, offset)],
  zero128: [...simd(0x0c), ...new Array<number>(16).fill(0)],
  /** The low or high eight of sixteen 8-bit numbers, as 16-bit numbers. */
  widenLow: simd(0x87),
  widenHigh: simd(0x88),
  /** Products of 16-bit numbers, neighbours added, as 32-bit numbers. */
  multiplyAndAdd: simd(0xba),
  add128: simd(0xae),
  lane: (index: number) => [...simd(0x1b), index],
} as const

/** A module with one exported function over an imported memory. */
export function moduleBytes(options: {
  readonly exportName: string
  /** How many 32-bit parameters. */
  readonly parameters: number
  /** Local variables after them: how many of which type. */
  readonly locals: readonly (readonly [count: number, type: number])[]
  readonly body: readonly number[]
}): Uint8Array<ArrayBuffer> {
  const parameters = list(Array.from({ length: options.parameters }, () => [type.i32]))
  const locals = list(options.locals.map(([count, of]) => [...unsigned(count), of]))
  const code = [...locals, ...options.body, 0x0b]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, list([[0x60, ...parameters, ...list([])]])),
    ...section(2, list([[...name('from'), ...name('memory'), 0x02, 0x00, ...unsigned(1)]])),
    ...section(3, list([unsigned(0)])),
    ...section(7, list([[...name(options.exportName), 0x00, ...unsigned(0)]])),
    ...section(10, list([[...unsigned(code.length), ...code]])),
  ])
}
