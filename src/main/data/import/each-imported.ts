import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { spellMs } from '../../async/stepwise'
import { newId } from '../../identifier'
import type { RunJob } from '../run-job'
import type { DataClient } from '../worker-client'
import { type Imported, importedSchema } from './imported'

/** People look at progress no more often than this (milliseconds). */
const tellPauseMs = 100
const lineEnd = 0x0a

/** What files are read again with. */
export interface EachImportedParts {
  readonly client: Pick<DataClient, 'import'>
  readonly runJob: RunJob
  /** Where what is read is kept until it is stored; what a crash leaves there is removed at the next start. */
  readonly folder: string
}

/** Reads what lies at a path and hands over one after the other; `take` tells how far it is by what it resolves to. */
export async function eachImported(
  { client, runJob, folder }: EachImportedParts,
  path: string,
  caller: AbortSignal,
  take: (one: Imported) => Promise<number>,
  total: number,
): Promise<void> {
  const into = join(folder, `import-${newId()}.jsonl`)
  try {
    await runJob('import', path, caller, async (control) => {
      await client.import({ path, into }, control)
      let toldAt = Number.NEGATIVE_INFINITY
      let since = performance.now()
      for await (const line of linesOf(into)) {
        if (control.signal.aborted) throw new AppError('cancelled', say('error.stopped'))
        const done = await take(importedSchema.parse(JSON.parse(line)))
        // Many short lines come in one piece.
        if (performance.now() - since > spellMs) {
          await nextTurn()
          since = performance.now()
        }
        if (performance.now() - toldAt < tellPauseMs) continue
        toldAt = performance.now()
        control.progress?.('writing', done, Math.max(done, total))
      }
    })
  } finally {
    await rm(into, { force: true })
  }
}

/** The lines of a file; Node's own reader also ends them at U+2028 and U+2029, which JSON has within its texts. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest: Buffer[] = []
  const chunks: AsyncIterable<Buffer> = createReadStream(path)
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8')
      rest = []
      from = end + 1
    }
    rest.push(chunk.subarray(from))
  }
}
