import { type ComponentProps, isValidElement, type ReactElement, type ReactNode } from 'react'
import ReactMarkdown, { type ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import remarkMath from 'remark-math'
import { isTangled } from '../../shared/markdown/tangled'
import { citationGrammar } from './citation-grammar'
import { citeCitations } from './citation-marks'
import { HiddenText } from './hidden-text'
import { listDelimiter } from './list-delimiter'
import { ownDirection } from './own-direction'
import { revealInText } from './reveal-in-text'
import { texMarks } from './tex-marks'

type Options = ComponentProps<typeof ReactMarkdown>

/** A single dollar sign is money in most documents: what stands between two such has to look like a formula. */
export const markdownPlugins: Options['remarkPlugins'] = [
  remarkGfm,
  [remarkMath, { singleDollarTextMath: false }],
  texMarks,
  citationGrammar,
  listDelimiter,
]

/** A block of a text: a paragraph, a list, a table. */
export interface MarkdownBlock {
  /** Where its first line begins in the text. */
  readonly start: number
  /** Where in the text that was parsed begins that its elements were read from: their places count from there. */
  readonly parsedFrom: number
  /** How many citations come before it. */
  readonly citations: number
  readonly drawn: ReactNode
}

/** The blocks of a text; it stands for the text wherever the text grows. */
export interface MarkdownBlocks {
  readonly text: string
  readonly blocks: readonly MarkdownBlock[]
  /** Of these, how many no later text can change. */
  readonly finished: number
}

/** As much of an HTML tree as is needed here. */
interface TreeNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly position?: { readonly start: { readonly offset?: number } }
  readonly children?: readonly TreeNode[]
}

/** Stands around each block while it is drawn; Markdown itself never makes one. */
const around = 'article'
/** What begins a definition: one at the end of a text changes links at its beginning. */
const definition = ']:'
/** Only at the beginning of a text it is no character of it. */
const byteOrderMark = '\uFEFF'
const afterEmptyLine = /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:\r\n|\r|\n)$/u

/**
 * Draws a text block by block. Of a text that `before` is the beginning of, only what is not finished there is parsed;
 * the outcome is the same as of the whole.
 */
export function drawBlocks(text: string, options: Options, before: MarkdownBlocks | null): MarkdownBlocks {
  if (isTangled(text)) return asWritten(text)
  const isWhole = before === null || text.includes(definition) || !text.startsWith(before.text)
  const finished = isWhole ? 0 : before.finished
  const kept = before?.blocks.slice(0, finished) ?? []
  const next = finished === 0 ? undefined : before?.blocks[finished]
  const start = next?.start ?? 0
  const blocks = [
    ...kept,
    ...blocksOf(text.slice(start), options, next?.citations ?? 0).map((block) => ({
      ...block,
      start: start + block.start,
      parsedFrom: start,
    })),
  ]
  return { text, blocks, finished: finishedIn(text, blocks) }
}

/** A text that can’t be drawn as Markdown, as it stands there. */
function asWritten(text: string): MarkdownBlocks {
  const drawn = (
    <p className="ui-md-written">
      <HiddenText text={text} />
    </p>
  )
  return { text, blocks: [{ start: 0, parsedFrom: 0, citations: 0, drawn }], finished: 0 }
}

/**
 * How many blocks are finished: those before the last that begins after an empty line, is not indented and has two
 * lines. Until then it may still belong to the one before (a table is known by its second line), and whether a list
 * may begin in it hangs on what it follows.
 */
function finishedIn(text: string, blocks: readonly MarkdownBlock[]): number {
  if (text.includes(definition) || text.startsWith(byteOrderMark)) return 0
  const lastLine = text.lastIndexOf('\n', text.lastIndexOf('\n') - 1)
  const last = blocks.findLastIndex(
    ({ start }, index) =>
      start <= lastLine &&
      // Neither indented nor a byte order mark.
      text.charAt(start).trim() !== '' &&
      // After indented code no list begins with another number than one.
      text.charAt(blocks[index - 1]?.start ?? start).trim() !== '' &&
      afterEmptyLine.test(text.slice(blocks[index - 1]?.start ?? 0, start)),
  )
  return Math.max(0, last)
}

function blocksOf(source: string, options: Options, citations: number): Omit<MarkdownBlock, 'parsedFrom'>[] {
  const { remarkPlugins, rehypePlugins, components, ...rest } = options
  // A function of its options that uses no hook: as an element it could not be asked for its blocks.
  const whole = ReactMarkdown({
    ...rest,
    remarkPlugins: [...(markdownPlugins ?? []), ...(remarkPlugins ?? [])],
    rehypePlugins: [
      ...(rehypePlugins ?? [[citeCitations, { first: citations }]]),
      ownDirection,
      revealInText,
      [apart, { source, citations }],
    ],
    components: { ...components, [around]: Inside },
    children: source,
  })
  return childrenOf(whole).map((block) => {
    // Each component is given its node, on which `apart` wrote where the block begins.
    const { node } = block.props as ExtraProps
    const { start, citations: earlier } = (node?.properties ?? {}) as { start: number; citations: number }
    return { start, citations: earlier, drawn: block }
  })
}

function Inside({ children }: { readonly children?: ReactNode }) {
  return children
}

function childrenOf(element: ReactNode): readonly ReactElement[] {
  if (!isValidElement<{ readonly children?: ReactNode }>(element)) return []
  return [element.props.children].flat().filter((child) => isValidElement(child))
}

/** A rehype plugin that puts each block into an element that says where it begins. */
function apart({ source, citations }: { readonly source: string; readonly citations: number }) {
  return (tree: { children: TreeNode[] }): void => {
    let earlier = citations
    const blocks: { start: number; citations: number; nodes: TreeNode[] }[] = []
    for (const node of tree.children) {
      const offset = node.position?.start.offset
      const last = blocks.at(-1)
      // Made up by the renderer: the line end between two blocks.
      if (offset === undefined && node.type === 'text') continue
      if (offset === undefined && last !== undefined) last.nodes.push({ type: 'text', value: '\n' }, node)
      else blocks.push({ start: lineStart(source, offset ?? 0), citations: earlier, nodes: [node] })
      earlier += citationsIn(node)
    }
    tree.children = blocks.map(({ start, citations: count, nodes }) => ({
      type: 'element',
      tagName: around,
      properties: { start, citations: count },
      children: nodes,
    }))
  }
}

function lineStart(source: string, offset: number): number {
  return Math.max(source.lastIndexOf('\n', offset - 1), source.lastIndexOf('\r', offset - 1)) + 1
}

function citationsIn({ tagName, children = [] }: TreeNode): number {
  return (tagName === 'cite' ? 1 : 0) + children.reduce((sum, child) => sum + citationsIn(child), 0)
}
