import { isEnded, type TaskLine } from '../../../shared/contract/tasks'
import { looksForEnded, matches, type Narrowing } from './matching'

/** A row of the list of tasks. */
export type TaskRow =
  | {
      readonly kind: 'task'
      readonly line: TaskLine
      /** How many tasks it is within; 0 for one that is no part of another. */
      readonly depth: number
      /** Whether its parts are below it; null where it has none to show. */
      readonly unfolded: boolean | null
      /** Whether it is only here because a part of it is looked for. */
      readonly around: boolean
    }
  /** Opens what is done and cancelled. */
  | { readonly kind: 'ended'; readonly done: number; readonly cancelled: number; readonly shown: boolean }

/** What of the tree is open. */
interface TreeState {
  readonly folded: ReadonlySet<string>
  readonly endedShown: boolean
  /** Ended ones that stay where they are. */
  readonly justEnded: ReadonlySet<string>
}

/** Tasks as a tree in which parts follow what they are a part of; what is ended is folded away at its end. */
export function taskRows(
  lines: readonly TaskLine[],
  narrowing: Narrowing,
  { folded, endedShown, justEnded }: TreeState,
): readonly TaskRow[] {
  const partsOf = groupByParent(lines)
  // What was ended here stays also where its status was looked for.
  const fits = (line: TaskLine) =>
    matches(line, justEnded.has(line.id) ? { ...narrowing, status: 'all' } : narrowing)
  const endedCounts = looksForEnded(narrowing)
  const withEnded = endedShown || endedCounts
  const isOpen = (line: TaskLine) => !isEnded(line.status) || endedCounts || justEnded.has(line.id)

  /** Whether a task, or anything within it, is shown. */
  const shows = new Map<string, boolean>()
  const look = (line: TaskLine): boolean => {
    const within = (partsOf.get(line.id) ?? []).map(look).some(Boolean)
    const shown = within || (fits(line) && (withEnded || isOpen(line)))
    shows.set(line.id, shown)
    return shown
  }
  const roots = partsOf.get(null) ?? []
  for (const root of roots) look(root)

  const rowsOf = (line: TaskLine, depth: number): TaskRow[] => {
    const parts = (partsOf.get(line.id) ?? []).filter(({ id }) => shows.get(id))
    const unfolded = parts.length === 0 ? null : !folded.has(line.id)
    return [
      { kind: 'task', line, depth, unfolded, around: !fits(line) },
      ...(unfolded ? parts.flatMap((part) => rowsOf(part, depth + 1)) : []),
    ]
  }
  const shown = roots.filter(({ id }) => shows.get(id))
  const rows = (those: readonly TaskLine[]) => those.flatMap((line) => rowsOf(line, 0))
  // One that is ended and has an open part stands where its part is looked for.
  const openWithin = (line: TaskLine): boolean =>
    isOpen(line) || (partsOf.get(line.id) ?? []).some(openWithin)
  // Opening what is ended changes nothing of it, so that the row which counts them stays.
  const standsAnyway = (line: TaskLine): boolean =>
    (isOpen(line) && fits(line)) || (partsOf.get(line.id) ?? []).some(standsAnyway)
  const ended = endedCounts
    ? []
    : lines.filter((line) => !isOpen(line) && !standsAnyway(line) && fits(line) && shows.has(line.id))
  const cancelled = ended.filter(({ status }) => status === 'cancelled').length
  return [
    ...rows(shown.filter(openWithin)),
    ...(ended.length === 0
      ? []
      : [{ kind: 'ended' as const, done: ended.length - cancelled, cancelled, shown: endedShown }]),
    ...rows(shown.filter((line) => !openWithin(line))),
  ]
}

/** Tasks by what they are a part of, in their order; null for those that are no part. */
function groupByParent(lines: readonly TaskLine[]): ReadonlyMap<string | null, readonly TaskLine[]> {
  const groups = new Map<string | null, TaskLine[]>()
  for (const line of lines) {
    const group = groups.get(line.parent)
    if (group === undefined) groups.set(line.parent, [line])
    else group.push(line)
  }
  return groups
}
