import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import type { Raise } from '../../../shared/tool/preview'
import { revertTool } from './revert'
import { diffTexts } from './text-diff'
import { editText } from './text-edits'
import type { FileTool } from './types'
import { counted, oddFileInWords } from './wording'

/** Share of the text from which an edit counts as replacing the file. */
const REPLACED_SHARE = 0.5

type ReadText = Awaited<ReturnType<FileService['readForEdit']>>

/** Implements `edit_file`. */
export function editFileTool(files: FileService): FileTool<'edit_file'> {
  return {
    async plan(input) {
      const file = await files.readForEdit(input.path)
      const edited = editText(file.text, input.edits, file.path)
      const { change, size } = files.planRewrite(file, edited.text)
      const diff = diffTexts(file.text, edited.text)
      const outcome = {
        path: file.path,
        name: file.name,
        replacements: edited.replacements,
        added: diff.added,
        removed: diff.removed,
        size_before: file.state.size,
        size,
        encoding: file.encoding,
      }
      // The smaller of the two: long lines make one measure too strict, generous context in old_text the other.
      const replaced = Math.min(edited.replacedCharacters, diff.removedCharacters) / file.text.length
      const reasons = raiseReasons(file, replaced)
      const raise: Raise | undefined =
        reasons.length === 0 ? undefined : { class: 'destructive_update', reason: reasons.join(' ') }
      return {
        plan: { ...change, outcome },
        ...(raise === undefined ? {} : { raise }),
        preview: {
          summary: `Edit ${quoted(file.path)}: ${counted(edited.replacements, 'replacement')}, +${diff.added} −${diff.removed} lines`,
          targets: [{ kind: 'file', label: file.name, reference: file.path, size }],
          changes: [
            {
              kind: 'text',
              label: file.name,
              hunks: diff.hunks,
              added: diff.added,
              removed: diff.removed,
              ...(diff.truncated ? { truncated: true } : {}),
            },
          ],
          lost: [],
          recovery: 'undo',
          warnings: diff.truncated ? ['The difference is long; only its first part is shown.'] : [],
        },
      }
    },
    async apply(plan, effect) {
      await files.apply(plan, effect)
      const { path, replacements, added, removed } = plan.outcome
      return {
        content: `Edited ${quoted(path)}: ${counted(replacements, 'replacement')}, ${counted(added, 'line')} added, ${removed} removed.`,
        state: plan.outcome,
        origin: 'granted_folder',
      }
    },
    revert: revertTool(files),
  }
}

function raiseReasons(file: ReadText, replacedShare: number): string[] {
  const reasons: string[] = []
  if (replacedShare > REPLACED_SHARE) {
    reasons.push(`It replaces ${Math.round(replacedShare * 100)} % of the text.`)
  }
  reasons.push(...oddFileInWords({ mode: file.state.mode, links: file.links }))
  return reasons
}
