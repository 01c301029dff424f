import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createGate } from '../../src/main/agent/gate'
import { createRegistry } from '../../src/main/agent/registry'
import { createBlobStore } from '../../src/main/changes/blobs'
import { createDataFolder, dataFolderAt } from '../../src/main/data-folder'
import { openDatabase } from '../../src/main/db/open'
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

/** Times a small file's read through registry and gate beside the bare runtime's, in this process. */
export async function benchGateOnRead(base: string): Promise<Figure> {
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
    const bare: number[] = []
    const gated: number[] = []
    for (let read = 0; read < warmUpReads + reads; read++) {
      const started = performance.now()
      await runtime.read_file.run(input, { signal, progress: () => undefined, runId: null })
      const between = performance.now()
      const outcome = await gate.call({
        tool: 'read_file',
        input: { path },
        actor: { kind: 'assistant', name: 'Bench' },
        approval: null,
        runId: null,
        conversationId: null,
        toolUseId: null,
        signal,
      })
      const ended = performance.now()
      if (outcome.status !== 'done' || !outcome.result.success) throw new Error('The read failed.')
      if (read < warmUpReads) continue
      bare.push(between - started)
      gated.push(ended - between)
    }
    const added = gated.map((time, index) => time - (bare[index] ?? 0))
    return {
      name: 'what the gate adds to a read',
      value: round(median(added), 3),
      unit: 'ms',
      target: '< 0.2',
      spread: `p90 ${quantile(added, 0.9).toFixed(3)}`,
      comparison: `${median(gated).toFixed(3)} ms through the gate, ${median(bare).toFixed(3)} ms without`,
    }
  } finally {
    db.close()
  }
}

/** As the gate hands it to the runtime: with its defaults. */
function readInput(path: string) {
  type ReadFile = ToolOf<typeof filesModule, 'read_file'>
  const tool = filesModule.tools.find((each): each is ReadFile => each.name === 'read_file')
  if (tool === undefined) throw new Error('There is no read_file.')
  return tool.input.parse({ path })
}
