import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildEntry } from '../../../tests/support/build-worker'
import { createWorkerLane, type WorkerLane } from './worker-lane'

let folder: string
let workerUrl: URL
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lane-'))
  workerUrl = await buildEntry('tests/support/busy-thread.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that is within the database's native code, told by the file that it makes there. */
async function laneAtWork(
  kind: 'work' | 'hang' | 'turns',
  graceMs: number,
): Promise<{ lane: WorkerLane; begun: string }> {
  const lane = createWorkerLane({ workerUrl, size: 1, memoryMb: 100, idleMs: 60_000, graceMs })
  const begun = join(folder, `${kind}-${graceMs}`)
  const request: { kind: string; begun: string } = { kind, begun }
  lane.run({ request, timeLimitMs: 60_000, onMessage: () => true, onFailure: () => undefined })
  await vi.waitUntil(() => existsSync(begun), { timeout: 20_000 })
  return { lane, begun }
}

describe('a thread with the database', () => {
  it('ends only after the piece of work that it is at, which would abort the process', async () => {
    const { lane, begun } = await laneAtWork('work', 20_000)
    await lane.close()
    expect(existsSync(`${begun}.ended`)).toBe(true)
  })

  it('ends between two turns of work that never pauses', async () => {
    const { lane, begun } = await laneAtWork('turns', 60_000)
    await lane.close()
    expect(existsSync(begun)).toBe(true)
  })

  it('is ended by force where that takes too long', async () => {
    const { lane, begun } = await laneAtWork('hang', 100)
    await lane.close()
    expect(existsSync(`${begun}.ended`)).toBe(false)
  })
})
