import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportService } from '../../../main/data/import/service'
import type { UndoComparison } from '../../../shared/contract/undo-choices'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { recordObstacle } from '../../../shared/tool/record-fields'
import type { ImportInverse, PlannedItem } from '../module'
import type { ImportTool } from './importing'
import { changedSince, clearRecords, move, movesOf } from './undo-records'

/** What undoes that these conversations and notes came. */
export function presenceOf(
  conversations: readonly PlannedItem[],
  notes: readonly PlannedItem[],
): Omit<ImportInverse, 'records'> {
  return {
    kept_contents: [],
    fresh: true,
    conversations: conversations.map(({ id, title, size }) => ({
      id,
      title,
      present: false,
      messages: size,
    })),
    notes: notes.map(({ id, title }) => ({ id, title, present: false, record: null, revision: 1 })),
  }
}

/**
 * Undoes that things came or went. A conversation goes to the trash, from where undoing the undo takes it, all else is
 * kept beside the ledger; what came in part, because the import failed, goes for good.
 */
export function undoImport(
  imports: ImportService,
): Pick<Required<ImportTool>, 'revert' | 'compare' | 'rebase'> {
  const obstaclesOf = async ({ conversations, notes, records }: ImportInverse): Promise<UndoComparison[]> => {
    const there = await imports.conversations(idsOf(conversations))
    const revisions = await imports.noteRevisions(idsOf(notes))
    const changed = [
      ...conversations.filter(({ id, present, messages }) => {
        const now = there.get(id)
        return !present && now?.trashed === false && now.messages !== messages
      }),
      ...notes.filter(
        ({ id, present, revision }) => !present && (revisions.get(id) ?? revision) !== revision,
      ),
      ...(await changedSince(imports, records)),
    ]
    return changed.map(({ id, title }) => obstacle(title, id))
  }
  return {
    async revert(inverse, { journal, rollback }) {
      const { conversations, notes, settled } = inverse
      if (rollback) return await takeAway(imports, inverse, journal)
      // The gate has gone through thousands of things in one go.
      await nextTurn()
      const [first] = settled ? [] : await obstaclesOf(inverse)
      if (first !== undefined) throw new AppError('conflict', say('import.changed', { name: first.label }))
      const leaving = conversations.filter(({ present }) => !present)
      if (await imports.isAnyBusy(idsOf(leaving))) throw new AppError('busy', say('conversation.at_work'))
      const there = await imports.conversations(idsOf(conversations))
      const gone = conversations.find(({ id, present }) => present && !there.has(id))
      if (gone !== undefined) {
        throw new AppError('unavailable', say('import.no_longer_kept', { name: gone.title }))
      }
      // What came or went by itself since stays as it is, also when this is undone.
      const moving = conversations.filter(({ id, present }) => (there.get(id)?.trashed === false) !== present)
      const revisions = await imports.noteRevisions(idsOf(notes))
      const going = notes.filter(({ id, present }) => !present && revisions.has(id))
      const coming = notes.filter(({ id, present }) => present && !revisions.has(id))
      const kept = new Map<string, string>()
      for (const { id } of going) {
        kept.set(id, (await imports.notes.keepNote(imports.notes.note(id))).sha256)
      }
      const back = []
      for (const { record } of coming) if (record !== null) back.push(await imports.notes.keptNote(record))
      const moves = await movesOf(imports, inverse.records)
      journal({
        kept_contents: [...kept.values(), ...moves.keptContents],
        conversations: moving.map((each) => ({
          ...each,
          present: !each.present,
          messages: there.get(each.id)?.messages ?? each.messages,
        })),
        notes: [
          ...going.map((each) => ({
            ...each,
            present: true,
            revision: revisions.get(each.id) ?? each.revision,
            record: kept.get(each.id) ?? null,
          })),
          ...coming.map((each) => ({ ...each, present: false })),
        ],
        records: [...moves.inverse],
      })
      await imports.moveNotes({ back, out: idsOf(going) })
      await move(imports, moves)
      imports.trash(idsOf(moving.filter(({ present }) => !present)))
      await imports.reveal(idsOf(moving.filter(({ present }) => present)))
      const count = moving.length + going.length + back.length + moves.inverse.length
      return {
        content: `${counted(count, 'imported thing')} ${back.length + moves.coming.length > 0 ? 'back' : 'taken back'}.`,
      }
    },
    compare: async (inverse) => (inverse.settled ? [] : await obstaclesOf(inverse)),
    async rebase(inverse, chosen) {
      const kept = new Set<string>()
      for (const { reference, label: name, choices } of inverse.settled ? [] : await obstaclesOf(inverse)) {
        const choice = chosen(reference)
        if (choice === null || !choices.includes(choice)) {
          throw new AppError('conflict', say('import.changed', { name }))
        }
        if (choice === 'keep') kept.add(reference)
      }
      const conversations = inverse.conversations.filter(({ id }) => !kept.has(id))
      const notes = inverse.notes.filter(({ id }) => !kept.has(id))
      const records = inverse.records.filter(({ id }) => !kept.has(id))
      return conversations.length + notes.length + records.length === 0
        ? null
        : { ...inverse, conversations, notes, records, settled: true }
    },
  }
}

function idsOf(all: readonly { readonly id: string }[]): string[] {
  return all.map(({ id }) => id)
}

function obstacle(label: string, reference: string): UndoComparison {
  return recordObstacle({ label, reference, obstacle: 'changed' }, { choices: ['keep', 'replace'] })
}

/** Clears up after an import, or the undo of one, that failed or was cut off: all is as before it began. */
async function takeAway(
  imports: ImportService,
  inverse: ImportInverse,
  journal: (inverse: ImportInverse) => void,
): Promise<{ content: string }> {
  journal(inverse)
  const { conversations, notes, fresh } = inverse
  // What undoes an undo has things that are to be there; they were hidden or kept, and come back.
  const came = idsOf(conversations.filter(({ present }) => !present))
  const hidden = idsOf(conversations.filter(({ present }) => present))
  const there = await imports.noteRevisions(idsOf(notes))
  const back = []
  for (const { id, present, record } of notes) {
    if (present && record !== null && !there.has(id)) back.push(await imports.notes.keptNote(record))
  }
  await imports.moveNotes({ back, out: idsOf(notes.filter(({ id, present }) => !present && there.has(id))) })
  await clearRecords(imports, inverse.records)
  await imports.reveal(hidden)
  if (fresh) await imports.remove(came)
  else {
    const shown = await imports.conversations(came)
    imports.trash(came.filter((id) => shown.get(id)?.trashed === false))
  }
  return { content: 'What came of the import is gone again.' }
}
