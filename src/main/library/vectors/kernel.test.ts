import { describe, expect, it } from 'vitest'
import { seeded } from '../../../../tests/support/seeded'
import { javascriptKernel, type Kernel, ROWS_AT_ONCE, STEP, simdKernel } from './kernel'
import { DIMENSIONS_LIMIT } from './quantize'

const kernels: readonly Kernel[] = [simdKernel(), javascriptKernel()]

function products(kernel: Kernel, stride: number, rows: Int8Array, query: Int16Array): number[] {
  const count = rows.length / stride
  const store = kernel.store(stride, count)
  store.put(0, rows)
  return [...store.products(query, 0, count)]
}

describe('the kernels', () => {
  it('agree bit for bit, on any numbers and any width', () => {
    const { below } = seeded(1)
    const number = (limit: number) => below(2 * limit + 1) - limit
    for (const steps of [1, 2, 3, 24, 48, 64]) {
      const stride = steps * STEP
      for (const count of [1, 2, 7, 100]) {
        const rows = Int8Array.from({ length: count * stride }, () => number(127))
        const query = Int16Array.from({ length: stride }, () => number(2047))
        const [simd, plain] = kernels.map((kernel) => products(kernel, stride, rows, query))
        expect(simd).toEqual(plain)
      }
    }
  })

  it.each(kernels)('of $name holds the largest sum of the widest vectors', (kernel) => {
    const rows = new Int8Array(DIMENSIONS_LIMIT).fill(127)
    const query = new Int16Array(DIMENSIONS_LIMIT).fill(2047)
    expect(products(kernel, DIMENSIONS_LIMIT, rows, query)).toEqual([DIMENSIONS_LIMIT * 127 * 2047])
    expect(
      products(
        kernel,
        DIMENSIONS_LIMIT,
        rows,
        query.map((value) => -value),
      ),
    ).toEqual([-DIMENSIONS_LIMIT * 127 * 2047])
  })

  it.each(kernels)('of $name takes rows from any place on, as many as fit', (kernel) => {
    const store = kernel.store(STEP, ROWS_AT_ONCE + 3)
    store.put(
      0,
      Int8Array.from({ length: (ROWS_AT_ONCE + 3) * STEP }, (_, at) => Math.floor(at / STEP) % 100),
    )
    const ones = new Int16Array(STEP).fill(1)
    expect([...store.products(ones, 3, 2)]).toEqual([3 * STEP, 4 * STEP])
    expect(store.products(ones, 3, ROWS_AT_ONCE)).toHaveLength(ROWS_AT_ONCE)
    expect([...store.products(ones, 0, 0)]).toEqual([])
  })
})
