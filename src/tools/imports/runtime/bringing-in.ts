import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportedRecord } from '../../../main/data/import/imported'
import type { ImportService } from '../../../main/data/import/service'
import { AppError } from '../../../shared/errors'
import { countsInWords } from '../../../shared/sentences/imports'
import { say } from '../../../shared/sentences/say'
import { tellingOf } from '../../../shared/tool/records/from-outside'
import type { EffectContext } from '../../../shared/tool/runtime'
import type { ImportInverse, ImportPlan } from '../module'
import type { ImportTool } from './importing'
import { countsOf } from './preview'
import { restText, stateOf } from './telling'
import { presenceOf } from './undo'
import { comingAs, requireFitting } from './undo-records'

/** A contact or a task that comes, with the id that it gets. */
interface ComingRecord {
  readonly id: string
  readonly value: ImportedRecord
}

/**
 * Stores what was planned, which is read once more; conversations are shown once all of them are there. Throws `conflict`
 * where the export is no longer what was shown.
 */
export async function bringIn(
  imports: ImportService,
  plan: ImportPlan,
  context: EffectContext<ImportInverse>,
): ReturnType<ImportTool['apply']> {
  await nextTurn()
  await refuseThereMeanwhile(imports, plan)
  const wanted = Map.groupBy(plan.items, ({ digest }) => digest)
  const coming: ComingRecord[] = []
  const shown: string[] = []
  let done = 0
  let isBegun = false
  /** Contacts and tasks come first: what undoes them tells them as they will be. */
  const begin = async (): Promise<void> => {
    if (isBegun) return
    isBegun = true
    await beginWith(imports, plan, coming, context)
  }
  await imports.each(
    plan.path,
    context.signal,
    async ({ digest, value }) => {
      const item = wanted.get(digest)?.shift()
      if (item === undefined) return done
      if (value.kind === 'contact' || value.kind === 'task') {
        coming.push({ id: item.id, value })
        return ++done
      }
      await begin()
      context.progress(++done, plan.items.length)
      if (value.kind === 'note') {
        const outside = [...new Set([...plan.outside, ...value.outside])]
        imports.writeNote(item.id, { ...value, outside }, plan.by)
      } else {
        const outside = [...new Set([basename(plan.path), ...plan.outside])]
        await imports.writeConversation(item.id, value, {
          source: item.source ?? plan.source,
          actor: plan.by,
          outside,
        })
        shown.push(item.id)
      }
      return done
    },
    plan.items.length,
  )
  await begin()
  if (done < plan.items.length) {
    throw new AppError('conflict', say('import.moved', { name: basename(plan.path) }), { sources: [] })
  }
  await imports.reveal(shown)
  return {
    content:
      `Imported ${countsInWords(countsOf(plan.items))} from ${basename(plan.path)}. ${restText(plan)}`.trim(),
    state: stateOf(plan),
    ...tellingOf(plan),
  }
}

/** The same import may have been approved twice. */
export async function refuseThereMeanwhile(
  imports: ImportService,
  { source, items }: ImportPlan,
): Promise<void> {
  const notes = items
    .filter(({ kind }) => kind === 'note')
    .map((item) => ({
      ...{ ...item, mark: item.mark ?? '', source: item.source ?? source },
      ...{ key: '', createdAt: 0, updatedAt: 0, place: null },
    }))
  // All that are here are read for it.
  const compared = notes.length === 0 ? [] : await imports.compare({ items: notes })
  const records = items.flatMap(({ kind, id }) => (kind === 'contact' || kind === 'task' ? { kind, id } : []))
  const there = await imports.records.there(records)
  const talks = items.flatMap(({ kind, id }) => (kind === 'conversation' ? id : []))
  const conversations = await imports.conversations(talks)
  const twice =
    compared.find(({ presence }) => presence === 'here')?.item ??
    items.find(({ id }) => there.has(id) || conversations.has(id))
  if (twice === undefined) return
  throw new AppError('conflict', say('import.meanwhile', { name: twice.title }))
}

/** Stores what undoes all of it, then the contacts and tasks. */
async function beginWith(
  imports: ImportService,
  plan: ImportPlan,
  coming: readonly ComingRecord[],
  { journal }: Pick<EffectContext<ImportInverse>, 'journal'>,
): Promise<void> {
  const { elsewhere, assistants, tasks_alone } = plan.followed
  const records = await imports.records.prepare(
    coming,
    {
      elsewhere: new Map(elsewhere),
      assistants: new Map(assistants),
      tasksAlone: tasks_alone,
    },
    { actor: plan.by, outside: plan.outside },
  )
  requireFitting(imports, records)
  const conversations = plan.items.filter(({ kind }) => kind === 'conversation')
  const notes = plan.items.filter(({ kind }) => kind === 'note')
  journal({ ...presenceOf(conversations, notes), records: await comingAs(imports, records) })
  await imports.records.write(records)
}
