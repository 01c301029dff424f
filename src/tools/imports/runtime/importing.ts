import { basename } from 'node:path'
import type { FoundItem, LeftOut } from '../../../main/data/import/imported'
import type { ImportService, Presence } from '../../../main/data/import/service'
import type { FileService } from '../../../main/files/service'
import { person } from '../../../shared/actor'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Sentence } from '../../../shared/sentences/sentence'
import type { ToolOf } from '../../../shared/tool/define'
import { spoken } from '../../../shared/tool/preview'
import { outsideOf, tellingOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { Implementation, Planned, ToolContext } from '../../../shared/tool/runtime'
import type importsModule from '../module'
import type { ImportPlan, PlannedItem } from '../module'
import { presenceOf, undoImport } from './undo'

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
      const here = count('here') + count('in_trash')
      const items = compared
        .filter(({ presence }) => presence === 'new' || presence === 'other')
        .map(({ item: { kind, title, digest, size, mark }, id }) => ({ kind, id, title, digest, size, mark }))
      const leftOut = found.leftOut.map((each) => ({
        count: each.count,
        ...reasonOf(leftOutInWords(each)),
      }))
      const by = context.actor ?? person
      const plan: ImportPlan = { path, source: found.source, items, here, left_out: leftOut, outside, by }
      const sources = outsideOf({ outside })
      if (items.length === 0) {
        const content = `Nothing was imported. ${restText(plan)}`.trim()
        return { unchanged: { content, state: stateOf(plan), ...tellingOf({ outside }) } }
      }
      const warnings = [
        ...found.leftOut.map((each) => leftOutInWords(each)),
        ...(here > 0 ? [say('import.here', { count: here, trash: count('in_trash') })] : []),
        ...(count('other') > 0 ? [say('import.beside', { count: count('other') })] : []),
        ...(items.some(({ kind }) => kind === 'conversation') ? [say('import.outside')] : []),
      ]
      const times = new Map(compared.map(({ id, item }) => [id, item]))
      return previewOf(plan, warnings, times, sources)
    },
    async apply(plan, context) {
      const conversations = plan.items.filter(({ kind }) => kind === 'conversation')
      const notes = plan.items.filter(({ kind }) => kind === 'note')
      await refuseThereMeanwhile(plan)
      context.journal(presenceOf(conversations, notes))
      const wanted = Map.groupBy(plan.items, ({ digest }) => digest)
      const shown: string[] = []
      let done = 0
      await imports.each(
        plan.path,
        context.signal,
        async ({ digest, value }) => {
          const item = wanted.get(digest)?.shift()
          if (item === undefined) return done
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
      if (done < plan.items.length) {
        throw new AppError('conflict', say('import.moved', { name: basename(plan.path) }), { sources: [] })
      }
      await imports.reveal(shown)
      return {
        content: `Imported ${countsText(plan.items)} from ${basename(plan.path)}. ${restText(plan)}`.trim(),
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

  /** The same import may have been approved twice. */
  async function refuseThereMeanwhile({ source, items }: ImportPlan): Promise<void> {
    const notes = items
      .filter(({ kind }) => kind === 'note')
      .map((item) => ({ ...item, key: '', createdAt: 0, updatedAt: 0 }))
    const there = await imports.compare({ source, items: notes })
    const twice =
      there.find(({ presence }) => presence === 'here')?.item ??
      items.find(({ kind, id }) => kind === 'conversation' && imports.conversation(id) !== null)
    if (twice === undefined) return
    throw new AppError('conflict', say('import.meanwhile', { name: twice.title }))
  }
}

function previewOf(
  plan: ImportPlan,
  warnings: readonly Sentence[],
  times: ReadonlyMap<string, FoundItem>,
  sources: readonly string[],
): Planned<ImportPlan> {
  const { items, path, source } = plan
  const conversations = items.filter(({ kind }) => kind === 'conversation').length
  return {
    plan,
    sources,
    preview: spoken({
      summary: say('import.bring_in', {
        ...{ conversations, notes: items.length - conversations },
        ...{ source, name: basename(path) },
      }),
      targets: items.map(({ id, title }) => ({ kind: 'record', label: title, reference: id })),
      changes: items.map(({ kind, id, title, size }) => ({
        kind: 'fields',
        label: title,
        fields: [
          {
            name: kind === 'conversation' ? 'messages' : 'characters',
            before: null,
            after: String(size),
          },
          { name: 'updated', before: null, after: dayOf(times.get(id)?.updatedAt ?? 0) },
        ],
      })),
      lost: [],
      recovery: 'undo',
      warnings,
    }),
  }
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

function leftOutInWords({ reason, count, names }: LeftOut): Sentence {
  return say('import.left_out', {
    ...{ reason, count },
    names: names.slice(0, named),
    more: Math.max(0, count - Math.min(named, names.length)),
  })
}

function stateOf({ source, items, here, left_out }: ImportPlan) {
  const conversations = items.filter(({ kind }) => kind === 'conversation').length
  return {
    ...{ source, succeeded: items.length, failed: 0 },
    ...{ conversations, notes: items.length - conversations, here, left_out },
  }
}

function countsText(items: readonly PlannedItem[]): string {
  const conversations = items.filter(({ kind }) => kind === 'conversation').length
  const notes = items.length - conversations
  return [
    ...(conversations === 0 ? [] : [counted(conversations, 'conversation')]),
    ...(notes === 0 ? [] : [counted(notes, 'note')]),
  ].join(' and ')
}

/** For the model: what did not come. */
function restText({ here, left_out }: ImportPlan): string {
  return [
    ...(here === 0 ? [] : [`${counted(here, 'thing')} ${here === 1 ? 'is' : 'are'} here already.`]),
    ...left_out.map(({ reason }) => reason),
  ].join(' ')
}
