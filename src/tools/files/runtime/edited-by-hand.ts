import type { FileService } from '../../../main/files/service'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import { splicesOf } from '../../../text-change/parts-of-text'
import { diffTexts } from '../../../text-change/text-diff'
import { editPlan, type PlannedEdit } from './edit-plan'
import { plannedEdit } from './narrow'
import type { FilePlan } from './types'

/**
 * The text that a file would have after an edit; null where its line ends differ among themselves, which a field for text
 * does not keep.
 */
export async function textByHand(files: FileService, plan: FilePlan<'edit_file'>): Promise<string | null> {
  const { file, text } = await plannedEdit(files, plan)
  return file.lineEnding === 'mixed' ? null : text.replaceAll('\r\n', '\n')
}

/**
 * The plan that gives the very file of an edit another text than the proposed one; its line ends stay what they are.
 * Throws `unsupported` for mixed line ends, `invalid_input` for the text that the file has.
 */
export async function editedByHand(
  files: FileService,
  plan: FilePlan<'edit_file'>,
  content: string,
): Promise<PlannedEdit> {
  const { file } = await plannedEdit(files, plan)
  if (file.lineEnding === 'mixed') throw new AppError('unsupported', say('proposal.whole'))
  const text = file.lineEnding === 'crlf' ? content.replace(/(?<!\r)\n/g, '\r\n') : content
  const { hunks, truncated } = diffTexts(file.text, text)
  // Of a difference that is not shown whole the last part would be left out.
  const splices = truncated ? [{ start: 0, end: file.text.length, text }] : splicesOf(file.text, text, hunks)
  if (splices.length === 0) throw new AppError('invalid_input', say('files.as_it_is'), { field: 'edited' })
  return editPlan(files, file, { splices, replacements: splices.length })
}
