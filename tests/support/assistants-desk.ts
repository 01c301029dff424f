import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { createAssistants } from '../../src/main/assistants/service'
import { createAudit } from '../../src/main/changes/audit'
import { type BlobStore, createBlobStore } from '../../src/main/changes/blobs'
import { drawPicture } from '../../src/main/pictures/draw'
import { createPictures } from '../../src/main/pictures/service'
import type { Assistants } from '../../src/main/services/assistants'
import { person } from '../../src/shared/actor'
import type { Assistant, AssistantFields } from '../../src/shared/contract/assistants'
import type { Collection } from '../../src/shared/contract/library'
import { defaultSettings, type Settings } from '../../src/shared/contract/settings'
import type { Policy } from '../../src/shared/tool/policy'
import { createBench, type GateBench } from './gate/bench'

/** Assistants over the bench of the gate, with a library of one collection, `papers`. */
export interface AssistantsDesk {
  readonly bench: GateBench
  readonly blobs: BlobStore
  readonly assistants: Assistants
  /** The collections that the library has from now on. */
  setCollections(collections: readonly Collection[]): void
  /** The person's settings from now on: the usual ones but for these. */
  setSettings(own: Partial<Settings>): void
  /** The assistants of the same bench once more, as after a start. */
  open(language?: 'en' | 'de'): void
  create(fields?: Partial<AssistantFields>, policies?: Readonly<Record<string, Policy>>): Promise<Assistant>
  /** The names of all that are not in the trash. */
  names(): readonly string[]
  /** What was chosen for the tools of an assistant. */
  chosen(id: string): Readonly<Record<string, Policy>>
}

/** An assistant whose every field is chosen. */
export const tideClerk: AssistantFields = {
  name: 'Tide clerk',
  picture: { kind: 'emoji', emoji: '🌊' },
  instructions: 'Look after the tide tables.',
  model: 'claude-opus-9',
  effort: 'high',
  thinking: 'on',
  tools: { kind: 'some', modules: [], tools: ['read_item', 'put_item'] },
  collectionId: 'papers',
  turnCap: 4,
  tokenBudget: 50_000,
  costBudget: 1.5,
}

const papers: Collection = { id: 'papers', name: 'Papers', description: '', documents: 0, createdAt: 0 }

/** Opens a desk before each test of this file or group, and closes it after. */
export function setUpAssistantsDesk(): AssistantsDesk {
  let bench: GateBench
  let folder: string
  let blobs: BlobStore
  let collections: readonly Collection[]
  let settings: Settings
  let assistants: Assistants
  const open: AssistantsDesk['open'] = (language = 'en') => {
    assistants = createAssistants({
      db: bench.db,
      gate: bench.gate,
      blobs,
      pictures: createPictures({ blobs, draw: (bytes, options) => drawPicture(bytes, options) }),
      catalog: { tools: bench.catalog.tools },
      library: { collections: () => [...collections] },
      audit: createAudit(bench.db, bench.clock.now),
      settings: { get: () => settings },
      publish: (event) => bench.events.push(event),
      now: () => bench.clock.now().getTime(),
      language: () => language,
    })
  }
  beforeEach(() => {
    bench = createBench()
    folder = mkdtempSync(join(tmpdir(), 'countersign-assistants-'))
    blobs = createBlobStore(folder)
    collections = [papers]
    settings = defaultSettings
    open()
  })
  afterEach(() => {
    bench.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    get bench() {
      return bench
    },
    get blobs() {
      return blobs
    },
    get assistants() {
      return assistants
    },
    setCollections(given) {
      collections = given
    },
    setSettings(own) {
      settings = { ...defaultSettings, ...own }
    },
    open,
    create: (fields = {}, policies = {}) =>
      assistants.create({ fields: { ...tideClerk, ...fields }, policies, by: person }),
    names: () => assistants.list().map(({ name }) => name),
    chosen: (id) =>
      Object.fromEntries(
        bench.gate.policies(id).flatMap(({ tool, chosen: policy }) => (policy ? [[tool, policy]] : [])),
      ),
  }
}
