import { expect, it } from 'vitest'
import { createApprovedWork } from './approved-work'

it('is under way until it ends, for a proposal and for a call alone', async () => {
  const approvedWork = createApprovedWork()
  expect(approvedWork.isUnderWay()).toBe(false)
  const { end } = approvedWork.begin({ proposalId: 'p', runId: null })
  const alone = Promise.withResolvers<void>()
  const during = approvedWork.during(alone.promise)
  end()
  expect(approvedWork.isUnderWay()).toBe(true)
  alone.reject(new Error('not reached'))
  await expect(during).rejects.toThrow('not reached')
  expect(approvedWork.isUnderWay()).toBe(false)
})
