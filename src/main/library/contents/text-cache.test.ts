import { expect, it } from 'vitest'
import { createTextCache } from './text-cache'

function cacheOf(texts: (string | undefined)[]) {
  let loads = 0
  const cache = createTextCache(function* () {
    loads++
    yield
    return texts.shift()
  })
  return { cache, loads: () => loads }
}

const version = { number: 1, updatedAt: 1 }

it('reads a text once for all who ask for it at the same time', async () => {
  const { cache, loads } = cacheOf(['one', 'two'])
  expect(await Promise.all([cache.text(version), cache.text(version)])).toEqual(['one', 'one'])
  expect(await cache.text(version)).toBe('one')
  expect(loads()).toBe(1)
  expect(await cache.text({ ...version, updatedAt: 2 })).toBe('two')
})

it('asks again for a text that was not there', async () => {
  const { cache } = cacheOf([undefined, 'one'])
  await expect(cache.text(version)).rejects.toMatchObject({ code: 'not_found' })
  expect(await cache.text(version)).toBe('one')
})
