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
