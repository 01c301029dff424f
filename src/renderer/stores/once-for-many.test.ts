import { expect, it } from 'vitest'
import { onceForMany } from './once-for-many'

it('loads once more for all that changed while it loaded', async () => {
  let loads = 0
  let finish = () => {}
  const reload = onceForMany(() => {
    loads++
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  })
  const all = [reload(), reload(), reload()]
  expect(loads).toBe(1)
  finish()
  await Promise.resolve()
  await Promise.resolve()
  expect(loads).toBe(2)
  finish()
  await Promise.all(all)
  expect(loads).toBe(2)
})

it('loads again after a load that failed', async () => {
  let fails = true
  const reload = onceForMany(() => (fails ? Promise.reject(new Error('gone')) : Promise.resolve()))
  await expect(reload()).rejects.toThrow('gone')
  fails = false
  await reload()
})

it('loads again whenever it is asked, also in the very moment in which it ends', async () => {
  for (let moment = 0; moment < 12; moment++) {
    let loads = 0
    const reload = onceForMany(async () => {
      loads++
    })
    const first = reload()
    for (let passed = 0; passed < moment; passed++) await Promise.resolve()
    const before = loads
    await reload()
    expect(loads, `after ${moment} turns`).toBeGreaterThan(before)
    await first
  }
})

it('goes on after a load that throws at once', async () => {
  const fails = [true, false]
  const reload = onceForMany(() => {
    if (fails.shift()) throw new Error('away')
    return Promise.resolve()
  })
  await expect(reload()).rejects.toThrow('away')
  await reload()
  expect(fails).toEqual([])
})
