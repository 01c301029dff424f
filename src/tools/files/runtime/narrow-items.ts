import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Words } from '../../../shared/sentences/sentence'
import type { Choice } from '../../../shared/tool/choice'
import type { FileChange, Transition } from '../../../shared/tool/file-change'
import { spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'

interface Outcome<Result> {
  readonly succeeded: number
  readonly failed: number
  readonly results: Result[]
  readonly folders_created: string[]
}

/**
 * The plan for some of the things of a batch: its results, the changes and the first targets of its preview, and its
 * steps beside those that make folders are all in the same order. Only the folders that are still needed are made.
 * Throws `invalid_input` for a thing that is not in it.
 */
export function narrowItems<Result>(
  { plan, preview, raise }: Planned<FileChange & { outcome: Outcome<Result> }>,
  { items = [] }: Choice,
  inWords: (results: readonly Result[]) => Words,
): Planned<FileChange & { outcome: Outcome<Result> }> {
  const chosen = new Set(items)
  const keep = <T>(list: readonly T[]): T[] => list.filter((_, place) => chosen.has(place))
  const results = keep(plan.outcome.results)
  if (results.length !== chosen.size || chosen.size === 0) {
    throw new AppError('invalid_input', say('proposal.no_such_part'), {
      field: 'choice',
    })
  }
  const steps = keep(plan.transitions.filter(({ op }) => op !== 'make_folder'))
  const folders = plan.transitions.filter(
    (step) => step.op === 'make_folder' && steps.some((other) => isBelow(step.path, goalOf(other))),
  )
  const names = folders.map(({ path }) => path)
  const count = plan.outcome.results.length
  return {
    plan: {
      transitions: [...folders, ...steps],
      contents: plan.contents,
      outcome: { succeeded: results.length, failed: 0, results, folders_created: names },
    },
    preview: spoken({
      ...preview,
      summary: inWords(results),
      targets: [
        ...keep(preview.targets.slice(0, count)),
        ...preview.targets.slice(count).filter(({ reference }) => names.includes(reference)),
      ],
      changes: keep(preview.changes),
    }),
    ...(raise === undefined ? {} : { raise }),
  }
}

function goalOf(step: Transition): string {
  return step.op === 'move' ? step.to : step.path
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length))
}
