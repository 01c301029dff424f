import { alignSource } from './align-source'
import type { TextRange } from './text-ranges'

/** As much of a tree from Markdown as is needed here. */
interface SourceNode {
  type: string
  tagName?: string
  value?: string
  properties?: object
  position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
  children?: SourceNode[]
}

/** What {@link markSource} marks in which source. */
interface Marking {
  readonly source: string
  /** Those that overlap are told apart by which comes first here. */
  readonly ranges: readonly TextRange[]
  /** Index in `ranges` of the one that is being looked at; its elements say so. */
  readonly active?: number | undefined
}

/**
 * A rehype plugin that marks ranges of the Markdown source in what is drawn of it: every drawn character that comes
 * from a range, and no other, ends up in a `mark` element.
 */
export function markSource({ source, ranges, active }: Marking) {
  return (tree: SourceNode): void => {
    // Text is drawn in the order in which it is written, so what was drawn already is never looked at again.
    let cursor = 0
    const visit = (parent: SourceNode): void => {
      parent.children = parent.children?.flatMap((child) => {
        cursor = Math.max(cursor, child.position?.start.offset ?? 0)
        if (child.type === 'text' || child.type === 'raw') {
          const value = child.value ?? ''
          // Made up by the renderer, such as the line end between two items.
          if (child.position === undefined && value.trim() === '') return [child]
          const { starts, end } = alignSource(source, cursor, value, child.position?.end.offset)
          cursor = end
          return cut(value, starts, ranges, active)
        }
        if (child.tagName === 'pre' && /^(?:`{3,}|~{3,})/u.test(source.slice(cursor, cursor + 3)))
          cursor = Math.max(cursor, source.indexOf('\n', cursor) + 1)
        visit(child)
        return [child]
      })
      cursor = Math.max(cursor, parent.type === 'element' ? (parent.position?.end.offset ?? 0) : 0)
    }
    visit(tree)
  }
}

function cut(
  value: string,
  starts: readonly number[],
  ranges: readonly TextRange[],
  active: number | undefined,
): SourceNode[] {
  const rangeOf = (index: number): number => {
    const at = starts[index] ?? -1
    return ranges.findIndex(({ start, end }) => at >= start && at < end)
  }
  const nodes: SourceNode[] = []
  let from = 0
  for (let index = 1; index <= value.length; index++) {
    const range = rangeOf(from)
    if (index < value.length && rangeOf(index) === range) continue
    const text = { type: 'text', value: value.slice(from, index) }
    nodes.push(
      range >= 0 && text.value.trim() !== ''
        ? { type: 'element', tagName: 'mark', properties: { dataActive: range === active }, children: [text] }
        : text,
    )
    from = index
  }
  return nodes
}
