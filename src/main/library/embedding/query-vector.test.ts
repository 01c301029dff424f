import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors'
import { createQueryVectors } from './query-vector'

const hour = 3_600_000

it('asks a server that was away again where the clock was set back since', async () => {
  let clock = 10 * hour
  let asked = 0
  const { ask } = createQueryVectors({
    async embedTexts() {
      asked++
      throw new AppError('unavailable', 'Nobody answers.')
    },
    inUse: () => ({ set: { number: 1, dimensions: 3 } as never, model: async () => ({}) as never }),
    now: () => clock,
  })
  await ask('tides')
  await ask('tides')
  expect(asked).toBe(1)
  clock = 9 * hour
  await ask('tides')
  expect(asked).toBe(2)
})
