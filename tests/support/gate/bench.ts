import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate } from '../../../src/main/agent/gate'
import { type AnyRuntime, createRegistry } from '../../../src/main/agent/registry'
import { type Database, openDatabase } from '../../../src/main/db/open'
import type { Catalog } from '../../../src/main/services/catalog'
import type { Approval, Decided, GateCall } from '../../../src/main/services/gate'
import { type Actor, person } from '../../../src/shared/actor'
import type { Change, Proposal } from '../../../src/shared/contract/changes'
import type { AppEvent } from '../../../src/shared/contract/events'
import type { CallOutcome } from '../../../src/shared/contract/tools'
import type { ToolModule } from '../../../src/shared/tool/define'
import { type ShelfHooks, shelfModule, shelfRuntime } from './shelf'

/** The actor that proposes in these tests. */
export const assistant: Actor = { kind: 'assistant', name: 'Assistant' }

/** A gate over a real database and a real folder, which can be closed and opened again. */
export interface GateBench {
  readonly database: string
  readonly shelf: string
  readonly hooks: ShelfHooks
  readonly events: AppEvent[]
  readonly clock: { advance(ms: number): void; now(): Date }
  readonly db: Database
  readonly gate: ReturnType<typeof createGate>
  readonly catalog: Catalog
  open(): void
  close(): void
  reopen(): void
  remove(): void
  call(tool: string, input: unknown, more?: Partial<GateCall>): Promise<CallOutcome>
  /** Calls and expects a proposal. */
  propose(tool: string, input: unknown, more?: Partial<GateCall>): Promise<Proposal>
  /** Calls with an approval and expects that it was applied; answers the entry. */
  apply(tool: string, input: unknown, approval?: Approval, more?: Partial<GateCall>): Promise<Change>
  approve(proposal: Proposal): Promise<Decided>
  undo(id: string): Promise<Change>
}

/** A module that is there beside the shelf. */
export interface BenchModule {
  readonly module: ToolModule
  readonly runtime: AnyRuntime
}

/** Opens a bench in a folder of its own. */
export function createBench(more: readonly BenchModule[] = []): GateBench {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-gate-'))
  const database = join(folder, 'countersign.db')
  const shelf = join(folder, 'shelf')
  mkdirSync(shelf)
  const hooks: ShelfHooks = {}
  const events: AppEvent[] = []
  let time = Date.now()
  const clock = {
    advance(ms: number) {
      time += ms
    },
    now: () => new Date(time),
  }
  let opened = openGate()

  function openGate() {
    const db = openDatabase(database)
    const registry = createRegistry(
      [shelfModule, ...more.map(({ module }) => module)],
      new Map<string, AnyRuntime>([
        ['shelf', shelfRuntime(shelf, hooks)],
        ...more.map(({ module, runtime }) => [module.id, runtime] as const),
      ]),
    )
    const publish = (event: AppEvent) => void events.push(event)
    return { db, catalog: registry.catalog, gate: createGate({ db, registry, publish, now: clock.now }) }
  }

  const bench: GateBench = {
    database,
    shelf,
    hooks,
    events,
    clock,
    get db() {
      return opened.db
    },
    get catalog() {
      return opened.catalog
    },
    get gate() {
      return opened.gate
    },
    open() {
      opened = openGate()
    },
    close() {
      opened.db.close()
    },
    reopen() {
      bench.close()
      bench.open()
    },
    remove() {
      bench.close()
      rmSync(folder, { recursive: true, force: true })
    },
    call: (tool, input, more = {}) =>
      bench.gate.call({
        tool,
        input,
        actor: assistant,
        approval: null,
        runId: null,
        conversationId: null,
        toolUseId: null,
        signal: new AbortController().signal,
        ...more,
      }),
    async propose(tool, input, more) {
      const outcome = await bench.call(tool, input, more)
      if (outcome.status !== 'proposed') throw new Error(`It was not proposed: ${outcome.result.content}`)
      return outcome.proposal
    },
    async apply(tool, input, approval = 'gesture', more = {}) {
      const outcome = await bench.call(tool, input, { approval, ...more })
      const change = bench.gate.changes({ limit: 1 })[0]
      if (outcome.status !== 'done' || !outcome.result.success || change === undefined) {
        throw new Error(`It was not applied: ${JSON.stringify(outcome)}`)
      }
      return change
    },
    approve: ({ id, planHash, typeToConfirm }) =>
      bench.gate.approve({ id, planHash, typed: typeToConfirm ?? undefined, by: person }),
    undo: (id) => bench.gate.undo({ id, by: person, signal: new AbortController().signal }),
  }
  return bench
}
