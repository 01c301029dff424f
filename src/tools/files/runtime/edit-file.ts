import type { FileService } from '../../../main/files/service'
import { quoted } from '../../../shared/quoted'
import { counted } from '../../../shared/sentences/english'
import { editText } from '../../../text-change/text-edits'
import { dryRun } from './dry-run'
import { editPlan } from './edit-plan'
import { editedByHand, textByHand } from './edited-by-hand'
import { narrowEdit } from './narrow'
import { revertTool } from './revert'
import type { FileTool } from './types'

/** Implements `edit_file`. */
export function editFileTool(files: FileService): FileTool<'edit_file'> {
  return {
    async plan(input, { pendingPlans }) {
      const file = await files.readForEdit(input.path, pendingPlans?.())
      const planned = await editPlan(
        files,
        file,
        await editText({ ...file, named: quoted(file.path), what: 'file' }, input.edits),
      )
      return input.dry_run ? dryRun(planned) : planned
    },
    edit: ({ plan }, { content }) => editedByHand(files, plan, content),
    textToEdit: ({ plan }) => textByHand(files, plan),
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
