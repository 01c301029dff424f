import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { told } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import { spliceText } from '../../../shared/text/text-splices'
import type { Choice } from '../../../shared/tool/choice'
import type { FileChange, Transition } from '../../../shared/tool/file-change'
import { beyondKeptInWords, recoveryOf } from '../../../shared/tool/kept'
import { spoken } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { onlyWhole, requireParts, takeHunks } from '../../../text-change/parts-of-text'
import { diffTexts } from '../../../text-change/text-diff'
import { editPlan, type PlannedEdit, type ReadText } from './edit-plan'
import type { FilePlan } from './types'

/** The plan for some of the things that were to go to the trash. */
export function narrowTrash(
  service: FileService,
  { plan, preview }: Planned<FilePlan<'trash_files'>>,
  { items = [] }: Choice,
): Planned<FilePlan<'trash_files'>> {
  const chosen = new Set(items)
  const keep = <T>(list: readonly T[]): T[] => list.filter((_, place) => chosen.has(place))
  const results = keep(plan.outcome.results)
  requireParts(results, chosen)
  const paths = new Set(results.map(({ path }) => path))
  const transitions = plan.transitions.filter(({ path }) => paths.has(path))
  const size = results.reduce((sum, result) => sum + result.size, 0)
  const files = results.reduce((sum, result) => sum + result.files, 0)
  return {
    plan: {
      transitions,
      contents: plan.contents,
      outcome: { succeeded: results.length, failed: 0, results, size, files },
    },
    preview: spoken({
      ...preview,
      summary: say('files.trash_part', { count: results.length, size, ...told(results) }),
      targets: keep(preview.targets),
      changes: keep(preview.changes),
      lost: keep(preview.lost),
      recovery: recoveryOf('trash', size, service.keptForUndo()),
      warnings: [
        ...beyondKeptInWords(size, service.keptForUndo()),
        ...preview.warnings.filter((warning) => {
          const { code, values } = preview.said?.[warning] ?? {}
          if (code === 'files.protected_go_along') return paths.has(String(values?.path))
          return code !== 'files.beyond_kept'
        }),
      ],
    }),
  }
}

/** The plan for some of the places of an edit, against the very file that it was planned for. */
export async function narrowEdit(
  files: FileService,
  { plan, preview }: Planned<FilePlan<'edit_file'>>,
  { hunks = [] }: Choice,
): Promise<PlannedEdit> {
  const { file, text } = await plannedEdit(files, plan)
  const shown = preview.changes.find((change) => change.kind === 'text')
  if (shown === undefined || shown.truncated === true) throw onlyWhole()
  const chosen = new Set(hunks.filter(({ change }) => change === 0).map(({ hunk }) => hunk))
  const splices = takeHunks(file.text, text, shown.hunks, chosen)
  return editPlan(files, file, { splices, replacements: chosen.size })
}

/**
 * The file that an edit was planned for, which must be as it was, and the text that it would have. Throws `conflict`
 * where it is not, `corrupt` where the plan lacks the text.
 */
export async function plannedEdit(
  files: FileService,
  plan: FilePlan<'edit_file'>,
): Promise<{ readonly file: ReadText; readonly text: string }> {
  const write = onlyWrite(plan)
  const file = await files.readForEdit(write.path)
  const { before, after } = write
  const same = before.kind === 'file' && before.sha256 === file.state.sha256
  // A file that another proposal was to make has got its node by now.
  if (!same || (before.node !== null && before.node !== file.state.node)) {
    throw new AppError('conflict', say('file.changed_since_planned', { path: write.path }))
  }
  const content = plan.contents.find(({ sha256 }) => after.kind === 'file' && sha256 === after.sha256)
  if (content === undefined) throw new AppError('corrupt', say('file.planned_missing'))
  return { file, text: await files.plannedText(file, content) }
}

/**
 * The text of a file with some of the places of an overwriting taken over; lines end as they do in the file. Throws
 * `unsupported` where it can only be taken as a whole.
 */
export async function narrowOverwrite(
  files: FileService,
  plan: FilePlan<'overwrite_file'>,
  { hunks = [] }: Choice,
): Promise<string> {
  const write = onlyWrite(plan)
  const [content] = plan.contents
  const { encoding } = plan.outcome
  if (content === undefined || encoding === undefined || write.before.kind !== 'file') {
    throw new AppError('unsupported', say('proposal.whole'))
  }
  const file = await files.readForEdit(write.path)
  // What the file could not hold in its own encoding was planned as UTF-8, without a mark.
  const stored = encoding === file.encoding ? file : { ...file, encoding, mark: false }
  const planned = await files.plannedText(stored, content)
  const after =
    file.lineEnding === 'crlf' ? planned.replace(/(?<!\r)\n/g, '\r\n') : planned.replaceAll('\r\n', '\n')
  const chosen = new Set(hunks.filter(({ change }) => change === 0).map(({ hunk }) => hunk))
  const text = file.lineEnding === 'mixed' ? planned : after
  const differences = diffTexts(file.text, text)
  if (differences.truncated) throw onlyWhole()
  return spliceText(file.text, takeHunks(file.text, text, differences.hunks, chosen))
}

/** Refuses a change that was planned against something else than another: what the person saw go is what goes. */
export function requireSameBase(change: FileChange, shown: FileChange): void {
  if (sameBase(change, shown)) return
  throw new AppError('conflict', say('file.changed_since_planned', { path: onlyWrite(shown).path }))
}

function sameBase(change: FileChange, shown: FileChange): boolean {
  const [now, then] = [onlyWrite(change).before, onlyWrite(shown).before]
  if (now.kind === 'file' && then.kind === 'file' && then.node === null) {
    // A file that another proposal was to make has got its node by now.
    return now.sha256 === then.sha256 && now.mode === then.mode
  }
  return JSON.stringify(baseOf(change)) === JSON.stringify(baseOf(shown))
}

function baseOf({ transitions }: FileChange): unknown {
  return transitions.map((step) => (step.op === 'write' ? step.before : step))
}

/** The same change with another text in its one file. */
export function withText<Change extends FileChange>(
  change: Change,
  content: FileChange['contents'][number],
  size: number,
): Pick<FileChange, 'transitions' | 'contents'> {
  const { path } = onlyWrite(change)
  const transitions = change.transitions.map((step): Transition => {
    if (step.op !== 'write' || step.path !== path || step.after.kind !== 'file') return step
    return { ...step, after: { ...step.after, sha256: content.sha256, size } }
  })
  return { transitions, contents: [content] }
}

function onlyWrite({ transitions }: FileChange): Extract<Transition, { op: 'write' }> {
  const [write, ...others] = transitions.filter((step) => step.op === 'write')
  if (write === undefined || others.length > 0) {
    throw onlyWhole()
  }
  return write
}
