import { basename } from 'node:path'
import type { FoundItem } from '../../../main/data/import/imported'
import { localDay } from '../../../shared/calendar-day'
import { assertNever } from '../../../shared/errors'
import type { ImportCounts } from '../../../shared/sentences/imports'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import type { ImportPlan, PlannedItem } from '../module'

/** The programs that what comes is of, with a space between them, each once. */
function sourcesOf({ items, source }: ImportPlan): string {
  return [...new Set(items.map((item) => item.source ?? source))].join(' ')
}

/** How many there are of each kind. */
export function countsOf(items: readonly PlannedItem[]): ImportCounts {
  const count = (wanted: PlannedItem['kind']) => items.filter(({ kind }) => kind === wanted).length
  return {
    ...{ conversations: count('conversation'), notes: count('note') },
    ...{ contacts: count('contact'), tasks: count('task') },
  }
}

/** What a person sees before anything comes. */
export function previewOf(
  plan: ImportPlan,
  warnings: readonly Sentence[],
  times: ReadonlyMap<string, FoundItem>,
  sources: readonly string[],
): Planned<ImportPlan> {
  const { items, path } = plan
  return {
    plan,
    sources,
    preview: spoken({
      summary: say('import.bring_in', { ...countsOf(items), source: sourcesOf(plan), name: basename(path) }),
      targets: items.map(({ id, title }) => ({ kind: 'record', label: title, reference: id })),
      changes: items.map(({ kind, id, title, size }) => ({
        kind: 'fields',
        label: title,
        fields: [
          { name: 'kind', before: null, after: kind },
          ...(size === 0 ? [] : [{ name: sizeName(kind), before: null, after: String(size) }]),
          { name: 'updated', before: null, after: localDay(times.get(id)?.updatedAt ?? 0) },
        ],
      })),
      lost: [],
      recovery: 'undo',
      warnings,
    }),
  }
}

function sizeName(kind: PlannedItem['kind']): string {
  switch (kind) {
    case 'conversation':
      return 'messages'
    case 'note':
      return 'characters'
    case 'contact':
      return 'links'
    case 'task':
      return 'comments'
    default:
      return assertNever(kind)
  }
}
