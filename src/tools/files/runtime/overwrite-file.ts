import type { FileService } from '../../../main/files/service'
import { formatBytes } from '../../../shared/format-bytes'
import { counted } from '../../../shared/sentences/english'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { quoted } from '../../../shared/text/quoted'
import { beyondKeptInWords, recoveryOf } from '../../../shared/tool/kept'
import type { ContentLook } from '../../../shared/tool/picture'
import type { ChangePreview } from '../../../shared/tool/preview'
import { spoken } from '../../../shared/tool/preview'
import type { Planned as ToolPlanned } from '../../../shared/tool/runtime'
import { leftOutInWords, newTextPreview } from '../../../text-change/shown-text'
import { diffTexts, lineCount, textChange } from '../../../text-change/text-diff'
import { carryOut } from './carry-out'
import { narrowOverwrite, requireSameBase } from './narrow'
import type { FilePlan, FileTool, FileToolState } from './types'
import { kindOf, lastName, oddFileInWords } from './wording'

type Planned = Awaited<ReturnType<FileService['planOverwrite']>>
type PlannedTool = ToolPlanned<FilePlan<'overwrite_file'>>

/** Implements `overwrite_file`. */
export function overwriteFileTool(files: FileService): FileTool<'overwrite_file'> {
  return {
    async plan({ path, content, encoding }, { pendingPlans }) {
      const given = encoding === 'text' ? content : files.binaryContent(content)
      return overwriting(files, await files.planOverwrite(path, given, pendingPlans?.()), given)
    },
    async edit({ plan }, { content }) {
      const planned = await files.planOverwrite(plan.outcome.path, content)
      requireSameBase(planned.change, plan)
      return overwriting(files, planned, content)
    },
    textToEdit: async ({ input }) => (input.encoding === 'text' ? input.content : null),
    chooseBy: 'hunks',
    async narrow({ plan }, choice) {
      const text = await narrowOverwrite(files, plan, choice)
      const planned = await files.planOverwrite(plan.outcome.path, text)
      requireSameBase(planned.change, plan)
      return overwriting(files, planned, text)
    },
    ...carryOut<FileToolState<'overwrite_file'>>(files, ({ path, created, size, lines, encoding }) => {
      const extent =
        encoding === undefined ? formatBytes(size) : `${counted(lines, 'line')}, ${formatBytes(size)}`
      return `${created ? 'Created' : 'Overwrote'} ${quoted(path)} (${extent}).`
    }),
  }
}

async function overwriting(
  files: FileService,
  planned: Planned,
  given: string | Uint8Array,
): Promise<PlannedTool> {
  const { path, size, folders, replaced, encoding, change } = planned
  const text = typeof given === 'string' ? given : null
  const looks = await looksOf(files, planned, given)
  const shown = shownChanges(planned, text, looks)
  const shownText = shown.find((change) => change.kind === 'text')
  const name = lastName(path)
  const target = { kind: 'file' as const, label: name, reference: path }
  const before = replaced?.state.size
  const tooLarge = beyondKeptInWords(before ?? 0, files.keptForUndo())
  const odd = replaced === null ? [] : oddFileInWords({ mode: replaced.state.mode, links: replaced.links })
  const unusual = [...tooLarge, ...odd]
  const outcome = {
    path,
    name,
    created: replaced === null,
    size_before: before ?? null,
    size,
    lines: text === null ? 0 : lineCount(text),
    folders_created: [...folders],
    ...(encoding === null ? {} : { encoding }),
  }
  return {
    plan: { ...change, outcome },
    preview: spoken({
      summary: summaryOf({ path, size, before, kind: text === null ? kindOf(looks.after) : null }),
      targets: [{ ...target, size }],
      changes: shown,
      lost: before === undefined ? [] : [{ ...target, size: before, detail: say('files.present_content') }],
      recovery: recoveryOf('undo', before ?? 0, files.keptForUndo()),
      warnings: [
        ...tooLarge,
        ...(files.actedOn()(path) ? [say('files.acted_on', { path })] : []),
        ...(text !== null && replaced !== null && replaced.text === null ? [say('files.not_compared')] : []),
        ...odd,
        ...(shownText === undefined ? [] : leftOutInWords(shownText)),
        ...(shownText?.truncated === true && shownText.leftOut === undefined
          ? [say('files.long_difference')]
          : []),
      ],
    }),
    ...(unusual.length === 0 ? {} : { raise: { class: 'destructive_update' as const, reason: unusual } }),
  }
}

function summaryOf({
  kind,
  before,
  ...file
}: {
  readonly path: string
  readonly size: number
  readonly before: number | undefined
  /** Null for text. */
  readonly kind: ReturnType<typeof kindOf> | null
}): Sentence {
  if (before === undefined) {
    return kind === null
      ? say('files.overwrite_new', file)
      : say('files.create_binary', { ...file, ...kind, folders: 0 })
  }
  return kind === null
    ? say('files.overwrite', { ...file, before })
    : say('files.overwrite_binary', { ...file, before, ...kind })
}

interface Looks {
  readonly before?: ContentLook
  readonly after?: ContentLook
}

/** What is shown of either side where there is no difference of two texts. */
async function looksOf(
  files: FileService,
  { path, replaced }: Planned,
  given: string | Uint8Array,
): Promise<Looks> {
  const text = typeof given === 'string'
  if (text && (replaced === null || replaced.text !== null)) return {}
  const before = replaced === null ? undefined : await files.lookAtReplaced(path, replaced.state)
  // A new text is shown as text.
  const after = text ? undefined : await files.lookAtBytes(given)
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

function shownChanges({ path, size, replaced }: Planned, text: string | null, looks: Looks): ChangePreview[] {
  const label = lastName(path)
  const sizeBefore = replaced === null ? {} : { sizeBefore: replaced.state.size }
  const binary: ChangePreview = { kind: 'binary', label, ...sizeBefore, sizeAfter: size, ...looks }
  if (text === null) return [binary]
  if (replaced === null) return [newTextPreview(label, text)]
  if (replaced.text === null) {
    // As lines that are added: undoing it takes the text away, not the file.
    return [{ kind: 'binary', label, ...sizeBefore, ...looks }, textChange(label, diffTexts('', text))]
  }
  const shown = textChange(label, diffTexts(replaced.text.text, text))
  // Line ends or the encoding alone: there are no lines to show.
  return [shown.hunks.length === 0 ? binary : shown]
}
