import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../src/main/rpc/client'
import { openTestCore, type TestCore } from '../support/open-test-core'
import { propose } from '../support/propose'
import { type Reached, transports } from './transports'

const hourMs = 3_600_000

describe.each(Object.keys(transports))('how long a proposal waits, set over %s', (transport) => {
  let test: TestCore
  let reached: Reached
  let client: Client

  beforeAll(async () => {
    test = await openTestCore()
    const reach = transports[transport]
    if (reach === undefined) throw new Error(transport)
    reached = await reach(test)
    client = reached.client
  }, 60_000)
  afterAll(async () => {
    await reached.close()
    await test.close()
  })

  let made = 0
  const proposeCollection = () => propose(client, 'create_collection', { name: `Collection ${++made}` })
  const waits = async () => {
    const { createdAt, expiresAt } = await proposeCollection()
    return (expiresAt - createdAt) / hourMs
  }

  it('is a day, and what was chosen for all proposals from then on', async () => {
    expect(await waits()).toBe(24)
    const before = await proposeCollection()
    for (const [proposalLifetime, hours] of [
      ['hour', 1],
      ['week', 168],
      ['day', 24],
    ] as const) {
      expect(await client.settings.set({ proposalLifetime })).toMatchObject({ proposalLifetime })
      expect(await waits()).toBe(hours)
    }
    expect((await client.proposals.get({ id: before.id })).expiresAt).toBe(before.expiresAt)
  })

  it('is nothing else than the choices', async () => {
    for (const wrong of ['', 'year', 48, null]) {
      await expect(client.settings.set({ proposalLifetime: wrong } as never)).rejects.toThrow()
    }
    expect((await client.settings.get()).proposalLifetime).toBe('day')
  })
})
