import type { Outline, ProposalLine } from '../../../shared/contract/changes'
import { assertNever } from '../../../shared/errors'

/** Pixels of a new file's content before it scrolls: enough to judge, without pushing the buttons away. */
export const contentHeight = 320
/** Lines of a new file from which only the visible ones are drawn. */
export const longContent = 500
/** Lines of a diff that a card shows before it offers the rest. */
export const foldedLines = 24

// Pixels, as the style sheets make them; what is fetched is measured, so that a wrong one only lets the list move.
const lineHeight = 20
const gap = 12
const diffHead = 45
const foldButton = 41
const codeFrame = 33
const codePadding = 20
const codeLineHeight = 19.2
const fieldsHead = 26
const fieldHeight = 29
const itemRoom = 16
const oneLine = 22
const moreButton = 40

/** The height of what a card will show of a proposal that is not fetched yet, in pixels. */
export function previewHeight({ outline, changes }: Pick<ProposalLine, 'outline' | 'changes'>): number {
  const shown = outline.reduce((sum, part, place) => {
    const before = outline[place - 1]
    // Fields of several are one table, with the name of each above its own.
    if (part.kind === 'fields' && before?.kind === 'fields')
      return sum + heightOf(part) - fieldsHead + itemRoom
    return sum + heightOf(part) + (before === undefined ? 0 : gap)
  }, 0)
  return shown + (changes > outline.length ? moreButton : 0)
}

function heightOf({ kind, rows }: Outline): number {
  switch (kind) {
    case 'content':
      return rows > longContent
        ? diffHeight(rows)
        : codeFrame + Math.min(codePadding + rows * codeLineHeight, contentHeight)
    case 'diff':
      return diffHeight(rows)
    case 'fields':
      return fieldsHead + rows * fieldHeight
    case 'binary':
    case 'removal':
      return oneLine
    default:
      return assertNever(kind)
  }
}

function diffHeight(rows: number): number {
  return diffHead + Math.min(rows, foldedLines) * lineHeight + (rows > foldedLines ? foldButton : 0)
}
