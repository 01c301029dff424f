import { say } from '../shared/sentences/say'
import type { Sentence } from '../shared/sentences/sentence'
import type { ChangePreview } from '../shared/tool/preview'
import { lineCount } from './text-diff'

/** Characters of a new text that a preview keeps from its beginning and from its end; the plan has all of it. */
const BEGINNING_CHARACTERS = 150_000
const ENDING_CHARACTERS = 50_000
/** Within these a cut moves to the end of a line. */
const LINE_CHARACTERS = 2000

/** A new text as it is shown: whole, or its first and its last part with how much is between them. */
export function newTextPreview(
  label: string,
  content: string,
): Extract<ChangePreview, { readonly kind: 'text' }> {
  const counts = { hunks: [], added: lineCount(content), removed: 0 }
  if (content.length <= BEGINNING_CHARACTERS + ENDING_CHARACTERS) {
    return { kind: 'text', label, content, ...counts }
  }
  const first = cutBefore(content, BEGINNING_CHARACTERS)
  const last = cutBefore(content, content.length - ENDING_CHARACTERS)
  return {
    kind: 'text',
    label,
    content: content.slice(0, first),
    ending: content.slice(last),
    leftOut: last - first,
    ...counts,
    truncated: true,
  }
}

/** What a plan says of a text that is not shown whole. */
export function leftOutInWords({ leftOut }: { readonly leftOut?: number | undefined }): Sentence[] {
  return leftOut === undefined ? [] : [say('files.long_text', { count: leftOut })]
}

/** The place after the last line end before a position, or the position itself, never inside of a character. */
function cutBefore(text: string, position: number): number {
  const lineEnd = text.lastIndexOf('\n', position - 1)
  if (lineEnd >= position - LINE_CHARACTERS) return lineEnd + 1
  const code = text.charCodeAt(position)
  return code >= 0xdc00 && code <= 0xdfff ? position - 1 : position
}
