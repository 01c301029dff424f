import { hasHidden, type RevealOptions, revealHidden } from '../../shared/text/reveal-hidden'
import type { TextTreeNode } from './within-words'

/** The element that what hides in a text is put into, as it is; Markdown itself never makes one. */
export const hiddenElement = 'data'

interface Piece {
  readonly parent: TextTreeNode
  readonly node: TextTreeNode
  readonly options: RevealOptions
}

/** Code is copied and run: all that hides in it is shown. Prose keeps what it is set with. */
const prose: RevealOptions = { typesetting: 'keep' }
const codeSpan: RevealOptions = {}
const codeBlock: RevealOptions = { indentation: 'keep' }

/** A rehype plugin that puts each hidden piece of a text into an element of its own. */
export function revealInText() {
  return (tree: TextTreeNode): void => {
    tree.children = tree.children?.map((block) => (hidesAsRoot(block) ? asElement(block) : block))
    for (const block of tree.children ?? []) revealIn(block)
  }
}

/** Whether it is a block of HTML, which is shown as text, and something hides in it. */
function hidesAsRoot({ type, value = '' }: TextTreeNode): boolean {
  return type === 'raw' && hasHidden(value, prose)
}

/** A block of HTML as a block with that text. */
function asElement(block: TextTreeNode): TextTreeNode {
  return {
    ...block,
    type: 'element',
    tagName: 'span',
    properties: {},
    children: [{ ...block, type: 'text' }],
  }
}

/** By itself: what stands in the block before may be drawn already, and no word goes on from it. */
function revealIn(block: TextTreeNode): void {
  const pieces: Piece[] = []
  collect(block, optionsIn(block, prose), pieces)
  const replaced = new Map<TextTreeNode, TextTreeNode[]>()
  for (const [index, { node, options }] of pieces.entries()) {
    const around = {
      before: pieces[index - 1]?.node.value?.slice(-2) ?? '',
      after: pieces[index + 1]?.node.value?.slice(0, 2) ?? '',
    }
    const revealed = revealHidden(node.value ?? '', { ...options, around })
    if (revealed.every(({ kind }) => kind === 'text')) continue
    replaced.set(
      node,
      revealed.map((piece) =>
        piece.kind === 'text' ? { type: 'text', value: piece.text } : hidden(piece.raw),
      ),
    )
  }
  if (replaced.size === 0) return
  for (const parent of new Set(pieces.map((piece) => piece.parent))) {
    parent.children = parent.children?.flatMap((child) => replaced.get(child) ?? [child])
  }
}

function collect(parent: TextTreeNode, options: RevealOptions, pieces: Piece[]): void {
  for (const node of parent.children ?? []) {
    // What is written as HTML is shown as text, too.
    if (node.type === 'text' || node.type === 'raw') pieces.push({ parent, node, options })
    else collect(node, optionsIn(node, options), pieces)
  }
}

function optionsIn({ tagName }: TextTreeNode, outer: RevealOptions): RevealOptions {
  if (tagName === 'pre') return codeBlock
  return tagName === 'code' && outer !== codeBlock ? codeSpan : outer
}

function hidden(raw: string): TextTreeNode {
  return {
    type: 'element',
    tagName: hiddenElement,
    properties: {},
    children: [{ type: 'text', value: raw }],
  }
}
