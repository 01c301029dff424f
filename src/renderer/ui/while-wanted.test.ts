import { expect, it } from 'vitest'
import { whileWanted } from './while-wanted'

/** What whoever asks is told, with the ways to end the work and to ask no longer. */
function asked() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const told: unknown[] = []
  const ask = (what: unknown) => void told.push(what)
  const leave = whileWanted(promise, ask, ask)
  return { told, resolve, reject, leave, ended: () => promise.catch(() => undefined) }
}

it('hands on an answer', async () => {
  const { told, resolve, ended } = asked()
  resolve('found')
  await ended()
  expect(told).toEqual(['found'])
})

it('hands on a failure', async () => {
  const { told, reject, ended } = asked()
  const error = new Error('gone')
  reject(error)
  await ended()
  expect(told).toEqual([error])
})

it('hands on neither an answer nor a failure to what is asked for no longer', async () => {
  const answered = asked()
  answered.leave()
  answered.resolve('late')
  await answered.ended()
  const failed = asked()
  failed.leave()
  failed.reject(new Error('late'))
  await failed.ended()
  expect([...answered.told, ...failed.told]).toEqual([])
})
