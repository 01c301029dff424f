import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createGate } from '../../src/main/agent/gate'
import { createRegistry } from '../../src/main/agent/registry'
import { createBlobStore } from '../../src/main/changes/blobs'
import { openDatabase } from '../../src/main/db/open'
import { createDataFolder, dataFolderAt } from '../../src/main/disk/data-folder'
import { createFolderGrants } from '../../src/main/files/grants'
import { createFileService } from '../../src/main/files/service'
import type { ToolOf } from '../../src/shared/tool/define'
import filesModule from '../../src/tools/files/module'
import filesRuntime from '../../src/tools/files/runtime'
import { type Figure, median, quantile, round } from './figures'

/** Reads of each kind that are counted, after some that warm the engine; in turn, so that both meet the same noise. */
const reads = 1000
const warmUpReads = 200
const lines = 40

/** How a file is read: by the runtime alone, or through the gate. */
const ways = ['bare', 'alone', 'in a run'] as const
type Way = (typeof ways)[number]

/**
 * Times a small file's read through registry and gate beside the bare runtime's, in this process: outside a run, and in
 * one, where the gate also looks at what the run proposed and what the person allowed it.
 */
export async function benchGateOnRead(base: string): Promise<Figure[]> {
  const folder = dataFolderAt(join(base, 'gate-data'))
  createDataFolder(folder)
  const docs = join(base, 'gate-docs')
  mkdirSync(docs)
  const path = join(docs, 'tides.md')
  writeFileSync(path, 'High water at noon.\n'.repeat(lines))
  const db = openDatabase(folder.database)
  try {
    const publish = () => undefined
    const grants = createFolderGrants({ db, dataFolder: folder.root, publish, home: base })
    await grants.grant(docs, 'read', 'flag')
    const files = createFileService({ db, grants, blobs: createBlobStore(folder.blobs), folder, home: base })
    const runtime = filesRuntime({ files })
    const registry = createRegistry([filesModule], new Map([['files', runtime]]))
    const gate = createGate({ db, registry, publish, now: () => new Date() })
    const { signal } = new AbortController()
    const input = readInput(path)
    const times: Record<Way, number[]> = { bare: [], alone: [], 'in a run': [] }
    const read: Record<Way, () => Promise<boolean>> = {
      bare: async () => {
        await runtime.read_file.run(input, { signal, progress: () => undefined, runId: null })
        return true
      },
      alone: () => throughGate(null),
      'in a run': () => throughGate('run'),
    }
    const throughGate = async (run: string | null) => {
      const outcome = await gate.call({
        tool: 'read_file',
        input: { path },
        actor: { kind: 'assistant', name: 'Bench' },
        approval: null,
        runId: run,
        conversationId: run === null ? null : 'conversation',
        toolUseId: null,
        signal,
      })
      return outcome.status === 'done' && outcome.result.success
    }
    for (let round = 0; round < warmUpReads + reads; round++) {
      for (const way of ways) {
        const started = performance.now()
        const succeeded = await read[way]()
        const ended = performance.now()
        if (!succeeded) throw new Error('The read failed.')
        if (round >= warmUpReads) times[way].push(ended - started)
      }
    }
    return [
      added('what the gate adds to a read', times.alone, times.bare),
      added('what the gate adds to a read in a run', times['in a run'], times.bare),
    ]
  } finally {
    db.close()
  }
}

function added(name: string, gated: readonly number[], bare: readonly number[]): Figure {
  const more = gated.map((time, index) => time - (bare[index] ?? 0))
  return {
    name,
    value: round(median(more), 3),
    unit: 'ms',
    target: '< 0.2',
    spread: `p90 ${quantile(more, 0.9).toFixed(3)}`,
    comparison: `${median(gated).toFixed(3)} ms through the gate, ${median(bare).toFixed(3)} ms without`,
  }
}

/** As the gate hands it to the runtime: with its defaults. */
function readInput(path: string) {
  type ReadFile = ToolOf<typeof filesModule, 'read_file'>
  const tool = filesModule.tools.find((each): each is ReadFile => each.name === 'read_file')
  if (tool === undefined) throw new Error('There is no read_file.')
  return tool.input.parse({ path })
}
