import type { Actor, StandingApproval } from '../../shared/actor'
import type { DryRun, Sequence, SequenceRun, SequenceVersion } from '../../shared/contract/sequences'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { problemsOf } from '../../shared/sequences/check'
import { type GivenInputs, type SequenceDefinition, sequenceLimits } from '../../shared/sequences/definition'
import { requireCountersigner } from '../agent/gate/deciding'
import type { Audit } from '../changes/audit'
import { canonicalJson, sha256 } from '../changes/canonical-json'
import { type Database, inTransaction } from '../db/open'
import { createSequenceTable } from '../db/sequences'
import { freeName } from '../disk/free-name'
import { newId } from '../identifier'
import type { Publish } from '../publish'
import type { Catalog } from '../services/catalog'
import type { Conversations } from '../services/conversations'
import type { Gate } from '../services/gate'
import { dryRunOf } from './dry-run'
import { parseSequenceFile, writeSequenceFile } from './file'
import { checkedInputs } from './given'
import { sequenceActor, titlesOfSteps } from './scripts'
import { sequenceTexts } from './texts'
import { beginningOf } from './told'

/** Runs of a sequence that are listed. */
const listedRuns = 100

/** Sequences that a person writes and runs; no tool can. */
export interface SequenceService {
  /** Those in the trash too. */
  list(): readonly Sequence[]
  create(request: { definition: SequenceDefinition; by: Actor }): Sequence
  change(request: { id: string; revision: number; definition: SequenceDefinition; by: Actor }): Sequence
  duplicate(request: { id: string; by: Actor }): Sequence
  remove(request: { id: string; by: Actor }): Sequence
  restore(request: { id: string; by: Actor }): Sequence
  versions(id: string): readonly SequenceVersion[]
  runs(id: string): readonly SequenceRun[]
  run(request: {
    id: string
    revision: number
    inputs: GivenInputs
    by: Actor
    approval: StandingApproval | null
  }): Promise<{ conversationId: string; runId: string }>
  dryRun(request: {
    definition: SequenceDefinition
    inputs: GivenInputs
    by: Actor
    signal: AbortSignal
  }): Promise<DryRun>
  exportFile(id: string): { name: string; text: string }
  importFile(request: { text: string; by: Actor }): { sequence: Sequence; missingTools: string[] }
}

/** Each change has its record in the audit chain, in the same transaction, and is told to everyone. */
export function createSequences(services: {
  readonly db: Database
  readonly catalog: Pick<Catalog, 'tools' | 'german'>
  readonly gate: Pick<Gate, 'asDryRun' | 'dryCall' | 'combine'>
  readonly conversations: Pick<Conversations, 'send'>
  readonly audit: Pick<Audit, 'record'>
  readonly publish: Publish
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The language of what a run says. */
  readonly language: () => 'en' | 'de'
}): SequenceService {
  const { db, catalog, gate, conversations, audit, publish, now, language } = services
  const table = createSequenceTable(db)
  const names = () => table.list().map(({ definition }) => definition.name)
  const announce = <T>(made: T): T => {
    publish({ type: 'sequences', sequences: table.list() })
    return made
  }
  const insert = (definition: SequenceDefinition, by: Actor): Sequence => {
    const id = newId()
    inTransaction(db, () => {
      table.insert({ id, definition: requireSize(definition), at: now() })
      audit.record('sequence.set', { sequence: id, version: 1, hash: hashOf(definition), by })
    })
    return announce(table.get(id))
  }
  const setTrashed = (id: string, trashedAt: number | null, by: Actor): Sequence => {
    requireCountersigner(by)
    table.get(id)
    return announce(
      inTransaction(db, () => {
        audit.record(trashedAt === null ? 'sequence.restored' : 'sequence.trashed', { sequence: id, by })
        return table.setTrashedAt(id, trashedAt)
      }),
    )
  }
  const requireSound = (definition: SequenceDefinition): void => {
    const { length: count } = problemsOf(definition, catalog.tools)
    if (count === 0) return
    throw new AppError('invalid_input', say('sequence.has_problems', { name: definition.name, count }))
  }

  return {
    list: () => table.list(),
    create({ definition, by }) {
      requireCountersigner(by)
      return insert(definition, by)
    },
    change({ id, revision, definition, by }) {
      requireCountersigner(by)
      requireHere(table.get(id))
      return announce(
        inTransaction(db, () => {
          const changed = table.change(id, revision, requireSize(definition), now())
          audit.record('sequence.set', {
            ...{ sequence: id, version: changed.revision, hash: hashOf(definition), by },
          })
          return changed
        }),
      )
    },
    duplicate({ id, by }) {
      requireCountersigner(by)
      const { definition } = requireHere(table.get(id))
      return insert({ ...definition, name: freeName(definition.name, names(), sequenceLimits.name) }, by)
    },
    remove: ({ id, by }) => setTrashed(id, now(), by),
    restore: ({ id, by }) => setTrashed(id, null, by),
    versions: (id) => table.versions(id),
    runs: (id) => table.runs(id, listedRuns),
    run({ id, revision, inputs, by, approval }) {
      requireCountersigner(by)
      const { definition, revision: version } = requireHere(table.get(id))
      if (version !== revision) throw new AppError('conflict', say('sequence.changed'))
      requireSound(definition)
      const given = checkedInputs(definition, inputs)
      return conversations.send({
        conversationId: null,
        text: beginningOf(definition, given, sequenceTexts(language())),
        attachments: [],
        actor: by,
        approval,
        follows: { sequence: id, version, inputs: given, actor: sequenceActor(id, definition.name) },
      })
    },
    async dryRun({ definition, inputs, by, signal }) {
      requireCountersigner(by)
      requireSound(definition)
      const titleOf = titlesOfSteps(catalog, language())
      const isRead = (tool: string) =>
        catalog.tools.some(({ name, class: of }) => name === tool && of === 'read')
      const followed = { definition, inputs: checkedInputs(definition, inputs), titleOf, isRead }
      return dryRunOf(gate, followed, { actor: sequenceActor('', definition.name), signal })
    },
    exportFile: (id) => writeSequenceFile(table.get(id).definition),
    importFile({ text, by }) {
      requireCountersigner(by)
      const file = parseSequenceFile(text)
      const definition = { ...file, name: freeName(file.name, names(), sequenceLimits.name) }
      const known = new Set(catalog.tools.map(({ name }) => name))
      const missing = definition.steps.map(({ tool }) => tool).filter((tool) => !known.has(tool))
      return { sequence: insert(definition, by), missingTools: [...new Set(missing)] }
    },
  }
}

function hashOf(definition: SequenceDefinition): string {
  return sha256(canonicalJson(definition))
}

function requireSize(definition: SequenceDefinition): SequenceDefinition {
  const limit = sequenceLimits.definition
  if (JSON.stringify(definition).length <= limit) return definition
  throw new AppError('too_large', say('sequence.too_large', { limit }))
}

function requireHere(sequence: Sequence): Sequence {
  if (sequence.trashedAt === null) return sequence
  throw new AppError('not_found', say('sequence.in_trash', { name: sequence.definition.name }))
}
