import { say } from '../../../shared/sentences/say'
import type { Sentence } from '../../../shared/sentences/sentence'
import { spoken } from '../../../shared/tool/preview'
import { type TextDiff, textChange } from '../../../text-change/text-diff'

/** Shows a change of one text file; `size` is its bytes afterwards. */
export function editPreview(
  summary: Sentence,
  file: { readonly name: string; readonly path: string },
  size: number,
  diff: TextDiff,
) {
  return spoken({
    summary,
    targets: [{ kind: 'file', label: file.name, reference: file.path, size }],
    changes: [textChange(file.name, diff)],
    lost: [],
    recovery: 'undo',
    warnings: diff.truncated ? [say('files.long_difference')] : [],
  })
}
