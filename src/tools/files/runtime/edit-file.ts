import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { counted } from '../../../shared/sentences/english'
import { quoted } from '../../../shared/text/quoted'
import { editText, type TextEdit } from '../../../text-change/text-edits'
import { carryOut } from './carry-out'
import { dryRun } from './dry-run'
import { type EditsOfText, editPlan, type ReadText } from './edit-plan'
import { editedByHand, textByHand } from './edited-by-hand'
import { narrowEdit } from './narrow'
import type { FileTool, FileToolState } from './types'

/** Implements `edit_file`. */
export function editFileTool(files: FileService): FileTool<'edit_file'> {
  return {
    async plan(input, { pendingPlans }) {
      const file = await files.readForEdit(input.path, pendingPlans?.())
      const planned = await editPlan(files, file, await editedText(files, file, input.edits))
      return input.dry_run ? dryRun(planned) : planned
    },
    edit: ({ plan }, { content }) => editedByHand(files, plan, content),
    textToEdit: ({ plan }) => textByHand(files, plan),
    chooseBy: 'hunks',
    narrow: (proposed, choice) => narrowEdit(files, proposed, choice),
    ...carryOut<FileToolState<'edit_file'>>(
      files,
      ({ path, replacements, added, removed }) =>
        `Edited ${quoted(path)}: ${counted(replacements, 'replacement')}, ${counted(added, 'line')} added, ${removed} removed.`,
    ),
  }
}

/** Of a large file only the part that the edits touch; what does not fit there is tried with the whole, and told of it. */
async function editedText(
  files: FileService,
  file: ReadText,
  edits: readonly TextEdit[],
): Promise<EditsOfText> {
  const subject = { named: quoted(file.path), what: 'file' } as const
  const excerpt = await files.excerptAround(
    file,
    edits.map(({ old_text }) => old_text),
  )
  if (excerpt !== null) {
    const { text, bytesBeside } = excerpt
    try {
      return {
        ...(await editText({ ...subject, text, lineEnding: 'lf', beside: bytesBeside }, edits)),
        excerpt,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return editText({ ...subject, text: file.text, lineEnding: file.lineEnding }, edits)
}
