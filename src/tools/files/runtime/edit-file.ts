import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import type { Unchanged } from '../../../shared/tool/runtime'
import { editPlan, type ReadText } from './edit-plan'
import { narrowEdit } from './narrow'
import { revertTool } from './revert'
import { editText } from './text-edits'
import type { FileTool, FileToolState } from './types'
import { counted } from './wording'

/** Implements `edit_file`. */
export function editFileTool(files: FileService): FileTool<'edit_file'> {
  return {
    async plan(input, { pendingPlans }) {
      const file = await files.readForEdit(input.path, pendingPlans?.())
      const edited = editText(file.text, input.edits, file.path)
      if (edited.text === file.text) return unchanged(file)
      return editPlan(files, file, edited.text, edited)
    },
    chooseBy: 'hunks',
    narrow: (proposed, choice) => narrowEdit(files, proposed, choice),
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

/** The answer to an edit that leaves the text as it is: there is nothing to approve. */
function unchanged(file: ReadText): Unchanged<FileToolState<'edit_file'>> {
  const { path, name, encoding, state } = file
  return {
    unchanged: {
      content: `${quoted(path)} reads so already; nothing was changed.`,
      state: {
        path,
        name,
        replacements: 0,
        added: 0,
        removed: 0,
        size_before: state.size,
        size: state.size,
        encoding,
      },
      origin: 'granted_folder',
    },
  }
}
