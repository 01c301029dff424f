/** What is there for those who hear the page, or to be pressed, and is nothing to read. */
const unread = '.visually-hidden, [aria-hidden="true"], [hidden], svg'

/** One piece of text as it stands on the screen. */
interface Piece {
  readonly words: string
  /** What it stands in a line of: pieces of one block follow each other. */
  readonly block: Element
  readonly cell: Element | null
  readonly top: number
  readonly bottom: number
}

/**
 * What a person reads of an element on the screen, as plain text: what stands beside each other is one line, and the
 * cells of a table are apart by tabs.
 */
export function shownText(element: Element): string {
  let text = ''
  let last: Piece | null = null
  for (const piece of piecesOf(element)) {
    if (last !== null) text += between(last, piece)
    text += piece.words
    last = piece
  }
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

function between(last: Piece, next: Piece): string {
  if (last.block === next.block) return ''
  const middle = (next.top + next.bottom) / 2
  if (middle < last.top || middle > last.bottom) return '\n'
  return last.cell !== next.cell && next.cell !== null ? '\t' : ' '
}

function piecesOf(element: Element): readonly Piece[] {
  const pieces: Piece[] = []
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
    const parent = node.parentElement
    if (parent === null || parent.closest(unread) !== null) continue
    range.selectNodeContents(node)
    const rects = range.getClientRects()
    const [first, final] = [rects[0], rects[rects.length - 1]]
    // What is folded away has no place.
    if (first === undefined || final === undefined) continue
    const raw = node.nodeValue ?? ''
    const words = getComputedStyle(parent).whiteSpaceCollapse === 'collapse' ? raw.replace(/\s+/gu, ' ') : raw
    if (words === '') continue
    const { top, bottom } = {
      top: Math.min(first.top, final.top),
      bottom: Math.max(first.bottom, final.bottom),
    }
    pieces.push({ words, block: blockOf(parent), cell: parent.closest('td, th'), top, bottom })
  }
  return pieces
}

function blockOf(element: Element): Element {
  let block = element
  for (; block.parentElement !== null; block = block.parentElement) {
    const { display } = getComputedStyle(block)
    if (display !== 'inline' && display !== 'contents') break
  }
  return block
}
