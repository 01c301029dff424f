import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Job } from './jobs-at-work'
import { createIngestQueue, type IngestQueue } from './queue'

const large = 10 * 1024 * 1024

let queue: IngestQueue
let sizes: Map<number, number>
let started: Job[]
let ends: Map<number, () => void>
let failing: Set<number>
let outdated: number[]
let readAgain: number[]
let failures: unknown[]
let idle: number

beforeEach(() => {
  sizes = new Map()
  started = []
  ends = new Map()
  failing = new Set()
  outdated = []
  readAgain = []
  failures = []
  idle = 0
  const until = (number: number) => new Promise<void>((resolve) => ends.set(number, resolve))
  queue = createIngestQueue({
    sizeOf: (number) => sizes.get(number) ?? large,
    ingest(job) {
      started.push(job)
      return failing.has(job.number) ? Promise.reject(new Error('the disk is full')) : until(job.number)
    },
    nextOutdated: (after) => outdated.find((number) => number > after),
    readAgain(job) {
      readAgain.push(job.number)
      return until(job.number)
    },
    onIdle: () => idle++,
    report: (error) => failures.push(error),
  })
})

async function add(...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) queue.add(number)
  await nextTurn()
}
async function end(number: number): Promise<void> {
  ends.get(number)?.()
  await nextTurn()
}
const numbers = () => started.map(({ number }) => number)
function jobOf(number: number): Job {
  const job = started.findLast((each) => each.number === number)
  if (job === undefined) throw new Error(`${number} was not started`)
  return job
}

describe('the queue of ingestion', () => {
  it('works on three large files at a time, in the order in which they came', async () => {
    await add(1, 2, 3, 4, 5)
    expect(numbers()).toEqual([1, 2, 3])
    await end(2)
    expect(numbers()).toEqual([1, 2, 3, 4])
  })

  it('begins one with the largest that waits, and goes on in order beside it', async () => {
    sizes.set(4, 3 * large).set(6, 2 * large)
    await add(1, 2, 3, 4, 5, 6, 7)
    expect(numbers()).toEqual([4, 1, 2])
    await end(1)
    await end(2)
    expect(numbers()).toEqual([4, 1, 2, 3, 5])
    await add(8)
    await end(4)
    expect(numbers()).toEqual([4, 1, 2, 3, 5, 6])
    for (const number of [7, 8]) queue.abandon(number)
    for (const number of [3, 5, 6]) await end(number)
    expect(numbers()).toEqual([4, 1, 2, 3, 5, 6])
    expect(idle).toBe(1)
  })

  it('lets others have the one place that is left while its largest waits for the index', async () => {
    sizes
      .set(1, 4 * large)
      .set(2, 3 * large)
      .set(3, 1000)
    await add(1, 2, 3)
    expect(numbers()).toEqual([1, 2, 3])
    for (const number of [4, 5, 6]) sizes.set(number, number === 5 ? 1000 : 2 * large)
    await end(3)
    await add(4, 5, 6)
    // Two wait at the index, and one more is read.
    for (const number of [1, 2]) void jobOf(number).atTheIndex(large * 1.4, () => new Promise(() => {}))
    expect(numbers()).toEqual([1, 2, 3, 4])
    await end(4)
    expect(numbers()).toEqual([1, 2, 3, 4, 5])
  })

  it('looks up few sizes at a time, and none once it is closed', async () => {
    let looked = 0
    const whole = createIngestQueue({
      sizeOf() {
        looked++
        return large
      },
      ingest: () => new Promise(() => {}),
      nextOutdated: () => undefined,
      readAgain: async () => {},
      onIdle: () => {},
      report: () => {},
    })
    for (let number = 1; number <= 10_000; number++) whole.add(number)
    await nextTurn()
    expect(looked).toBeLessThan(50)
    whole.close()
    const before = looked
    whole.add(10_001)
    await nextTurn()
    expect(looked).toBe(before)
  })

  it('works on many small files together', async () => {
    for (let number = 1; number <= 20; number++) sizes.set(number, 1000)
    await add(...sizes.keys())
    expect(started).toHaveLength(20)
  })

  it('reads others while one waits for the index, until too much waits there', async () => {
    await add(1, 2, 3, 4, 5)
    let stored = () => {}
    const storing = jobOf(1).atTheIndex(1000, () => new Promise<void>((resolve) => (stored = resolve)))
    expect(numbers()).toEqual([1, 2, 3, 4])
    void jobOf(2).atTheIndex(large * 2, () => storing)
    expect(numbers()).toEqual([1, 2, 3, 4])
    stored()
    await storing
    await end(1)
    await end(2)
    expect(numbers()).toEqual([1, 2, 3, 4, 5])
  })

  it('begins one more each time that room is made at the index, where large ones wait there', async () => {
    await add(1, 2, 3, 4, 5, 6, 7)
    const ends = new Map<number, () => void>()
    const wait = (number: number) =>
      jobOf(number).atTheIndex(large * 1.4, () => new Promise<void>((resolve) => ends.set(number, resolve)))
    const stored = [1, 2, 3].map(wait)
    // Three leave room for none.
    expect(numbers()).toEqual([1, 2, 3])
    for (const number of [1, 2]) {
      ends.get(number)?.()
      await stored[number - 1]
      await end(number)
      expect(numbers()).toEqual([1, 2, 3, 4, 5, 6].slice(0, 3 + number))
      if (number === 1) stored.push(wait(4))
    }
  })

  it('reads the text in pictures of one document at a time, beside the others and with its password', async () => {
    queue.add(1, 'secret')
    await add(2)
    for (const number of [1, 2]) jobOf(number).leaveForRecognition()
    expect(numbers()).toEqual([1, 2])
    await end(1)
    await end(2)
    expect(numbers()).toEqual([1, 2, 1])
    expect(jobOf(1)).toMatchObject({ recognizing: true, password: 'secret' })
    await add(3, 4, 5)
    expect(numbers()).toEqual([1, 2, 1, 3, 4, 5])
    jobOf(1).wasRead()
    expect(jobOf(2).recognizing).toBe(true)
  })

  it('reads what is outdated one at a time, and only while nothing else waits', async () => {
    outdated = [7, 8]
    await add(1)
    queue.beginOutdated()
    expect(readAgain).toEqual([])
    await end(1)
    expect(readAgain).toEqual([7])
    await end(7)
    expect(readAgain).toEqual([7, 8])
    await end(8)
    expect(idle).toBe(1)
  })

  it('starts what is added while its last work ends when that is gone', async () => {
    await add(1)
    queue.abandon(1)
    expect(jobOf(1).signal.aborted).toBe(true)
    await add(1)
    expect(started).toHaveLength(1)
    await end(1)
    expect(started).toHaveLength(2)
    expect(jobOf(1).signal.aborted).toBe(false)
  })

  describe('with work that could not write down how it ended', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    it('begins it again after a while that grows, and with its password', async () => {
      failing.add(1)
      queue.add(1, 'sesame')
      await nextTurn()
      expect(failures).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(2000)
      await nextTurn()
      expect(numbers()).toEqual([1, 1])
      await vi.advanceTimersByTimeAsync(2000)
      await nextTurn()
      expect(numbers()).toEqual([1, 1])
      failing.clear()
      await vi.advanceTimersByTimeAsync(2000)
      await nextTurn()
      expect(started.map(({ password }) => password)).toEqual(['sesame', 'sesame', 'sesame'])
      await end(1)
      await vi.advanceTimersByTimeAsync(600_000)
      expect(numbers()).toEqual([1, 1, 1])
    })

    it('leaves it once it is abandoned, or the queue closed', async () => {
      failing.add(1).add(2)
      await add(1, 2)
      queue.abandon(1)
      await vi.advanceTimersByTimeAsync(2000)
      await nextTurn()
      expect(numbers()).toEqual([1, 2, 2])
      queue.close()
      await vi.advanceTimersByTimeAsync(600_000)
      expect(numbers()).toEqual([1, 2, 2])
    })
  })

  it('forgets what is abandoned before it started', async () => {
    await add(1, 2, 3, 4)
    queue.abandon(4)
    await end(1)
    expect(numbers()).toEqual([1, 2, 3])
  })

  it('starts nothing once it is closed, ends when its work has, and reports nothing of that', async () => {
    await add(1, 2, 3, 4)
    queue.track(Promise.reject(new Error('before')))
    await nextTurn()
    queue.close()
    expect(started.every(({ signal }) => signal.aborted)).toBe(true)
    queue.track(Promise.reject(new Error('after')))
    let ended = false
    const ending = queue.ended().then(() => {
      ended = true
    })
    await end(1)
    expect(ended).toBe(false)
    await end(2)
    await end(3)
    await ending
    expect(numbers()).toEqual([1, 2, 3])
    expect(failures).toEqual([expect.objectContaining({ message: 'before' })])
    expect(idle).toBe(0)
  })
})
