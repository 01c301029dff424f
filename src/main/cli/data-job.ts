import type { DataJob } from '../../shared/contract/data'
import { assertNever } from '../../shared/errors'
import { formatBytes } from '../../shared/format-bytes'
import type { Client } from '../rpc/client'
import type { Output } from './output'

/** How often a person is told how far it is (milliseconds). */
const tellEveryMs = 2000

/** Runs a backup, a restore or an export, and tells meanwhile how far it is. */
export async function withDataJob<T>(
  client: Client,
  out: Output,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const ended = new AbortController()
  const telling = tell(client, out, AbortSignal.any([signal, ended.signal]))
  try {
    return await work(client)
  } finally {
    ended.abort()
    await telling
  }
}

/** Tells how far a job is, no more often than a person reads it. */
export function createTeller(out: Output): (job: Pick<DataJob, 'stage' | 'done' | 'total'>) => void {
  let toldAt = performance.now()
  return (job) => {
    if (performance.now() - toldAt < tellEveryMs) return
    toldAt = performance.now()
    out.note(progressText(job))
  }
}

async function tell(client: Client, out: Output, signal: AbortSignal): Promise<void> {
  const teller = createTeller(out)
  try {
    for await (const event of await client.events.watch(undefined, { signal })) {
      if (event.type === 'data' && event.status.job !== null) teller(event.status.job)
    }
  } catch (error) {
    // The work says what went wrong; of its progress nothing more is to be told.
    if (!signal.aborted) out.note(String(error))
  }
}

function progressText({ stage, done, total }: Pick<DataJob, 'stage' | 'done' | 'total'>): string {
  const share = total === 0 ? '' : ` ${Math.floor((100 * done) / total)}%`
  switch (stage) {
    case 'waiting':
      return 'Waiting until no change is under way …'
    case 'database':
      return `Copying the database …${share}`
    case 'files':
      return `Files: ${formatBytes(done)} of ${formatBytes(total)}`
    case 'checking':
      return 'Checking …'
    case 'writing':
      return `Writing …${share}`
    default:
      return assertNever(stage)
  }
}
