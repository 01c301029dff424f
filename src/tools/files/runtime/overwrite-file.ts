import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { formatBytes } from '../../../shared/format-bytes'
import { quoted } from '../../../shared/quoted'
import type { FileChange } from '../../../shared/tool/file-change'
import type { ChangePreview } from '../../../shared/tool/preview'
import type { Planned as ToolPlanned } from '../../../shared/tool/runtime'
import { revertTool } from './revert'
import { diffTexts } from './text-diff'
import type { FilePlan, FileTool } from './types'
import { counted, lastName, lineCount, oddFileInWords } from './wording'

/** Characters of the content that the preview keeps; the plan has all of it. */
const PREVIEW_CHARACTERS = 200_000

type Planned = Awaited<ReturnType<FileService['planOverwrite']>>

/** Implements `overwrite_file`. */
export function overwriteFileTool(files: FileService): FileTool<'overwrite_file'> {
  return {
    async plan(input) {
      return overwriting(await files.planOverwrite(input.path, input.content), input.content)
    },
    async edit({ plan }, { content }) {
      const planned = await files.planOverwrite(plan.outcome.path, content)
      // The same base: what the person saw go is what goes.
      if (JSON.stringify(baseOf(planned.change)) !== JSON.stringify(baseOf(plan))) {
        throw new AppError('conflict', `${quoted(planned.path)} was changed since this was planned.`)
      }
      return overwriting(planned, content)
    },
    async apply(plan, effect) {
      await files.apply(plan, effect)
      const { path, created, size, lines } = plan.outcome
      return {
        content: `${created ? 'Created' : 'Overwrote'} ${quoted(path)} (${counted(lines, 'line')}, ${formatBytes(size)}).`,
        state: plan.outcome,
        origin: 'granted_folder',
      }
    },
    revert: revertTool(files),
  }
}

function overwriting(planned: Planned, content: string): ToolPlanned<FilePlan<'overwrite_file'>> {
  const { path, size, folders, replaced, change } = planned
  const shown = shownChange(planned, content)
  const name = lastName(path)
  const target = { kind: 'file' as const, label: name, reference: path }
  const before = replaced?.state.size
  const outcome = {
    path,
    name,
    created: replaced === null,
    size_before: before ?? null,
    size,
    lines: lineCount(content),
    folders_created: [...folders],
  }
  return {
    plan: { ...change, outcome },
    preview: {
      summary:
        before === undefined
          ? `Create ${quoted(path)} (${formatBytes(size)})`
          : `Overwrite ${quoted(path)} (${formatBytes(before)}) with ${formatBytes(size)} of new text`,
      targets: [{ ...target, size }],
      changes: [shown],
      lost: before === undefined ? [] : [{ ...target, size: before, detail: 'what is in it now' }],
      recovery: 'undo',
      warnings: [
        ...(replaced !== null && replaced.text === null
          ? ['What is there now is not text, or too long to be compared.']
          : []),
        ...(replaced === null ? [] : oddFileInWords({ mode: replaced.state.mode, links: replaced.links })),
        ...(shown.kind === 'text' && shown.truncated === true
          ? ['The text is long; only its first part is shown.']
          : []),
      ],
    },
  }
}

function baseOf({ transitions }: FileChange): unknown {
  return transitions.map((step) => (step.op === 'write' ? step.before : step))
}

function shownChange({ path, size, replaced }: Planned, content: string): ChangePreview {
  const label = lastName(path)
  if (replaced === null) {
    const truncated = content.length > PREVIEW_CHARACTERS
    return {
      kind: 'text',
      label,
      content: truncated ? content.slice(0, PREVIEW_CHARACTERS) : content,
      hunks: [],
      added: lineCount(content),
      removed: 0,
      ...(truncated ? { truncated } : {}),
    }
  }
  if (replaced.text === null)
    return { kind: 'binary', label, sizeBefore: replaced.state.size, sizeAfter: size }
  const { hunks, added, removed, truncated } = diffTexts(replaced.text.text, content)
  // Line ends or the encoding alone: there are no lines to show.
  if (hunks.length === 0) return { kind: 'binary', label, sizeBefore: replaced.state.size, sizeAfter: size }
  return { kind: 'text', label, hunks, added, removed, ...(truncated ? { truncated } : {}) }
}
