import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Compared, Presence } from '../../../main/data/import/compare'
import type { FoundImport, LeftOut } from '../../../main/data/import/imported'
import type { ImportService } from '../../../main/data/import/service'
import type { FileService } from '../../../main/files/service'
import { person } from '../../../shared/actor'
import { say } from '../../../shared/sentences/say'
import { reasonOf, type Sentence } from '../../../shared/sentences/sentence'
import { outsideOf, tellingOf, writtenAfter } from '../../../shared/tool/records/from-outside'
import type { ToolContext } from '../../../shared/tool/runtime'
import type { ImportPlan, PlannedItem } from '../module'
import type { ImportTool } from './importing'
import { previewOf } from './preview'
import { leftOutInWords, restText, stateOf } from './telling'

interface Services {
  readonly imports: ImportService
  readonly files: Pick<FileService, 'resolveReadable' | 'originOf'>
}

/** Reads what was exported and says what of it would come; stores nothing. */
export async function planImport(
  services: Services,
  written: string,
  context: ToolContext,
): ReturnType<ImportTool['plan']> {
  const { imports } = services
  const { path, outside } = await whence(services, written, context)
  const found = await imports.look(path, context.signal)
  const compared = await imports.compare(found)
  await nextTurn()
  const { elsewhere, assistants, tasksAlone, forNobody } = imports.follow(compared)
  const plan: ImportPlan = {
    ...{ path, source: found.source, items: comingOf(compared, found.source), outside },
    here: countOf(compared, 'here', 'in_trash', 'changed'),
    left_out: [...found.leftOut, ...inTrash(compared)].map((each) => ({
      ...{ count: each.count, ...reasonOf(leftOutInWords(each)) },
    })),
    followed: {
      elsewhere: [...elsewhere],
      assistants: [...assistants],
      tasks_alone: tasksAlone,
    },
    by: context.actor ?? person,
  }
  if (plan.items.length === 0) {
    const content = `Nothing was imported. ${restText(plan)}`.trim()
    return { unchanged: { content, state: stateOf(plan), ...tellingOf({ outside }) } }
  }
  const warnings = warningsOf(plan, found, compared, forNobody)
  // Each of the next steps goes through thousands of things in one go, and so does what the gate does with them.
  await nextTurn()
  const times = new Map(compared.map(({ id, item }) => [id, item]))
  const planned = previewOf(plan, warnings, times, outsideOf({ outside }))
  await nextTurn()
  return planned
}

/** What a person hands over in the window may lie anywhere; everyone else reads granted folders. */
async function whence({ imports, files }: Services, written: string, context: ToolContext) {
  const { runId, actor = person } = context
  const byHand = runId === null && (actor.kind === 'person' || actor.kind === 'command_line')
  const handed = byHand ? imports.takeHandedOver(written) : null
  if (handed !== null) return { path: written, outside: handed.own ? [] : [basename(written)] }
  const path = await files.resolveReadable(written)
  const { sources = [] } = files.originOf(path)
  return { path, outside: writtenAfter(context, { outside: sources }) }
}

function countOf(compared: readonly Compared[], ...wanted: readonly Presence[]): number {
  return compared.filter(({ presence }) => wanted.includes(presence)).length
}

/** What is just so in the trash, which who looks for it among the others would miss. */
function inTrash(compared: readonly Compared[]): LeftOut[] {
  const names = compared.flatMap(({ presence, item }) => (presence === 'in_trash' ? [item.title] : []))
  return names.length === 0 ? [] : [{ reason: 'in_trash', count: names.length, names }]
}

function comingOf(compared: readonly Compared[], of: ImportPlan['source']): PlannedItem[] {
  return compared
    .filter(({ presence }) => presence === 'new' || presence === 'other')
    .map(({ item: { kind, title, digest, size, mark, source }, id }) => ({
      ...{ kind, id, title, digest, size },
      ...(kind === 'note' ? { mark } : {}),
      ...(source === of ? {} : { source }),
    }))
}

/** What a person should know before saying yes. */
function warningsOf(
  { items, followed }: ImportPlan,
  { leftOut }: Pick<FoundImport, 'leftOut'>,
  compared: readonly Compared[],
  forNobody: number,
): readonly Sentence[] {
  const count = (...wanted: readonly Presence[]) => countOf(compared, ...wanted)
  const justSo = count('here', 'in_trash')
  return [
    ...leftOut.map((each) => leftOutInWords(each)),
    ...(justSo > 0 ? [say('import.here', { count: justSo, trash: count('in_trash') })] : []),
    ...(count('changed') > 0 ? [say('import.changed_here', { count: count('changed') })] : []),
    ...(count('other') > 0 ? [say('import.beside', { count: count('other') })] : []),
    ...(forNobody > 0 ? [say('import.for_nobody', { count: forNobody })] : []),
    ...(followed.tasks_alone ? [say('import.tasks_alone')] : []),
    ...(items.some(({ kind }) => kind === 'conversation') ? [say('import.outside')] : []),
  ]
}
