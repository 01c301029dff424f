import { afterAll, beforeAll, describe, it } from 'vitest'
import { type Arena, openArena } from './arena'
import { callerNamed, callers } from './callers'
import { expectRefused, pathAttempts } from './path-attempts'

let arena: Arena

beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.close())

describe.each(Object.keys(callers))('%s', (name) => {
  it('gets out of the granted folder by no path, link or spelling, whatever tool it takes', async () => {
    await expectRefused(arena, await callerNamed(name, arena), pathAttempts(arena, name, 'all'))
  })
})
