import { describe, expect, it } from 'vitest'
import { look } from '../../../tests/support/agent/desk'
import { answer, text } from '../../../tests/support/fake-messages-api'
import { setUpMissionsDesk } from '../../../tests/support/missions-desk'
import { sampleMission } from '../../../tests/support/sample-mission'
import { type Actor, person } from '../../shared/actor'
import { forgetPlans } from '../db/missions'
import { lookAtClock } from '../db/trusted-time'

const desk = setUpMissionsDesk()
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const daily = { kind: 'daily', at: '09:30' } as const
const iterationsOf = (id: string) => desk.missions.iterations({ id, limit: 100 }).iterations

/** Answers every request with these words. */
function alwaysSays(words: string): void {
  desk.agent.api.respond(() => answer([text(words)]))
}

/** Each run looks at something until a test lets it go on. */
function holdRuns(): (() => void)[] {
  const open: (() => void)[] = []
  desk.agent.bench.look = (at) => new Promise((resolve) => open.push(() => resolve(`Looked at ${at}.`)))
  desk.agent.api.respond(({ messages }) =>
    JSON.stringify(messages.at(-1)).includes('Looked') ? answer([text('Done.')]) : answer([look('tea')]),
  )
  return open
}

describe('missions', () => {
  it('are made, changed, switched, copied, deleted and restored, each in the record', async () => {
    const { id } = desk.make()
    const changed = desk.missions.change({
      id,
      revision: 1,
      fields: { ...sampleMission, prompt: 'Count the cups.' },
      by: person,
    })
    expect(changed).toMatchObject({ revision: 2, prompt: 'Count the cups.', changedBy: person })
    expect(desk.missions.switch({ id, on: false, by: person })).toMatchObject({ switchedOn: false })
    expect(desk.missions.duplicate({ id, by: person })).toMatchObject({
      name: 'Shelf keeper (2)',
      switchedOn: false,
      last: null,
    })
    expect(desk.missions.remove({ id, by: person }).trashedAt).not.toBeNull()
    expect(() => desk.run(id)).toThrow('is in the trash')
    const taken = desk.make()
    expect(desk.missions.restore({ id, by: person })).toMatchObject({
      name: 'Shelf keeper (3)',
      trashedAt: null,
    })
    expect(taken.name).toBe('Shelf keeper')
    const kinds = desk.agent.bench.db.raw.prepare('SELECT kind FROM audit ORDER BY number').pluck().all()
    expect(kinds).toEqual([
      ...['mission.set', 'mission.set', 'mission.set', 'mission.set'],
      ...['mission.trashed', 'mission.set', 'mission.restored'],
    ])
    expect(desk.told.at(-1)).toMatchObject({ type: 'missions', missions: expect.any(Array) })
  })

  it('keep what another window changed, and names apart', () => {
    const { id } = desk.make()
    desk.missions.switch({ id, on: false, by: person })
    expect(() => desk.missions.change({ id, revision: 1, fields: sampleMission, by: person })).toThrow(
      'changed meanwhile',
    )
    expect(() => desk.make({ name: 'shelf KEEPER' })).toThrow('already')
    expect(() => desk.make({ name: 'Other', assistantId: 'nobody' })).toThrow('no such assistant')
  })

  it('are made and run by people only', () => {
    const { id } = desk.make()
    const others: Actor[] = [
      { kind: 'assistant', name: 'Assistant' },
      { kind: 'mcp_client', name: 'Editor' },
    ]
    for (const by of others) {
      expect(() => desk.missions.create({ fields: sampleMission, by })).toThrow('Only a person')
      expect(() => desk.missions.switch({ id, on: false, by })).toThrow('Only a person')
      expect(() => desk.missions.run({ id, by })).toThrow('Only a person')
      expect(() => desk.missions.remove({ id, by })).toThrow('Only a person')
    }
  })
})

describe('a schedule', () => {
  it('has the mission run when it falls due, in a conversation of its own', async () => {
    alwaysSays('The shelf is **in order**.')
    const { id, nextDueAt } = desk.make({ schedule: daily })
    expect(nextDueAt).toBe(Date.parse('2026-03-02T08:30:00Z'))
    desk.clock.pass(29 * minute)
    expect(desk.get(id).last).toBeNull()
    desk.clock.pass(minute)
    const first = await desk.ended(id)
    expect(first).toMatchObject({ sequence: 1, why: 'schedule', ended: 'completed', proposed: 0, waiting: 0 })
    expect(desk.get(id).nextDueAt).toBe(Date.parse('2026-03-03T08:30:00Z'))
    expect(desk.missions.closing(first.id)).toEqual({
      text: 'The shelf is **in order**.',
      error: null,
      failedCalls: 0,
    })
    const [conversation] = desk.agent.bench.conversations.list()
    expect(conversation).toMatchObject({
      id: first.conversationId,
      title: 'Shelf keeper – 2 Mar 2026, 09:30',
      mission: { id, tells: 'needed' },
    })
    desk.clock.sleep(day - minute)
    desk.clock.pass(minute)
    await expect.poll(() => iterationsOf(id).length).toBe(2)
    expect((await desk.ended(id)).conversationId).not.toBe(first.conversationId)
  })

  it('holds after a restart', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: daily })
    await desk.missions.close()
    await desk.agent.bench.restart()
    await desk.reopen()
    desk.clock.pass(30 * minute)
    expect(await desk.ended(id)).toMatchObject({ why: 'schedule' })
  })

  it('that fell due while the application was closed runs once, late', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: { kind: 'every', minutes: 5 } })
    await desk.missions.close()
    await desk.agent.bench.restart()
    desk.clock.sleep(7 * hour)
    await desk.reopen()
    expect(await desk.ended(id)).toMatchObject({ why: 'late', sequence: 1 })
    desk.clock.pass(4 * minute)
    expect(iterationsOf(id)).toHaveLength(1)
    desk.clock.pass(minute)
    await expect.poll(() => iterationsOf(id)[0]).toMatchObject({ sequence: 2, why: 'schedule' })
  })

  it('that fell due seconds before the start is left out where the mission says so', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: daily, late: 'skip' })
    const other = desk.make({ name: 'Other', schedule: daily })
    desk.clock.pass(29 * minute)
    await desk.missions.close()
    await desk.agent.bench.restart()
    desk.clock.sleep(minute + 5_000)
    await desk.reopen()
    expect(await desk.ended(other.id)).toMatchObject({ why: 'late' })
    expect(desk.get(id)).toMatchObject({ last: null, nextDueAt: Date.parse('2026-03-03T08:30:00Z') })
  })

  it('of a backup that is restored is planned from then on', async () => {
    const { id } = desk.make({ schedule: daily })
    await desk.missions.close()
    await desk.agent.bench.restart()
    forgetPlans(desk.agent.bench.db)
    desk.clock.sleep(hour)
    await desk.reopen()
    expect(desk.get(id)).toMatchObject({ last: null, nextDueAt: Date.parse('2026-03-03T08:30:00Z') })
  })

  it('that fell due while the machine slept is left out where the mission says so', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: daily, late: 'skip' })
    const other = desk.make({ name: 'Other', schedule: daily })
    desk.clock.sleep(hour)
    desk.clock.pass(minute)
    expect(await desk.ended(other.id)).toMatchObject({ why: 'late' })
    expect(desk.get(id)).toMatchObject({ last: null, nextDueAt: Date.parse('2026-03-03T08:30:00Z') })
  })

  it('does not run again where the clock is set back', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: daily })
    desk.clock.pass(30 * minute)
    await desk.ended(id)
    desk.clock.set(Date.parse('2026-03-02T08:00:00Z'))
    desk.clock.pass(2 * hour)
    expect(iterationsOf(id)).toHaveLength(1)
  })

  it('asks the clock at least each minute, however far the next time is', () => {
    desk.make({ schedule: { kind: 'monthly', day: 1, at: '00:00' } })
    expect(desk.clock.timers()).toBe(1)
    desk.clock.pass(hour)
    expect(desk.clock.timers()).toBeGreaterThan(0)
  })

  it('that is switched off holds no more, and by hand it runs all the same', async () => {
    alwaysSays('Done.')
    const { id } = desk.make({ schedule: daily })
    expect(desk.missions.switch({ id, on: false, by: person }).nextDueAt).toBeNull()
    desk.clock.pass(hour)
    expect(desk.get(id).last).toBeNull()
    expect(await desk.runToEnd(id)).toMatchObject({ why: 'by_hand' })
    // What passed meanwhile is not made up for.
    desk.missions.switch({ id, on: true, by: person })
    desk.clock.pass(minute)
    expect(iterationsOf(id)).toHaveLength(1)
  })

  it('of a mission in the trash waits, and is planned anew with it', () => {
    const { id } = desk.make({ schedule: daily })
    desk.missions.remove({ id, by: person })
    desk.clock.sleep(2 * day)
    desk.clock.pass(minute)
    desk.missions.restore({ id, by: person })
    expect(desk.get(id)).toMatchObject({ last: null, nextDueAt: Date.parse('2026-03-04T08:30:00Z') })
  })

  it('is looked after by the application alone, not by a command', async () => {
    const { id } = desk.make({ schedule: daily })
    await desk.missions.close()
    await desk.agent.bench.restart()
    await desk.reopen(false)
    desk.clock.pass(day)
    expect(desk.clock.timers()).toBe(0)
    expect(desk.get(id).last).toBeNull()
    expect(() => desk.run(id)).toThrow('Open Countersign')
  })
})

describe('missions at work', () => {
  it('are two at most, others wait for their turn, and none runs twice at once', async () => {
    const open = holdRuns()
    const all = ['One', 'Two', 'Three'].map((name) => desk.make({ name }))
    for (const { id } of all) desk.run(id)
    await expect.poll(() => open.length).toBe(2)
    expect(desk.missions.list().map(({ state }) => state)).toEqual(['running', 'running', 'waiting'])
    expect(() => desk.run(all[0]?.id ?? '')).toThrow('at work already')
    expect(() => desk.run(all[2]?.id ?? '')).toThrow('at work already')
    open[0]?.()
    await expect.poll(() => open.length).toBe(3)
    for (const end of open) end()
    for (const { id } of all) expect(await desk.ended(id)).toMatchObject({ ended: 'completed' })
  })

  it('end where they are stopped before their run has begun, or wait for their turn; windows are told', async () => {
    const open = holdRuns()
    const all = ['One', 'Two', 'Three'].map((name) => desk.make({ name }).id)
    const [first = '', , third = ''] = all
    for (const id of all) desk.run(id)
    expect(desk.missions.stop({ id: first, by: person })).toBe(true)
    expect(await desk.ended(first)).toMatchObject({ ended: 'stopped' })
    await expect.poll(() => open.length).toBe(2)
    const fourth = desk.make({ name: 'Four' }).id
    desk.run(fourth)
    expect(desk.missions.stop({ id: fourth, by: person })).toBe(true)
    expect(desk.told.at(-1)).toMatchObject({
      type: 'missions',
      missions: expect.arrayContaining([expect.objectContaining({ id: fourth, state: 'idle' })]),
    })
    for (const end of open) end()
    await desk.ended(third)
    expect(desk.get(fourth).last).toBeNull()
  })

  it('that wait for their turn because a person said so keep it when their schedule changes', async () => {
    const open = holdRuns()
    const all = ['One', 'Two', 'Three'].map((name) => desk.make({ name }).id)
    const [, , third = ''] = all
    for (const id of all) desk.run(id)
    const { revision } = desk.get(third)
    const fields = { ...sampleMission, name: 'Three', schedule: daily }
    desk.missions.change({ id: third, revision, fields, by: person })
    expect(desk.get(third).state).toBe('waiting')
    await expect.poll(() => open.length).toBe(2)
    for (const end of open.splice(0)) end()
    await expect.poll(() => open.length).toBe(1)
    open[0]?.()
    expect(await desk.ended(third)).toMatchObject({ why: 'by_hand' })
  })

  it('leave out a time at which they still work', async () => {
    const open = holdRuns()
    const { id } = desk.make({ schedule: { kind: 'every', minutes: 5 } })
    desk.clock.pass(5 * minute)
    await expect.poll(() => open.length).toBe(1)
    desk.clock.pass(6 * minute)
    open[0]?.()
    await desk.ended(id)
    expect(iterationsOf(id)).toHaveLength(1)
    desk.clock.pass(4 * minute)
    await expect.poll(() => open.length).toBe(2)
    open[1]?.()
    await desk.ended(id)
  })
})

it('lets old conversations go to the trash, and keeps those that are wanted', async () => {
  alwaysSays('Done.')
  const { id } = desk.make()
  const { conversations } = desk.agent.bench
  const pinned = await desk.runToEnd(id)
  const filed = await desk.runToEnd(id)
  const plain = await desk.runToEnd(id)
  conversations.arrange({ id: pinned.conversationId ?? '', pinned: true })
  const folder = conversations.putFolder({ id: null, name: 'Shelf' })
  conversations.arrange({ id: filed.conversationId ?? '', folderId: folder.id })
  desk.clock.sleep(91 * day)
  const last = await desk.runToEnd(id)
  expect(iterationsOf(id).map(({ sequence }) => sequence)).toEqual([
    ...[last.sequence, filed.sequence, pinned.sequence],
  ])
  expect(conversations.trash().map((one) => one.id)).toEqual([plain.conversationId])
  expect(await desk.runToEnd(id)).toMatchObject({ sequence: 5 })
})

it('forgets no iteration because the clock has leapt ahead, only once that is believed', async () => {
  alwaysSays('Done.')
  const { id } = desk.make()
  const first = await desk.runToEnd(id)
  lookAtClock(desk.agent.bench.db, desk.clock.now())
  desk.clock.sleep(365 * day)
  const second = await desk.runToEnd(id)
  expect(iterationsOf(id).map(({ sequence }) => sequence)).toEqual([second.sequence, first.sequence])
  expect(desk.agent.bench.conversations.trash()).toEqual([])
  lookAtClock(desk.agent.bench.db, desk.clock.now())
  desk.clock.sleep(day)
  const third = await desk.runToEnd(id)
  expect(iterationsOf(id).map(({ sequence }) => sequence)).toEqual([third.sequence, second.sequence])
})
