import type { Block } from '../structure/block'
import type { PageBlock } from './block-builder'

/** Below this share of the page's words, "the main part" is a teaser and the whole page is the document. */
const MIN_MAIN_SHARE = 0.4

/** A block with more of its letters in links than this is a menu, when it is not what the page is about. */
const MAX_LINKED_SHARE = 0.65

/** Fewer letters in whole paragraphs than this, and the page is no article: its lists of links are its content. */
const MIN_ARTICLE_LETTERS = 600

/**
 * The part of a page that people came to read: what it calls its main part, without what pages repeat around it.
 * A page that would lose most of its words is kept whole. After Kohlschütter et al., "Boilerplate Detection using
 * Shallow Text Features" (2010): the density of links tells a menu from text.
 */
export function readablePart(blocks: readonly PageBlock[]): readonly Block[] {
  const all = letters(blocks)
  const inside = blocks.filter((each) => !each.isAround)
  const main = inside.filter((each) => each.isMain)
  const chosen = letters(main) >= MIN_MAIN_SHARE * all ? main : inside
  const readable = isArticle(chosen) ? withoutMenus(chosen) : chosen
  const kept = letters(readable) >= MIN_MAIN_SHARE * all ? readable : blocks
  return kept.map(({ block }) => block)
}

function letters(blocks: readonly PageBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.letters, 0)
}

function isArticle(blocks: readonly PageBlock[]): boolean {
  const own = blocks.filter((each) => each.block.kind === 'paragraph' && each.linked < each.letters / 2)
  return letters(own) >= MIN_ARTICLE_LETTERS
}

function withoutMenus(blocks: readonly PageBlock[]): readonly PageBlock[] {
  return blocks.filter(
    (each, index) =>
      each.block.kind === 'heading' ||
      each.linked <= MAX_LINKED_SHARE * each.letters ||
      isAnnounced(each, blocks[index - 1]?.block),
  )
}

/** Whether a list of links belongs to the text: in the main part a heading or a colon announces it. */
function isAnnounced({ block, isMain }: PageBlock, before: Block | undefined): boolean {
  if (block.kind !== 'list' || !isMain) return false
  return before?.kind === 'heading' || (before?.kind === 'paragraph' && before.text.endsWith(':'))
}
