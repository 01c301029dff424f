import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Sequence, SequenceRun, SequenceVersion } from '../../shared/contract/sequences'
import { AppError } from '../../shared/errors'
import { parsedJson } from '../../shared/json/parsed-json'
import { say } from '../../shared/sentences/say'
import {
  type GivenInputs,
  givenInputsSchema,
  type SequenceDefinition,
  sequenceDefinitionSchema,
} from '../../shared/sequences/definition'
import { type Database, inTransaction } from './open'
import { conversations, runs, sequenceRuns, sequences, sequenceVersions } from './schema'

/** What a run follows. */
export interface FollowedSequence {
  readonly sequence: string
  readonly version: number
  readonly inputs: GivenInputs
}

/** Reads and writes sequences; those in the trash stay as they are, with their versions. */
export interface SequenceTable {
  insert(sequence: {
    readonly id: string
    readonly definition: SequenceDefinition
    readonly at: number
  }): void
  /** In the order in which they were made. */
  list(): Sequence[]
  /** Throws `not_found`. */
  get(id: string): Sequence
  /** Saves a version; throws `conflict` where another than the seen one is there. */
  change(id: string, revision: number, definition: SequenceDefinition, at: number): Sequence
  setTrashedAt(id: string, trashedAt: number | null): Sequence
  /** Newest first. */
  versions(id: string): SequenceVersion[]
  /** Notes that a run follows a sequence. */
  insertRun(run: FollowedSequence & { readonly runId: string; readonly conversationId: string }): void
  /** Newest first. */
  runs(id: string, limit: number): SequenceRun[]
  /** What a run follows, with all runs of its conversation that follow the same; null for a run that follows none. */
  followedBy(
    runId: string,
  ): (FollowedSequence & { readonly definition: SequenceDefinition; readonly runs: readonly string[] }) | null
}

/** What is left of a definition that can't be read: it is shown, and not run. */
const unreadable: SequenceDefinition = { name: '', description: '', inputs: [], steps: [] }
const storedDefinition = sequenceDefinitionSchema.catch(unreadable)
const storedInputs = givenInputsSchema.catch({})

/** Opens the table of sequences. */
export function createSequenceTable(db: Database): SequenceTable {
  const { orm } = db
  const joined = () =>
    orm
      .select({ sequence: sequences, definition: sequenceVersions.definition })
      .from(sequences)
      .innerJoin(
        sequenceVersions,
        and(eq(sequenceVersions.sequence, sequences.id), eq(sequenceVersions.version, sequences.revision)),
      )
  const get = (id: string): Sequence => {
    const row = joined().where(eq(sequences.id, id)).get()
    if (row === undefined) throw new AppError('not_found', say('sequence.none'), { field: 'id' })
    return toSequence(row)
  }
  // Every run asks whether it follows one.
  const followed = orm
    .select({ run: sequenceRuns, definition: sequenceVersions.definition })
    .from(sequenceRuns)
    .innerJoin(
      sequenceVersions,
      and(
        eq(sequenceVersions.sequence, sequenceRuns.sequence),
        eq(sequenceVersions.version, sequenceRuns.version),
      ),
    )
    .where(eq(sequenceRuns.runId, sql.placeholder('runId')))
    .prepare()
  const insertVersion = (
    sequence: string,
    version: number,
    definition: SequenceDefinition,
    at: number,
  ): void => {
    orm
      .insert(sequenceVersions)
      .values({ sequence, version, definition: JSON.stringify(definition), savedAt: at })
      .run()
  }
  return {
    get,
    insert({ id, definition, at }) {
      inTransaction(db, () => {
        orm.insert(sequences).values({ id, revision: 1, createdAt: at, updatedAt: at, trashedAt: null }).run()
        insertVersion(id, 1, definition, at)
      })
    },
    list: () => joined().orderBy(asc(sequences.number)).all().map(toSequence),
    change(id, revision, definition, at) {
      return inTransaction(db, () => {
        if (get(id).revision !== revision) throw new AppError('conflict', say('sequence.changed'))
        insertVersion(id, revision + 1, definition, at)
        orm
          .update(sequences)
          .set({ revision: revision + 1, updatedAt: at })
          .where(eq(sequences.id, id))
          .run()
        return get(id)
      })
    },
    setTrashedAt(id, trashedAt) {
      orm.update(sequences).set({ trashedAt }).where(eq(sequences.id, id)).run()
      return get(id)
    },
    versions: (id) =>
      orm
        .select()
        .from(sequenceVersions)
        .where(eq(sequenceVersions.sequence, id))
        .orderBy(desc(sequenceVersions.version))
        .all()
        .map(({ version, definition, savedAt }) => ({
          version,
          definition: storedDefinition.parse(parsedJson(definition)),
          savedAt,
        })),
    insertRun({ inputs, ...run }) {
      orm
        .insert(sequenceRuns)
        .values({ ...run, inputs: JSON.stringify(inputs) })
        .run()
    },
    runs: (id, limit) =>
      orm
        .select({
          runId: sequenceRuns.runId,
          conversationId: sequenceRuns.conversationId,
          version: sequenceRuns.version,
          inputs: sequenceRuns.inputs,
          status: runs.status,
          startedAt: runs.startedAt,
          finishedAt: runs.finishedAt,
          trashedAt: conversations.trashedAt,
        })
        .from(sequenceRuns)
        .innerJoin(runs, eq(runs.id, sequenceRuns.runId))
        .innerJoin(conversations, eq(conversations.id, sequenceRuns.conversationId))
        .where(eq(sequenceRuns.sequence, id))
        // In the order in which they began: ids follow a clock that can be set back.
        .orderBy(desc(sql`${sequenceRuns}.rowid`))
        .limit(limit)
        .all()
        .map(({ inputs, trashedAt, ...run }) => ({
          ...run,
          inputs: storedInputs.parse(parsedJson(inputs)),
          trashed: trashedAt !== null,
        })),
    followedBy(runId) {
      const row = followed.get({ runId })
      if (row === undefined) return null
      const { conversationId, sequence, version, inputs } = row.run
      const all = orm
        .select({ runId: sequenceRuns.runId })
        .from(sequenceRuns)
        .where(
          and(
            eq(sequenceRuns.conversationId, conversationId),
            eq(sequenceRuns.sequence, sequence),
            eq(sequenceRuns.version, version),
          ),
        )
        .all()
      return {
        ...{ sequence, version },
        inputs: storedInputs.parse(parsedJson(inputs)),
        definition: storedDefinition.parse(parsedJson(row.definition)),
        runs: all.map((run) => run.runId),
      }
    },
  }
}

function toSequence({
  sequence: { number: _, ...sequence },
  definition,
}: {
  readonly sequence: typeof sequences.$inferSelect
  readonly definition: string
}): Sequence {
  return { ...sequence, definition: storedDefinition.parse(parsedJson(definition)) }
}
