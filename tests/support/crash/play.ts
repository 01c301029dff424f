import { expect } from 'vitest'
import { type Client, clientInProcess } from '../../../src/main/rpc/client'
import type { Proposal } from '../../../src/shared/contract/changes'
import { assertNever } from '../../../src/shared/errors'
import { openTestCore, type TestCore } from '../open-test-core'
import { exceptRevisions } from '../record-desk'
import { startCore } from '../start-core'
import { approve, type CrashCase, furnish } from './cases'
import { orphansIn, picture, settled } from './picture'
import type { Stage } from './stage'

/** A case that was once played to its end: what it passed, and the world before and after. */
export interface Rehearsed {
  readonly crashCase: CrashCase
  /** `POINT:PASS`, in order. */
  readonly faults: readonly string[]
  readonly before: unknown
  readonly after: unknown
  /** The last numbers of proposals and changes from before. */
  readonly proposals: number
  readonly changes: number
}

/** Plays cases on a stage; `passed` is filled by the mocked fault points of this process. */
export interface Play {
  furnish(): Promise<void>
  rehearse(crashCase: CrashCase): Promise<Rehearsed>
  /** Plays it in a process that ends at the fault, and checks what is there after the next start. */
  crash(rehearsed: Rehearsed, fault: string): Promise<{ readonly recoveryFaults: readonly string[] }>
  /** The same, and the next start ends at a fault too. */
  crashTwice(rehearsed: Rehearsed, fault: string, second: string): Promise<void>
}

const person = { kind: 'command_line', name: 'Command line' } as const
/** A process that should be dead and is not gets this long to say so (milliseconds). */
const deathLimitMs = 10_000

/** Opens a play. */
export function createPlay(stage: Stage, passed: string[]): Play {
  const roots = [stage.work, ...(stage.other === null ? [] : [stage.other])]

  /** A core in this process, for what is not to be killed. */
  async function within<T>(work: (client: Client, core: TestCore) => Promise<T>): Promise<T> {
    passed.length = 0
    const core = await openTestCore({ data: stage.data, roots })
    try {
      return await work(clientInProcess(core.core.router, { actor: person, approval: null }), core)
    } finally {
      await core.close()
    }
  }

  async function die(rehearsed: Rehearsed, fault: string): Promise<void> {
    const core = await startCore({ data: stage.data, roots, fault })
    if (core === null) return
    const client = await core.connect()
    const failure = await rehearsed.crashCase.run(client).then(
      () => 'it came to its end',
      (error: unknown) => String(error),
    )
    const timer = setTimeout(() => void core.kill().then(() => expect.fail(failure)), deathLimitMs)
    expect(await core.ended, `${fault}: ${failure}`).toBe('SIGKILL')
    clearTimeout(timer)
  }

  return {
    async furnish() {
      await within((client) => furnish(stage, client))
      stage.keep('furnished')
    },

    async rehearse(crashCase) {
      stage.bring('furnished')
      const { prepare } = crashCase
      if (prepare !== undefined) await within((client) => prepare(client))
      stage.keep(crashCase.name)
      return within(async (client) => {
        const before = await picture(stage, client)
        const [proposal] = await client.proposals.list({ status: 'all', limit: 1 })
        const [change] = await client.changes.list({ limit: 1 })
        await crashCase.run(client)
        await settled(client)
        const after = await picture(stage, client)
        return {
          crashCase,
          faults: counted(passed),
          before,
          after,
          proposals: proposal?.number ?? 0,
          changes: change?.number ?? 0,
        }
      })
    },

    async crash(rehearsed, fault) {
      stage.bring(rehearsed.crashCase.name)
      await die(rehearsed, fault)
      return within(async (client) => {
        const recoveryFaults = counted(passed)
        await check(stage, client, rehearsed, fault)
        return { recoveryFaults }
      })
    },

    async crashTwice(rehearsed, fault, second) {
      stage.bring(rehearsed.crashCase.name)
      await die(rehearsed, fault)
      expect(await startCore({ data: stage.data, roots, fault: second }), second).toBeNull()
      await within((client) => check(stage, client, rehearsed, `${fault}, then ${second}`))
    },
  }
}

function counted(points: readonly string[]): string[] {
  const passes = new Map<string, number>()
  return points.map((point) => {
    const pass = (passes.get(point) ?? 0) + 1
    passes.set(point, pass)
    return `${point}:${pass}`
  })
}

/** Everything is as before or as after, the ledger says which, and what may go on from there does. */
async function check(stage: Stage, client: Client, rehearsed: Rehearsed, where: string): Promise<void> {
  const { crashCase, before, after } = rehearsed
  await settled(client)
  const found = {
    proposals: (await client.proposals.listWhole({ status: 'all', limit: 100 })).filter(
      ({ number }) => number > rehearsed.proposals,
    ),
    changes: (await client.changes.list({ limit: 100 })).filter(({ number }) => number > rehearsed.changes),
  }
  const isSound = async () => {
    expect(await client.system.doctor(), where).toMatchObject({ ok: true })
    expect(await client.changes.verify(), where).toMatchObject({ intact: true })
    expect(orphansIn(stage.data), where).toEqual([])
  }
  const shows = async (expected: unknown, seen = (whole: unknown) => whole) => {
    await settled(client)
    expect(seen(await picture(stage, client)), where).toEqual(seen(expected))
  }
  expect(
    found.changes.filter(({ status }) => status === 'applying'),
    where,
  ).toEqual([])
  await isSound()
  switch (crashCase.kind) {
    case 'approve':
      await checkApproval(client, found, { where, before, after, shows })
      break
    case 'undo':
      await checkUndo(client, rehearsed, { where, before, after, shows })
      break
    case 'reject': {
      const [proposal] = found.proposals
      await shows(before)
      expect(found.changes, where).toEqual([])
      if (proposal?.status === 'rejected') await refusesApproval(client, proposal, where)
      else expect(proposal?.status ?? 'pending', where).toBe('pending')
      break
    }
    case 'granted': {
      const applied = found.changes.filter(({ status }) => status === 'applied').length
      await shows(applied === 1 ? after : before)
      const [grant] = await client.grantsLedger.list({ status: 'all' })
      // A use that was counted for what was then rolled back is lost; none is ever given twice.
      expect(grant?.used, where).toBeGreaterThanOrEqual(applied)
      expect((grant?.used ?? 0) + (grant?.usesLeft ?? 0), where).toBe(2)
      break
    }
    default:
      assertNever(crashCase.kind)
  }
  await isSound()
}

interface Found {
  readonly proposals: readonly Proposal[]
  readonly changes: Awaited<ReturnType<Client['changes']['list']>>
}

interface Expected {
  readonly where: string
  readonly before: unknown
  readonly after: unknown
  shows(expected: unknown, seen?: (whole: unknown) => unknown): Promise<void>
}

async function checkApproval(
  client: Client,
  { proposals, changes }: Found,
  { where, before, after, shows }: Expected,
): Promise<void> {
  const [proposal] = proposals
  expect(proposals.length, where).toBeLessThanOrEqual(1)
  const statuses = changes.map(({ status }) => status)
  switch (proposal?.status) {
    case undefined:
      await shows(before)
      expect(statuses, where).toEqual([])
      return
    case 'pending':
      await shows(before)
      expect(statuses, where).toEqual([])
      await approve(client, proposal)
      break
    case 'failed':
      await shows(before)
      expect(['', 'rolled_back'], where).toContain(statuses.join())
      await refusesApproval(client, proposal, where)
      await shows(before)
      await approve(client, await client.proposals.proposeAgain({ id: proposal.id }))
      break
    case 'applied':
      await shows(after)
      expect(changes, where).toMatchObject([{ status: 'applied', id: proposal.changeId }])
      await refusesApproval(client, proposal, where)
      break
    default:
      expect.fail(`${where}: the proposal is ${proposal?.status}`)
  }
  await shows(after)
  const [last] = await client.changes.list({ limit: 1, status: 'applied' })
  await client.changes.undo({ id: last?.id ?? '' })
  // What was brought back has a revision of its own.
  await shows(before, exceptRevisions)
}

async function checkUndo(
  client: Client,
  rehearsed: Rehearsed,
  { where, before, after, shows }: Expected,
): Promise<void> {
  const subject = await client.changes.get({ id: `#${rehearsed.changes}` })
  if (subject.status === 'undone') {
    await shows(after)
    await expect(client.changes.undo({ id: subject.id }), where).rejects.toThrow('already undone')
  } else {
    expect(subject.status, where).toBe('applied')
    await shows(before)
    await client.changes.undo({ id: subject.id })
  }
  await shows(after)
}

async function refusesApproval(client: Client, proposal: Proposal, where: string): Promise<void> {
  await expect(approve(client, proposal), where).rejects.toThrow(/closed/)
}
