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
  const isThere = (id: string) => imports.conversation(id)?.trashed === false
  const obstaclesOf = async ({ conversations, notes, records }: ImportInverse): Promise<UndoComparison[]> => [
    ...conversations.flatMap(({ id, title, present, messages }) => {
      const now = imports.conversation(id)
      if (present || now === null || now.trashed || now.messages === messages) return []
      return [obstacle(title, id)]
    }),
    ...notes.flatMap(({ id, title, present, revision }) => {
      const now = imports.notes.find(id)
      return present || now === null || now.revision === revision ? [] : [obstacle(title, id)]
    }),
    ...(await changedSince(imports, records)).map(({ id, title }) => obstacle(title, id)),
  ]
  return {
    async revert(inverse, { journal, rollback }) {
      const { conversations, notes, settled } = inverse
      if (rollback) return await takeAway(imports, inverse, journal)
      const [first] = settled ? [] : await obstaclesOf(inverse)
      if (first !== undefined) throw new AppError('conflict', say('import.changed', { name: first.label }))
      const busy = conversations.find(({ id, present }) => !present && imports.isBusy(id))
      if (busy !== undefined) throw new AppError('busy', say('conversation.at_work'))
      const gone = conversations.find(({ id, present }) => present && imports.conversation(id) === null)
      if (gone !== undefined) {
        throw new AppError('unavailable', say('import.no_longer_kept', { name: gone.title }))
      }
      // What came or went by itself since stays as it is, also when this is undone.
      const moving = conversations.filter(({ id, present }) => isThere(id) !== present)
      const going = notes.flatMap(({ id, present }) => (present ? [] : (imports.notes.find(id) ?? [])))
      const coming = notes.filter(({ id, present }) => present && imports.notes.find(id) === null)
      const kept = new Map<string, string>()
      for (const note of going) kept.set(note.id, (await imports.notes.keepNote(note)).sha256)
      const back = []
      for (const { record } of coming) if (record !== null) back.push(await imports.notes.keptNote(record))
      const moves = await movesOf(imports, inverse.records)
      journal({
        kept_contents: [...kept.values(), ...moves.keptContents],
        conversations: moving.map((each) => ({
          ...each,
          present: !each.present,
          messages: imports.conversation(each.id)?.messages ?? each.messages,
        })),
        notes: [
          ...going.map(({ id, title, revision }) => ({
            ...{ id, title, present: true, revision },
            record: kept.get(id) ?? null,
          })),
          ...coming.map((each) => ({ ...each, present: false })),
        ],
        records: [...moves.inverse],
      })
      imports.notes.restore(back)
      imports.notes.remove(going.map(({ id }) => id))
      await move(imports, moves)
      imports.trash(moving.filter(({ present }) => !present).map(({ id }) => id))
      await imports.reveal(moving.filter(({ present }) => present).map(({ id }) => id))
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
  const came = conversations.filter(({ present }) => !present).map(({ id }) => id)
  const hidden = conversations.filter(({ present }) => present).map(({ id }) => id)
  const back = []
  for (const { id, present, record } of notes) {
    if (present && record !== null && imports.notes.find(id) === null) {
      back.push(await imports.notes.keptNote(record))
    }
  }
  imports.notes.restore(back)
  imports.notes.remove(notes.filter(({ present }) => !present).map(({ id }) => id))
  await clearRecords(imports, inverse.records)
  await imports.reveal(hidden)
  if (fresh) await imports.remove(came)
  else imports.trash(came.filter((id) => imports.conversation(id)?.trashed === false))
  return { content: 'What came of the import is gone again.' }
}
