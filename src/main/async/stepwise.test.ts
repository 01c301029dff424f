import { setImmediate as nextTask } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSpells, toTheEnd } from './stepwise'

function* counting(steps: number, each: () => void = () => {}): Generator<void, number> {
  for (let step = 0; step < steps; step++) {
    each()
    yield
  }
  return steps
}

it('lets other work in between steps that take long, and answers what they return', async () => {
  const order: string[] = []
  const busy = () => {
    for (const end = performance.now() + 5; performance.now() < end; );
  }
  const work = inSpells(counting(6, busy)).then((steps) => order.push(`${steps} steps`))
  await nextTask()
  order.push('other work')
  await work
  expect(order).toEqual(['other work', '6 steps'])
})

it('fails as its steps do', async () => {
  const failing = counting(1, () => {
    throw new Error('A step failed.')
  })
  await expect(inSpells(failing)).rejects.toThrow('A step failed.')
})

it('goes to the end at once where nobody is to come in between', () => {
  expect(toTheEnd(counting(3))).toBe(3)
})
