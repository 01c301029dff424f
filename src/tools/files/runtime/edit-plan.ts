import type { Excerpt } from '../../../main/files/excerpt'
import type { FileService } from '../../../main/files/service'
import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import type { TextSplice } from '../../../shared/text/text-splices'
import type { Raise } from '../../../shared/tool/preview'
import type { Planned } from '../../../shared/tool/runtime'
import { replacedShare, tooMuchReplaced } from '../../../text-change/replaced'
import { diffSplices } from '../../../text-change/splice-diff'
import { editPreview } from './edit-preview'
import type { FilePlan } from './types'
import { oddFileInWords } from './wording'

/** A text file as it was read to be edited. */
export type ReadText = Awaited<ReturnType<FileService['readForEdit']>>

/** A planned edit. */
export type PlannedEdit = Planned<FilePlan<'edit_file'>>

/** What edits make of the text of a file, or of an excerpt of it. */
export interface EditsOfText {
  readonly splices: readonly TextSplice[]
  readonly replacements: number
  readonly replacedCharacters?: number
  readonly excerpt?: Excerpt
}

/** Plans splices in the text of a file that was read. */
export async function editPlan(
  files: FileService,
  file: ReadText,
  { splices, replacements, replacedCharacters, excerpt }: EditsOfText,
): Promise<PlannedEdit> {
  const text = excerpt?.text ?? file.text
  const diff = diffSplices(text, splices, excerpt?.linesBefore)
  // At least: what JavaScript counts as one character is three bytes of UTF-8 at most.
  const length = text.length + Math.ceil((excerpt?.bytesBeside ?? 0) / 3)
  const { change, size } = await files.planRewrite(file, splices, excerpt)
  const outcome = {
    path: file.path,
    name: file.name,
    replacements,
    added: diff.added,
    removed: diff.removed,
    size_before: file.state.size,
    size,
    encoding: file.encoding,
  }
  const replaced = replacedShare(length, [
    replacedCharacters ?? diff.removedCharacters,
    diff.removedCharacters,
  ])
  const reasons = raiseReasons(file, replaced)
  const raise: Raise | undefined =
    reasons.length === 0 ? undefined : { class: 'destructive_update', reason: reasons }
  return {
    plan: { ...change, outcome },
    ...(raise === undefined ? {} : { raise }),
    preview: editPreview(
      say('files.edit', { path: file.path, count: replacements, added: diff.added, removed: diff.removed }),
      file,
      size,
      diff,
    ),
  }
}

function raiseReasons(file: ReadText, share: number): Sentence[] {
  const reasons: Sentence[] = []
  if (tooMuchReplaced(share)) {
    reasons.push(say('files.replaces', { percent: Math.round(share * 100) }))
  }
  reasons.push(...oddFileInWords({ mode: file.state.mode, links: file.links }))
  return reasons
}
