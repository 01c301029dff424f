import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { setUpGateDesk } from '../../../../tests/support/gate/desk'
import { here, permitsOf } from '../../../../tests/support/gate/permits'
import { defineModule, defineWriteTool } from '../../../shared/tool/define'
import type { ModuleRuntime, Ongoing } from '../../../shared/tool/runtime'

// What can't be taken back and takes long: a bell that rings until it is stopped, within its call or after it.

const bells = defineModule({
  id: 'bells',
  title: 'Bells',
  icon: 'bell',
  prompt: '',
  origin: 'own',
  tools: [
    defineWriteTool({
      name: 'ring_bell',
      class: 'destructive_update',
      irreversible: true,
      title: 'Ring bell',
      description: 'Rings a bell.',
      input: z.strictObject({}),
      plan: z.object({}),
      inverse: z.object({}),
      output: z.object({ stopped: z.boolean() }),
      aliases: [],
    }),
  ],
})

/** How long it rings within its call; a test replaces it. */
let ringing: (signal: AbortSignal) => Promise<boolean>
/** What goes on after its answer. */
let after: Ongoing | undefined
const runtime: ModuleRuntime<typeof bells> = {
  ring_bell: {
    async plan() {
      const target = { kind: 'record' as const, label: 'bell', reference: 'bell:1' }
      const preview = {
        ...{ summary: 'Ring the bell.', targets: [target], changes: [], lost: [], warnings: [] },
        recovery: 'none' as const,
      }
      return { plan: {}, preview }
    },
    async apply(_plan, { journal, signal }) {
      journal({})
      const stopped = await ringing(signal)
      return { content: 'Rang.', state: { stopped }, ...(after === undefined ? {} : { goesOn: after }) }
    },
    async revert(_inverse, { journal }) {
      journal({})
      return { content: '' }
    },
  },
}

const desk = setUpGateDesk({ module: bells, runtime })
const { remember } = permitsOf(desk)
beforeEach(() => {
  ringing = async () => false
  after = undefined
})

/** What windows were told of entries, in order. */
const told = () =>
  desk.bench.events.flatMap((event) =>
    event.type === 'change' ? [[event.change.status, event.change.goesOn ?? false]] : [],
  )

describe('what runs under a remembered approval', () => {
  beforeEach(async () => {
    await remember(await desk.bench.propose('ring_bell', {}, here), { scope: 'target' })
    desk.bench.events.length = 0
  })

  it('is stopped by its entry while it runs, and the call that began it goes on', async () => {
    const begun = Promise.withResolvers<void>()
    ringing = (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(true))
        begun.resolve()
      })
    const call = new AbortController()
    const outcome = desk.bench.call('ring_bell', {}, { ...here, signal: call.signal })
    await begun.promise
    const [change] = desk.bench.gate.changeLines({ limit: 1 })
    expect(change).toMatchObject({ status: 'applying', goesOn: true })
    expect(desk.bench.gate.stopChange(change?.id ?? '')).toBe(true)
    expect(await outcome).toMatchObject({ status: 'done', result: { state: { stopped: true } } })
    expect(call.signal.aborted).toBe(false)
    expect(told().at(0)).toEqual(['applying', true])
    expect(told().at(-1)).toEqual(['applied', false])
    expect(desk.bench.gate.stopChange(change?.id ?? '')).toBe(false)
  })

  it('is stopped by its entry where it goes on after its answer, and windows are told of its end', async () => {
    const ended = Promise.withResolvers<void>()
    after = { ended: ended.promise, stop: ended.resolve }
    const change = await desk.bench.apply('ring_bell', {}, null, here)
    expect(change).toMatchObject({ status: 'applied', goesOn: true })
    expect(told().at(-1)).toEqual(['applied', true])
    expect(desk.bench.gate.stopChange(change.id)).toBe(true)
    await ended.promise
    expect(told().at(-1)).toEqual(['applied', false])
    expect(desk.bench.gate.change(change.id).goesOn).toBeUndefined()
  })
})

it('what goes on after its proposal is applied is stopped by either, and its entry says so too', async () => {
  const ended = Promise.withResolvers<void>()
  after = { ended: ended.promise, stop: ended.resolve }
  const { id } = await desk.bench.propose('ring_bell', {}, here)
  const { proposal } = await desk.bench.approve(desk.bench.gate.proposal(id))
  expect(proposal).toMatchObject({ status: 'applied', goesOn: true })
  expect(desk.bench.gate.changeLines({ limit: 1 })).toMatchObject([{ goesOn: true }])
  expect(desk.bench.gate.stopApproved(id)).toBe(true)
  await ended.promise
  expect(desk.bench.gate.proposal(id).goesOn).toBeUndefined()
  expect(told().at(-1)).toEqual(['applied', false])
})
