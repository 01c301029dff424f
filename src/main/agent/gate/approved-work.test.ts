import { expect, it } from 'vitest'
import { createApprovedWork } from './approved-work'

it('is under way until it ends, for a proposal and for a call alone', async () => {
  const approvedWork = createApprovedWork()
  expect(approvedWork.isUnderWay()).toBe(false)
  const { end } = approvedWork.begin({ id: 'p', runId: null })
  const alone = Promise.withResolvers<void>()
  const during = approvedWork.during(alone.promise)
  end()
  expect(approvedWork.isUnderWay()).toBe(true)
  alone.reject(new Error('not reached'))
  await expect(during).rejects.toThrow('not reached')
  expect(approvedWork.isUnderWay()).toBe(false)
})

it('is stopped also where it goes on after what began it is applied, until it ends', async () => {
  const approvedWork = createApprovedWork()
  const ended = Promise.withResolvers<void>()
  let overs = 0
  approvedWork.outlive('p', { ended: ended.promise, stop: ended.resolve }, () => overs++)
  expect([approvedWork.goesOn('p'), approvedWork.goesOn('q')]).toEqual([true, false])
  // Nothing waits for it: it may go on for hours.
  expect(approvedWork.isUnderWay()).toBe(false)
  expect([approvedWork.stop('q'), approvedWork.stop('p')]).toEqual([false, true])
  await ended.promise
  expect([approvedWork.goesOn('p'), overs]).toEqual([false, 1])
  expect(approvedWork.stop('p')).toBe(false)
})
