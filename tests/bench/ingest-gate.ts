import { performance } from 'node:perf_hooks'
import { createRouterClient } from '@orpc/server'
import { person } from '../../src/shared/actor'
import { watchBlocking } from './blocking'
import { openBenchCore } from './gate-core'
import type { IngestRun } from './ingest-run'

/** What a folder took that a person drops; `handedSeconds` until all of it is in the ledger. */
export type GateRun = Pick<IngestRun, 'seconds' | 'againSeconds' | 'blocked'> & {
  readonly handedSeconds: number
}

/** Between two looks whether all can be found (milliseconds). */
const LOOK_MS = 100

/** Drops a folder of `count` files on a core of its own in `data`, waits until all can be found, and drops it again. */
export async function runThroughGate(
  source: string,
  count: number,
  { checkout, data }: { readonly checkout: string; readonly data: string },
): Promise<GateRun> {
  const core = await openBenchCore(checkout, data, [])
  try {
    const { library } = createRouterClient(core.router, { context: { actor: person, approval: null } })
    const drop = async () => {
      const { documents, skipped } = await library.add({ paths: [source] })
      if (documents.length !== count) throw new Error(`${skipped.length} left out: ${skipped[0]?.reason}`)
    }
    const blocking = watchBlocking()
    const started = performance.now()
    const passed = (since: number) => (performance.now() - since) / 1000
    await drop()
    const handedSeconds = passed(started)
    while ((await library.documents({ status: 'pending', limit: 1 })).total > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    const seconds = passed(started)
    const blocked = blocking.stop()
    const { total } = await library.documents({ status: 'complete', limit: 1 })
    if (total !== count) throw new Error(`${count - total} of ${count} files failed.`)
    const startedAgain = performance.now()
    await drop()
    return { seconds, handedSeconds, blocked, againSeconds: passed(startedAgain) }
  } finally {
    await core.close()
  }
}
