import { instruction as i, moduleBytes, type } from './wasm-module'

/** Numbers of a row come in whole steps of this many; what a vector lacks is filled with zeros. */
export const STEP = 16

/** Rows that one call goes over at most. */
export const ROWS_AT_ONCE = 16_384

/** Rows of 8-bit numbers in a memory of their own, and the products of a query with them. */
export type RowStore = {
  /** How many rows there is room for. */
  readonly capacity: number
  /** Puts rows in, from one on; each has `stride` numbers. */
  put(first: number, rows: Int8Array): void
  /** The products of the query with up to {@link ROWS_AT_ONCE} rows; valid until the next call. */
  products(query: Int16Array, first: number, count: number): Int32Array
}

/** Makes stores of rows. */
export type Kernel = {
  readonly name: 'simd' | 'javascript'
  store(stride: number, capacity: number): RowStore
}

const PAGE_BYTES = 65_536

/** The kernel in use: WebAssembly with SIMD, or plain JavaScript where that can't be had. */
export function chooseKernel(): Kernel {
  try {
    return simdKernel()
  } catch {
    // An engine without SIMD refuses the module; the answers are the same, slower.
    return javascriptKernel()
  }
}

// Parameters and variables of the function below.
const row = 0
const end = 1
const stride = 2
const query = 3
const out = 4
const rowEnd = 5
const at = 6
const low = 7
const high = 8
const numbers = 9

const addProducts = (sum: number, widen: readonly number[], offset: number) => [
  ...[...i.get(sum), ...i.get(numbers), ...widen, ...i.get(at), ...i.load128(offset)],
  ...[...i.multiplyAndAdd, ...i.add128, ...i.set(sum)],
]
const moveOn = (local: number, bytes: number) => [
  ...i.get(local),
  ...i.constant(bytes),
  ...i.add,
  ...i.set(local),
]
const lanes = [0, 1, 2, 3].flatMap((lane) => [...i.get(low), ...i.lane(lane), ...(lane > 0 ? i.add : [])])

/** For each row: sixteen 8-bit numbers at a time, widened, times sixteen 16-bit numbers of the query, added up. */
const simdBody = i.repeat([
  ...[...i.get(row), ...i.get(stride), ...i.add, ...i.set(rowEnd)],
  ...[...i.get(query), ...i.set(at)],
  ...[...i.zero128, ...i.set(low), ...i.zero128, ...i.set(high)],
  ...i.repeat([
    ...[...i.get(row), ...i.load128(0), ...i.set(numbers)],
    ...addProducts(low, i.widenLow, 0),
    ...addProducts(high, i.widenHigh, 16),
    ...moveOn(at, 32),
    ...moveOn(row, 16),
    ...[...i.get(row), ...i.get(rowEnd), ...i.isBelow],
  ]),
  ...[...i.get(low), ...i.get(high), ...i.add128, ...i.set(low)],
  ...[...i.get(out), ...lanes, ...i.store],
  ...moveOn(out, 4),
  ...[...i.get(row), ...i.get(end), ...i.isBelow],
])

type Products = (row: number, end: number, stride: number, query: number, out: number) => void

/** WebAssembly with SIMD; throws where the engine has none. */
export function simdKernel(): Kernel {
  const module = new WebAssembly.Module(
    moduleBytes({
      exportName: 'products',
      parameters: 5,
      locals: [
        [2, type.i32],
        [3, type.v128],
      ],
      body: simdBody,
    }),
  )
  return {
    name: 'simd',
    store(width, capacity) {
      const outAt = width * Int16Array.BYTES_PER_ELEMENT
      const rowsAt = outAt + ROWS_AT_ONCE * Int32Array.BYTES_PER_ELEMENT
      const memory = new WebAssembly.Memory({ initial: Math.ceil((rowsAt + width * capacity) / PAGE_BYTES) })
      const { exports } = new WebAssembly.Instance(module, { from: { memory } })
      // The module of above exports it.
      const products = exports.products as Products
      const queryNumbers = new Int16Array(memory.buffer, 0, width)
      const results = new Int32Array(memory.buffer, outAt, ROWS_AT_ONCE)
      const rows = new Int8Array(memory.buffer, rowsAt, width * capacity)
      return {
        capacity,
        put: (first, added) => rows.set(added, first * width),
        products(wanted, first, count) {
          queryNumbers.set(wanted)
          const from = rowsAt + first * width
          if (count > 0) products(from, from + count * width, width, 0, outAt)
          return results.subarray(0, count)
        },
      }
    },
  }
}

/** The same in JavaScript. */
export function javascriptKernel(): Kernel {
  return {
    name: 'javascript',
    store(width, capacity) {
      const rows = new Int8Array(width * capacity)
      const results = new Int32Array(ROWS_AT_ONCE)
      return {
        capacity,
        put: (first, added) => rows.set(added, first * width),
        products(wanted, first, count) {
          for (let index = 0, from = first * width; index < count; index++, from += width) {
            let sum = 0
            for (let n = 0; n < width; n++) sum += (rows[from + n] as number) * (wanted[n] as number)
            results[index] = sum
          }
          return results.subarray(0, count)
        },
      }
    },
  }
}
