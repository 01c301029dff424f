import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest'
import type { Client } from '../../../src/main/rpc/client'
import { type Arena, openArena } from './arena'
import { additions, changes, expectNothingDone, openScene, type Scene, swapCells } from './scene'

let arena: Arena
let caller: Client
let scene: Scene
let number = 0

beforeAll(async () => {
  arena = await openArena()
  caller = await arena.attach('mcp_client', null)
})
afterAll(() => arena.close())
beforeEach(() => {
  scene = openScene(arena, caller, ++number)
})
afterEach(() => scene.remove())

it.each(swapCells())('$swap: $tool does nothing', async ({ change, move }) => {
  const proposal = await change(scene)
  move(scene)
  await expectNothingDone(scene, proposal)
})

describe('a grant that was taken back since', () => {
  it.each(Object.entries({ ...changes, ...additions }))('is not used by %s', async (_tool, change) => {
    const proposal = await change(scene)
    const [grant] = await arena.window.files.grants()
    if (grant === undefined) throw new Error('There is no grant.')
    await arena.window.files.revoke({ id: grant.id })
    try {
      await expectNothingDone(scene, proposal)
    } finally {
      await arena.window.files.grant({ path: arena.docs, access: 'read_write' })
    }
  })
})
