import { expect, it } from 'vitest'
import { createGatherings } from './gathering'

it('is told of until what is brought in has its turn, for a proposal and for a call alone', async () => {
  const gatherings = createGatherings()
  expect(gatherings.isUnderWay()).toBe(false)
  const { end } = gatherings.begin({ proposalId: 'p', runId: null })
  const alone = Promise.withResolvers<void>()
  const during = gatherings.during(alone.promise)
  end()
  expect(gatherings.isUnderWay()).toBe(true)
  alone.reject(new Error('not reached'))
  await expect(during).rejects.toThrow('not reached')
  expect(gatherings.isUnderWay()).toBe(false)
})
