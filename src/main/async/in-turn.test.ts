import { expect, it } from 'vitest'
import { createTurns } from './in-turn'

it('begins a work once the one before it is done, also where that one failed', async () => {
  const inTurn = createTurns()
  const told: string[] = []
  const first = Promise.withResolvers<void>()
  const failing = inTurn(async () => {
    told.push('first begins')
    await first.promise
    throw new Error('The first failed.')
  })
  const second = inTurn(async () => {
    told.push('second begins')
    return 'done'
  })
  await Promise.resolve()
  expect(told).toEqual(['first begins'])
  first.resolve()
  await expect(failing).rejects.toThrow('The first failed.')
  expect(await second).toBe('done')
  expect(told).toEqual(['first begins', 'second begins'])
})
