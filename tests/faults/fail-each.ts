import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startAttached } from '../support/attached-host'
import { applyAfterAll, approve, leftovers } from '../support/disk/decide'
import { createFaultySystem, type SystemFault } from '../support/disk/system-faults'
import { propose } from '../support/propose'

/** More calls than a decision and its change make; the walk ends where nothing fails any more. */
const mostCalls = 200

/**
 * Approves one change after the other; in each, all calls on the database's log fail from one call later on. Expects
 * that nothing is acknowledged that was not stored, that the file and the ledger agree, and that what is owed comes
 * first when the disk works again; with `restart` that a start after a kill finds the same. Answers how many calls
 * there were to fail.
 */
export async function failEachInTurn(
  base: string,
  fault: Pick<SystemFault, 'call' | 'errno'> & { readonly restartEvery?: number },
): Promise<number> {
  const { call, errno, restartEvery = Number.POSITIVE_INFINITY } = fault
  const folder = realpathSync(base)
  const work = join(folder, 'each')
  const file = join(work, 'edit.txt')
  mkdirSync(work)
  writeFileSync(file, 'before\n')
  const system = createFaultySystem(folder)
  const options = { data: join(folder, 'each-data'), roots: [work], environment: system.environment }
  let running = await startAttached(options)
  try {
    for (let after = 0; after < mostCalls; after++) {
      const before = readFileSync(file, 'utf8')
      const content = `after ${after}\n`
      const proposal = await propose(running.client, 'overwrite_file', { path: file, content })
      system.fail({ call, path: 'countersign.db-wal', errno, after })
      const decision = await approve(running.client, proposal)
      const where = `${call} number ${after + 1}: ${JSON.stringify(decision)}`
      const restarts = after % restartEvery === 0
      if (restarts) await running.kill()
      system.fail(null)
      if (restarts) running = await startAttached(options)
      if (system.happened().length === 0) {
        expect(decision.status, where).toBe('applied')
        expect(await running.client.system.doctor()).toMatchObject({ ok: true })
        return after
      }
      const { status } = await running.client.proposals.get({ id: proposal.id })
      expect(readFileSync(file, 'utf8'), where).toBe(status === 'applied' ? content : before)
      expect(leftovers(work), where).toEqual([])
      if (decision.status === 'applied') {
        expect(status, where).toBe('applied')
        continue
      }
      expect(decision.code, where).toBe('unavailable')
      expect(decision.said, where).toMatch(
        /disk of the data folder.*(kept|Nothing was changed).*(Check|Make room)/s,
      )
      const other = await propose(running.client, 'create_file', {
        path: join(work, `${after}.txt`),
        content: '',
      })
      expect(await approve(running.client, other), where).toMatchObject({ status: 'applied' })
      expect((await running.client.proposals.get({ id: proposal.id })).status, where).not.toBe('approved')
      if (status !== 'applied') await applyAfterAll(running.client, proposal)
      expect(readFileSync(file, 'utf8'), where).toBe(content)
    }
    throw new Error(`There was no end to the calls of ${call}.`)
  } finally {
    await running.stop()
  }
}
