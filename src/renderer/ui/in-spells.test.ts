import { expect, it } from 'vitest'
import { inSpells } from './in-spells'

/** Holds everything up for so long (milliseconds). */
function busy(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

it('lets others have their turn between pieces of work that take long, and keeps their order', async () => {
  const order: string[] = []
  const works = ['one', 'two', 'three'].map((name) =>
    inSpells(() => {
      busy(30)
      order.push(name)
      setTimeout(() => order.push(`after ${name}`))
    }),
  )
  await Promise.all(works)
  expect(order).toEqual(['one', 'after one', 'two', 'after two', 'three'])
})

it('does little work at once, and goes on after one that fails', async () => {
  await new Promise((resolve) => setTimeout(resolve))
  let others = 0
  const timer = setTimeout(() => others++)
  const failing = inSpells(() => {
    throw new Error('no formula')
  })
  const works = [1, 2, 3].map((number) => inSpells(() => number))
  await expect(failing).rejects.toThrow('no formula')
  expect(await Promise.all(works)).toEqual([1, 2, 3])
  expect(others).toBe(0)
  clearTimeout(timer)
})
