import { findCitations } from '../../shared/run/citation-marks'

/** As much of an HTML tree's shape as is needed here. */
interface TreeNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: object
  children?: TreeNode[]
}

/** Elements in which brackets are no citation. */
const verbatim = new Set(['code', 'pre', 'a'])

/**
 * A rehype plugin that puts each citation into a numbered `cite` element; Markdown itself never makes one. `first` is
 * the number of the first.
 */
export function citeCitations({ first = 0 }: { readonly first?: number } = {}) {
  return (tree: TreeNode): void => {
    let next = first
    const visit = (parent: TreeNode): void => {
      parent.children = parent.children?.flatMap((child) => {
        if (child.type === 'text') return cite(child, () => next++)
        if (child.tagName !== undefined && !verbatim.has(child.tagName)) visit(child)
        return [child]
      })
    }
    visit(tree)
  }
}

function cite(node: TreeNode, number: () => number): TreeNode[] {
  const parts = findCitations(node.value ?? '')
  if (parts.every((part) => typeof part === 'string')) return [node]
  return parts.map((part) =>
    typeof part === 'string'
      ? { type: 'text', value: part }
      : {
          type: 'element',
          tagName: 'cite',
          properties: { dataIndex: number() },
          children: [{ type: 'text', value: part.text }],
        },
  )
}
