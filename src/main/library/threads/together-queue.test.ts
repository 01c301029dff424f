import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors'
import type { PackedDocument } from '../../workers/index-protocol'
import type { StoreOutcome } from '../index/index-document'
import { createTogetherQueue, type Outcome, type TogetherOptions } from './together-queue'

type Send = TogetherOptions<PackedDocument, StoreOutcome>['send']

const packed = (document: number, bytes = 10): PackedDocument => ({
  ...{ document, sha256: '', title: '', readTitle: '', extractor: '', at: 0 },
  packed: new Uint8Array(bytes),
})
const never = new AbortController().signal
const quiet = () => {}

/** A queue before an index that answers when it is told. */
function fakeIndex(atOnce = 1) {
  const batches: { numbers: number[]; signal: AbortSignal; progress: Parameters<Send>[2] }[] = []
  const answers: PromiseWithResolvers<readonly Outcome<StoreOutcome>[]>[] = []
  const send: Send = (documents, signal, progress) => {
    batches.push({ numbers: documents.map(({ document }) => document), signal, progress })
    const answer = Promise.withResolvers<readonly Outcome<StoreOutcome>[]>()
    answers.push(answer)
    return answer.promise
  }
  const queue = createTogetherQueue<PackedDocument, StoreOutcome>({
    ...{ send, atOnce, mostTogether: 3, bytesTogether: 4 * 1024 * 1024 },
    bytesOf: (document) => document.packed.byteLength,
  })
  const store = (number: number, signal = never, progress = quiet, bytes = 10) =>
    queue.run(packed(number, bytes), signal, progress).then(
      ({ completed }) => completed,
      (error: AppError) => error.code,
    )
  const allDone = (count: number) => Array.from({ length: count }, () => ({ completed: true }))
  const numbers = () => batches.map((batch) => batch.numbers)
  return { queue, batches, answers, store, allDone, numbers }
}

it('sends together what waits at the same time, and tells each its own', async () => {
  const { answers, batches, store, allDone, numbers } = fakeIndex()
  const first = store(1)
  await Promise.resolve()
  const told: number[] = []
  const rest = [store(2), store(3, never, (done?: number) => told.push(done ?? -1)), store(4)]
  expect(numbers()).toEqual([[1]])
  answers[0]?.resolve(allDone(1))
  expect(await first).toBe(true)
  await expect.poll(numbers).toEqual([[1], [2, 3, 4]])
  batches[1]?.progress(1, 5, 9)
  expect(told).toEqual([5])
  answers[1]?.resolve([
    { completed: true },
    { error: { code: 'internal', message: 'x' } },
    { completed: false },
  ])
  expect(await Promise.all(rest)).toEqual([true, 'internal', false])
})

it('keeps what goes together small', async () => {
  const { answers, store, allDone, numbers } = fakeIndex()
  const large = 3 * 1024 * 1024
  const all = [1, 2, 3].map((number) => store(number, never, quiet, large))
  await expect.poll(numbers).toEqual([[1]])
  answers[0]?.resolve(allDone(1))
  await expect.poll(numbers).toEqual([[1], [2]])
  answers[1]?.resolve(allDone(1))
  await expect.poll(numbers).toEqual([[1], [2], [3]])
  answers[2]?.resolve(allDone(1))
  expect(await Promise.all(all)).toEqual([true, true, true])
})

it('hands on no more at a time than may go together, and as many such as may be at work', async () => {
  const { answers, store, allDone, numbers } = fakeIndex(2)
  const all = [1, 2, 3, 4, 5, 6, 7].map((number) => store(number))
  await expect.poll(numbers).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  answers[1]?.resolve(allDone(3))
  await expect.poll(numbers).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  answers[0]?.resolve(allDone(3))
  answers[2]?.resolve(allDone(1))
  expect(await Promise.all(all)).toEqual(all.map(() => true))
})

it('tries each alone where one made the thread fail', async () => {
  const { answers, store, allDone, numbers } = fakeIndex()
  const all = [store(1), store(2)]
  await expect.poll(numbers).toEqual([[1, 2]])
  answers[0]?.reject(new AppError('corrupt', 'It crashed.'))
  await expect.poll(numbers).toEqual([[1, 2], [1]])
  answers[1]?.reject(new AppError('corrupt', 'It crashed.'))
  await expect.poll(numbers).toEqual([[1, 2], [1], [2]])
  answers[2]?.resolve(allDone(1))
  expect(await Promise.all(all)).toEqual(['corrupt', true])
})

it('ends one that is cancelled at once, and the work only when nobody waits for it', async () => {
  const { answers, batches, store, allDone } = fakeIndex()
  const [one, other, queued] = [new AbortController(), new AbortController(), new AbortController()]
  const [first, second] = [store(1, one.signal), store(2, other.signal)]
  await expect.poll(() => batches.length).toBe(1)
  const third = store(3, queued.signal)
  queued.abort()
  expect(await third).toBe('cancelled')
  one.abort()
  expect(await first).toBe('cancelled')
  expect(batches[0]?.signal.aborted).toBe(false)
  other.abort()
  expect(await second).toBe('cancelled')
  expect(batches[0]?.signal.aborted).toBe(true)
  answers[0]?.resolve(allDone(2))
  const fourth = store(4)
  await expect.poll(() => batches.at(-1)?.numbers).toEqual([4])
  answers[1]?.resolve(allDone(1))
  expect(await fourth).toBe(true)
})

it('takes nothing more once it is closed', async () => {
  const { queue, store } = fakeIndex()
  const waiting = store(1)
  queue.close()
  expect(await waiting).toBe('cancelled')
  expect(await store(2)).toBe('cancelled')
})
