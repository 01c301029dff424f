import type { BlockBuilder } from './block-builder'
import type { MathText } from './math'

/**
 * What an open element does when it closes. One shape for all of them, and no function of its own for each element: a page
 * has thousands, and making those took as long as reading the tags.
 */
export type Close = {
  readonly at: number
  readonly act:
    | Container
    | 'dropped'
    | 'main'
    | 'around'
    | 'aside'
    | 'heading'
    | 'summary'
    | 'link'
    | 'code'
    | 'words'
    | 'raised'
    | 'lowered'
    | 'math'
    | 'paragraph'
  /** Of a heading. */
  readonly level: number
  /** Where the words begin that a link or code is made of, or the blocks of an aside; null where they stay as they are. */
  readonly mark: number | null
  /** The address of a link. */
  readonly address: string
}
type Container = Parameters<BlockBuilder['close']>[0]

/** How far the reading of a page is: what is open, and what it is within. */
export type OpenPage = {
  readonly builder: BlockBuilder
  /** What open elements do when they close, the innermost last. */
  readonly closes: Close[]
  /** Elements that are open. */
  depth: number
  /** Those of them whose content is left out. */
  dropped: number
  /** Links that are open. */
  links: number
  /** Headings and summaries that are open. */
  titles: number
  /** What stands in preformatted text; null outside of any. */
  preformatted: string[] | null
  /** The language of that code, where it is told. */
  codeLanguage: string | undefined
  /** The formula that is being read; null outside of any. */
  math: MathText | null
}

/** Has the element that opens now do something when it closes. */
export function onClose(
  { closes, depth }: OpenPage,
  act: Close['act'],
  level = 0,
  mark: number | null = null,
  address = '',
): void {
  closes.push({ at: depth, act, level, mark, address })
}
