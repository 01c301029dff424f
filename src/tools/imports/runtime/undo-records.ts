import type { TaskPlace } from '../../../main/data/import/records'
import type { ImportService } from '../../../main/data/import/service'
import type { StoredRecord } from '../../../main/data/import/stored-records'
import { AppError } from '../../../shared/errors'
import type { PresentRecord } from '../module'

type Records = Pick<ImportService, 'records'>

/** What undoes that these came; undoing that keeps them first. */
export async function comingAs(
  { records }: Records,
  coming: readonly StoredRecord[],
): Promise<PresentRecord[]> {
  const marks = await records.marks(coming)
  return coming.map((one) => {
    const { id } = one.record
    const mark = marks.get(id) ?? ''
    return { kind: one.kind, id, title: titleOf(one), present: false, mark, kept: null }
  })
}

/** Throws `conflict` where tasks can't stand as they would: others may have been moved since. */
export function requireFitting({ records }: Records, coming: readonly StoredRecord[]): void {
  const places = new Map<string, TaskPlace>()
  for (const one of coming) if (one.kind === 'task') places.set(one.record.id, one.record)
  const wrong = records.misplaced(places)
  if (wrong !== null) throw new AppError('conflict', wrong)
}

/** Those that are to go and are no longer as they came, by their own change or that of what is attached to them. */
export async function changedSince(
  { records }: Records,
  all: readonly PresentRecord[],
): Promise<PresentRecord[]> {
  const going = all.filter(({ present }) => !present)
  const marks = await records.marks(await records.read(going))
  return going.filter(({ id, mark }) => marks.has(id) && marks.get(id) !== mark)
}

/** What an undo has to do with contacts and tasks, with nothing done yet. */
export interface RecordMoves {
  readonly going: readonly StoredRecord[]
  readonly coming: readonly StoredRecord[]
  /** Stored texts that what undoes this needs. */
  readonly keptContents: readonly string[]
  /** What undoes this. */
  readonly inverse: readonly PresentRecord[]
}

/** Keeps those that go, and reads those that come back; throws `unavailable` once one of these is no longer kept. */
export async function movesOf(imports: Records, all: readonly PresentRecord[]): Promise<RecordMoves> {
  const { records } = imports
  const going = await records.read(all.filter(({ present }) => !present))
  const coming = await keptOf(imports, all)
  requireFitting(imports, coming)
  const kept = await records.keep(going)
  const inverse = [
    ...(await comingAs(imports, going)).map((one) => ({
      ...one,
      present: true,
      kept: kept.get(one.id) ?? null,
    })),
    ...(await comingAs(imports, coming)),
  ]
  return { going, coming, keptContents: [...new Set(kept.values())], inverse }
}

/** Does what was prepared. */
export async function move({ records }: Records, { going, coming }: RecordMoves): Promise<void> {
  await records.write(coming)
  await records.remove(going.map(({ kind, record }) => ({ kind, id: record.id })))
}

/** Makes all as it was before what failed: those that were to come go, those that were to go come back. */
export async function clearRecords(imports: Records, all: readonly PresentRecord[]): Promise<void> {
  await imports.records.write(await keptOf(imports, all))
  await imports.records.remove(all.filter(({ present }) => !present))
}

/** Those that are to be there and are not, as they were kept. */
async function keptOf({ records }: Records, all: readonly PresentRecord[]): Promise<StoredRecord[]> {
  const wantedThere = all.filter(({ present }) => present)
  const there = await records.there(wantedThere)
  const missing = wantedThere.filter(({ id }) => !there.has(id))
  const found: StoredRecord[] = []
  for (const [text, those] of Map.groupBy(missing, ({ kept }) => kept)) {
    if (text === null) continue
    const wanted = new Set(those.map(({ id }) => id))
    found.push(...(await records.kept(text)).filter(({ record }) => wanted.has(record.id)))
  }
  return found
}

function titleOf(one: StoredRecord): string {
  return one.kind === 'contact' ? one.record.name : one.record.title
}
