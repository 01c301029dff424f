import { assertNever } from '../../../shared/errors'
import { memoized } from '../../../shared/memoized'
import { hasHidden } from '../../../shared/text/reveal-hidden'
import type { ChangePreview, Preview } from '../../../shared/tool/preview'

/**
 * Whether anything that a card or a dialog shows of a proposal holds characters that can't be seen. Both ask of the same
 * preview, which may be long.
 */
export const hidesCharacters = memoized(previewHides)

function previewHides({ summary, targets, lost, changes }: Preview): boolean {
  return (
    hasHidden(summary) ||
    [...targets, ...lost].some(({ label, reference }) => hasHidden(label) || hasHidden(reference)) ||
    changes.some(changeHides)
  )
}

function changeHides(change: ChangePreview): boolean {
  if (hasHidden(change.label)) return true
  switch (change.kind) {
    case 'text':
      return (
        [change.content, change.ending].some(
          (part) => part !== undefined && hasHidden(part, { indentation: 'keep' }),
        ) ||
        change.hunks.some(({ lines }) =>
          lines.some((line) => hasHidden(line.slice(1), { indentation: 'keep' })),
        )
      )
    case 'fields':
      return change.fields.some(
        ({ name, before, after }) => hasHidden(name) || hasHidden(before ?? '') || hasHidden(after ?? ''),
      )
    case 'removal':
      return hasHidden(change.reference)
    case 'binary':
      return false
    default:
      return assertNever(change)
  }
}
