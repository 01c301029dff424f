import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type GateBench } from '../../../../tests/support/gate/bench'
import type { CrashOrder } from '../../../../tests/support/gate/crash'
import { person } from '../../../shared/actor'
import { AppError } from '../../../shared/errors'

// Starting a process that compiles TypeScript takes a second or two on a busy machine.
const childTimeoutMs = 60_000

let bench: GateBench

beforeEach(() => {
  bench = createBench()
})
afterEach(() => bench.remove())

/** Runs the order in a child that is killed, then opens what it left. */
async function crashAndReopen(order: Pick<CrashOrder, 'act' | 'id' | 'dieAt'>): Promise<void> {
  bench.close()
  const script = resolve('tests/support/gate/crash-child.mjs')
  const full = { ...order, database: bench.database, shelf: bench.shelf } satisfies CrashOrder
  const child = spawn(process.execPath, [script, JSON.stringify(full)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const signal = await new Promise((done) => child.once('exit', (_code, killedBy) => done(killedBy)))
  expect(signal).toBe('SIGKILL')
  bench.open()
}

function shelf(): Record<string, string> {
  return Object.fromEntries(
    readdirSync(bench.shelf).map((name) => [name, readFileSync(join(bench.shelf, name), 'utf8')]),
  )
}

describe('after a crash', () => {
  it.each(['before_journal', 'after_journal', 'half_way', 'after_effect'] as const)(
    'leaves the old state when the process was killed %s, and says so',
    async (dieAt) => {
      writeFileSync(join(bench.shelf, 'tea'), 'green')
      const { id } = await bench.propose('move_item', { from: 'tea', to: 'cup' })
      await crashAndReopen({ act: 'approve', id, dieAt })
      expect(bench.gate.proposal(id).status).toBe('approved')
      await bench.gate.recover()
      expect(shelf()).toEqual({ tea: 'green' })
      const proposal = bench.gate.proposal(id)
      expect(proposal.status).toBe('failed')
      expect(proposal.reason).toContain('rolled back')
      const { result } = await bench.gate.decided(id, new AbortController().signal)
      expect(result?.success).toBe(false)
      const statuses = bench.gate.changes({ limit: 10 }).map((change) => change.status)
      expect(statuses).toEqual(dieAt === 'before_journal' ? [] : ['rolled_back'])
      expect((await bench.gate.verifyAudit()).intact).toBe(true)
      const again = await bench.gate.proposeAgain({ id, by: person, signal: new AbortController().signal })
      expect((await bench.approve(again)).proposal.status).toBe('applied')
      expect(shelf()).toEqual({ cup: 'green' })
    },
    childTimeoutMs,
  )

  it(
    'leaves the new state when the process was killed after the commit',
    async () => {
      const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
      await crashAndReopen({ act: 'approve', id, dieAt: 'after_commit' })
      await bench.gate.recover()
      expect(shelf()).toEqual({ tea: 'green' })
      expect(bench.gate.proposal(id).status).toBe('applied')
      expect((await bench.gate.verifyAudit()).intact).toBe(true)
    },
    childTimeoutMs,
  )

  it(
    'keeps a denial',
    async () => {
      const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
      await crashAndReopen({ act: 'reject', id, dieAt: 'after_commit' })
      await bench.gate.recover()
      expect(bench.gate.proposal(id)).toMatchObject({ status: 'rejected', reason: 'Not this one' })
      await expect(bench.approve(bench.gate.proposal(id))).rejects.toMatchObject({ code: 'conflict' })
      expect(shelf()).toEqual({})
    },
    childTimeoutMs,
  )

  it(
    'can undo what was applied before the crash',
    async () => {
      const proposal = await bench.propose('put_item', { name: 'tea', text: 'green' })
      await crashAndReopen({ act: 'approve', id: proposal.id, dieAt: 'after_commit' })
      await bench.gate.recover()
      await bench.undo(bench.gate.proposal(proposal.id).changeId ?? '')
      expect(shelf()).toEqual({})
    },
    childTimeoutMs,
  )
})

describe('recovery', () => {
  it('expires what waited too long while the application was closed', async () => {
    const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
    bench.close()
    bench.clock.advance(24 * 60 * 60 * 1000)
    bench.open()
    await bench.gate.recover()
    expect(bench.gate.proposal(id).status).toBe('expired')
  })

  it('tells a conflict that could not be rolled back as the conflict that it is, and what is kept', async () => {
    bench.hooks.afterEffect = () => {
      throw new AppError('conflict', 'The folder was replaced.')
    }
    bench.hooks.beforeRevert = () => {
      throw new AppError('conflict', 'It still is.')
    }
    const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const { proposal, result } = await bench.approve(bench.gate.proposal(id))
    expect(proposal.status).toBe('conflict')
    expect(result?.error?.code).toBe('conflict')
    expect(result?.content).toContain('is left half done')
    expect(proposal.reason).toMatch(/could NOT be rolled back: It still is\..*is kept/)
  })

  it('says loudly what it could not roll back, and tries again at the next start', async () => {
    bench.hooks.afterEffect = () => {
      throw new Error('the disk is gone')
    }
    bench.hooks.beforeRevert = () => {
      throw new Error('still gone')
    }
    const { id } = await bench.propose('put_item', { name: 'tea', text: 'green' })
    const { proposal } = await bench.approve(bench.gate.proposal(id))
    expect(proposal.status).toBe('failed')
    expect(proposal.reason).toContain('could NOT be rolled back: still gone')
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('applying')
    bench.reopen()
    await bench.gate.recover()
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('applying')
    bench.hooks.beforeRevert = undefined
    bench.reopen()
    await bench.gate.recover()
    expect(bench.gate.changes({ limit: 1 })[0]?.status).toBe('rolled_back')
    expect(shelf()).toEqual({})
  })
})
