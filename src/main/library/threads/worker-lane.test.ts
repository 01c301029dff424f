import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildEntry } from '../../../../tests/support/build-worker'
import { createWorkerLane, type WorkerLane } from './worker-lane'

let folder: string
let workerUrl: URL
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lane-'))
  workerUrl = await buildEntry('tests/support/busy-thread.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that has begun, within the database's native code unless it hangs or takes turns. */
async function laneAtWork(
  kind: 'work' | 'hang' | 'turns',
  graceMs: number,
): Promise<{ lane: WorkerLane; begun: string; interrupt: () => void }> {
  const lane = createWorkerLane({ workerUrl, size: 1, memoryMb: 100, idleMs: 60_000, graceMs })
  const begun = join(folder, `${kind}-${graceMs}`)
  const request: { kind: string; begun: string } = { kind, begun }
  const interrupt = vi.fn()
  lane.run({ request, timeLimitMs: 60_000, interrupt, onMessage: () => true, onFailure: () => undefined })
  await vi.waitUntil(() => existsSync(begun), { timeout: 20_000 })
  return { lane, begun, interrupt }
}

describe('a thread with the database', () => {
  it('ends only after the piece of work that it is at, which would abort the process', async () => {
    const { lane, begun, interrupt } = await laneAtWork('work', 20_000)
    await lane.close()
    expect(existsSync(`${begun}.ended`)).toBe(true)
    expect(interrupt).toHaveBeenCalledOnce()
  })

  it('ends between two turns of work that never pauses', async () => {
    const { lane, begun } = await laneAtWork('turns', 5_000)
    await lane.close()
    expect(existsSync(`${begun}.exited`)).toBe(true)
  })

  it('is ended by force where that takes too long', async () => {
    const { lane, begun } = await laneAtWork('hang', 100)
    await lane.close()
    expect(existsSync(`${begun}.exited`)).toBe(false)
  })
})
