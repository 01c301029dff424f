import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Presence } from '../../../main/data/import/compare'
import type { ImportedRecord, LeftOut } from '../../../main/data/import/imported'
import type { ImportService } from '../../../main/data/import/service'
import type { FileService } from '../../../main/files/service'
import { person } from '../../../shared/actor'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { countsInWords } from '../../../shared/sentences/imports'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Sentence } from '../../../shared/sentences/sentence'
import type { ToolOf } from '../../../shared/tool/define'
import { outsideOf, tellingOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { Implementation, ToolContext } from '../../../shared/tool/runtime'
import type importsModule from '../module'
import type { ImportPlan } from '../module'
import { countsOf, previewOf } from './preview'
import { presenceOf, undoImport } from './undo'
import { comingAs, requireFitting } from './undo-records'

/** The implementation of the tool. */
export type ImportTool = Implementation<ToolOf<typeof importsModule, 'import_data'>>

/** Names that a sentence tells. */
const named = 3

/** Brings in what another program exported, all in one change. */
export function importData({
  imports,
  files,
}: {
  readonly imports: ImportService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}): ImportTool {
  return {
    async plan({ path: written }, context) {
      const { path, outside } = await whence(written, context)
      const found = await imports.look(path, context.signal)
      const compared = await imports.compare(found)
      const count = (wanted: Presence) => compared.filter(({ presence }) => presence === wanted).length
      const here = count('here') + count('in_trash') + count('changed')
      const items = compared
        .filter(({ presence }) => presence === 'new' || presence === 'other')
        .map(({ item: { kind, title, digest, size, mark }, id }) => ({
          ...{ kind, id, title, digest, size },
          ...(kind === 'note' ? { mark } : {}),
        }))
      const leftOut = found.leftOut.map((each) => ({
        count: each.count,
        ...reasonOf(leftOutInWords(each)),
      }))
      await nextTurn()
      const { elsewhere, assistants, tasksAlone, forNobody } = imports.follow(compared)
      const plan: ImportPlan = {
        ...{ path, source: found.source, items, here, left_out: leftOut, outside },
        followed: {
          elsewhere: [...elsewhere],
          assistants: [...assistants],
          tasks_alone: tasksAlone,
        },
        by: context.actor ?? person,
      }
      const sources = outsideOf({ outside })
      if (items.length === 0) {
        const content = `Nothing was imported. ${restText(plan)}`.trim()
        return { unchanged: { content, state: stateOf(plan), ...tellingOf({ outside }) } }
      }
      const justSo = count('here') + count('in_trash')
      const warnings = [
        ...found.leftOut.map((each) => leftOutInWords(each)),
        ...(justSo > 0 ? [say('import.here', { count: justSo, trash: count('in_trash') })] : []),
        ...(count('changed') > 0 ? [say('import.changed_here', { count: count('changed') })] : []),
        ...(count('other') > 0 ? [say('import.beside', { count: count('other') })] : []),
        ...(forNobody > 0 ? [say('import.for_nobody', { count: forNobody })] : []),
        ...(tasksAlone ? [say('import.tasks_alone')] : []),
        ...(items.some(({ kind }) => kind === 'conversation') ? [say('import.outside')] : []),
      ]
      // Each of the next steps goes through thousands of things in one go, and so does what the gate does with them.
      await nextTurn()
      const times = new Map(compared.map(({ id, item }) => [id, item]))
      const planned = previewOf(plan, warnings, times, sources)
      await nextTurn()
      return planned
    },
    async apply(plan, context) {
      const conversations = plan.items.filter(({ kind }) => kind === 'conversation')
      const notes = plan.items.filter(({ kind }) => kind === 'note')
      await nextTurn()
      await refuseThereMeanwhile(plan)
      const wanted = Map.groupBy(plan.items, ({ digest }) => digest)
      const coming: { id: string; value: ImportedRecord }[] = []
      const shown: string[] = []
      let done = 0
      let isBegun = false
      /** Contacts and tasks come first: what undoes them tells them as they will be. */
      const begin = async (): Promise<void> => {
        if (isBegun) return
        isBegun = true
        const records = await prepared(plan, coming)
        context.journal({ ...presenceOf(conversations, notes), records: await comingAs(imports, records) })
        await imports.records.write(records)
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
              source: plan.source,
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
    },
    ...undoImport(imports),
  }

  /** What a person hands over in the window may lie anywhere; everyone else reads granted folders. */
  async function whence(written: string, context: ToolContext) {
    const { runId, actor = person } = context
    const byHand = runId === null && (actor.kind === 'person' || actor.kind === 'command_line')
    const handed = byHand ? imports.takeHandedOver(written) : null
    if (handed !== null) return { path: written, outside: handed.own ? [] : [basename(written)] }
    const path = await files.resolveReadable(written)
    const { sources = [] } = files.originOf(path)
    return { path, outside: writtenAfter(context, { outside: sources }) }
  }

  async function prepared(plan: ImportPlan, coming: readonly { id: string; value: ImportedRecord }[]) {
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
    return records
  }

  /** The same import may have been approved twice. */
  async function refuseThereMeanwhile({ source, items }: ImportPlan): Promise<void> {
    const notes = items
      .filter(({ kind }) => kind === 'note')
      .map((item) => ({ ...item, mark: item.mark ?? '', key: '', createdAt: 0, updatedAt: 0, place: null }))
    const compared = await imports.compare({ source, items: notes })
    const records = items.flatMap(({ kind, id }) =>
      kind === 'contact' || kind === 'task' ? { kind, id } : [],
    )
    const there = await imports.records.there(records)
    const talks = items.flatMap(({ kind, id }) => (kind === 'conversation' ? id : []))
    const conversations = await imports.conversations(talks)
    const twice =
      compared.find(({ presence }) => presence === 'here')?.item ??
      items.find(({ id }) => there.has(id) || conversations.has(id))
    if (twice === undefined) return
    throw new AppError('conflict', say('import.meanwhile', { name: twice.title }))
  }
}

function leftOutInWords({ reason, count, names }: LeftOut): Sentence {
  return say('import.left_out', {
    ...{ reason, count },
    names: names.slice(0, named),
    more: Math.max(0, count - Math.min(named, names.length)),
  })
}

function stateOf({ source, items, here, left_out }: ImportPlan) {
  return { source, succeeded: items.length, failed: 0, ...countsOf(items), here, left_out }
}

/** For the model: what did not come. */
function restText({ here, left_out }: ImportPlan): string {
  return [
    ...(here === 0 ? [] : [`${counted(here, 'thing')} ${here === 1 ? 'is' : 'are'} here already.`]),
    ...left_out.map(({ reason }) => reason),
  ].join(' ')
}
