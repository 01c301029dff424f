/** As much of a tree of Markdown as is needed here. */
interface MarkdownNode {
  readonly type: string
  readonly ordered?: boolean | null
  readonly position?: { readonly start: { readonly offset?: number } }
  readonly children?: readonly MarkdownNode[]
  data?: { readonly hProperties?: Readonly<Record<string, unknown>> }
}

const bracketed = /\d{1,9}\)/y

/**
 * A remark plugin for what the tree of a text does not tell: whether the numbers of a list stand before a bracket, as in
 * `1)`, or before a point. They are drawn as they are written: what the text says of “2)” is found there.
 */
export function listDelimiter() {
  return (tree: MarkdownNode, file: { toString(): string }): void => {
    // Places are counted without a byte order mark, which the text still has.
    const source = file.toString().replace(/^\uFEFF/u, '')
    const visit = (node: MarkdownNode): void => {
      if (node.type === 'list' && node.ordered === true) {
        bracketed.lastIndex = node.position?.start.offset ?? source.length
        if (bracketed.test(source)) {
          node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dataDelimiter: ')' } }
        }
      }
      node.children?.forEach(visit)
    }
    visit(tree)
  }
}
