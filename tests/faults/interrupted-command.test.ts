import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createStage, type Stage } from '../support/crash/stage'
import { propose } from '../support/propose'
import { startCore } from '../support/start-core'

let stage: Stage

beforeEach(() => {
  stage = createStage()
})
afterEach(() => stage.remove())

/** Resolves when a file is there. */
function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!existsSync(join(folder, name))) return
      watcher.close()
      resolve()
    }
    const watcher = watch(folder, look)
    look()
  })
}

it('says of a command that a crash cut off that it may have run in part, never that it was rolled back', {
  timeout: 60_000,
}, async () => {
  const options = { data: stage.data, roots: [stage.work] }
  const before = await startCore(options)
  const client = await before?.connect()
  if (before === null || client === undefined) throw new Error('The core did not start.')
  const { id, planHash } = await propose(client, 'run_command', {
    command: ['echo part > part.txt; sleep 5; echo whole > whole.txt'],
    shell: true,
    folder: stage.work,
  })
  // The answer dies with the core.
  const decided = client.proposals.approve({ id, planHash }).catch(() => null)
  await appears(stage.work, 'part.txt')
  await before.kill()
  await decided

  const after = await startCore(options)
  const again = await after?.connect()
  if (after === null || again === undefined) throw new Error('The core did not start again.')
  const proposal = await again.proposals.get({ id })
  expect(proposal.status).toBe('failed')
  expect(proposal.reason).toContain('may have run in part')
  expect(proposal.reason).not.toContain('rolled back')
  const [change] = await again.changes.list({ limit: 1 })
  expect(change).toMatchObject({ tool: 'run_command', status: 'interrupted' })
  expect(await again.changes.list({ status: 'interrupted' })).toHaveLength(1)
  await expect(again.changes.undo({ id: change?.id ?? '' })).rejects.toThrow('may have taken effect in part')
  // What the model is told is what the decision is answered with, also the second time.
  await expect(again.proposals.approve({ id, planHash })).rejects.toThrow('closed')
  expect(await again.changes.verify()).toMatchObject({ intact: true })
  await after.kill()
})
