/** As much of an HTML tree's shape as is needed here. */
export interface TextTreeNode {
  readonly type: string
  readonly tagName?: string
  readonly value?: string
  readonly properties?: object
  readonly position?: {
    readonly start: { readonly offset?: number }
    readonly end: { readonly offset?: number }
  }
  children?: TextTreeNode[]
}

/** An element that a part of a text is put into. */
interface Wrapped {
  readonly tagName: string
  readonly properties: object
  readonly text: string
}

/** Elements whose words are no prose. */
const verbatim = new Set(['code', 'pre', 'a'])

/** Replaces the texts of a tree, but in code and links, by what `split` makes of each: text, and elements around it. */
export function withinWords(
  tree: TextTreeNode,
  split: (text: string, node: TextTreeNode) => readonly (string | Wrapped)[],
): void {
  const visit = (parent: TextTreeNode): void => {
    parent.children = parent.children?.flatMap((child) => {
      if (child.type === 'text') return nodesOf(child)
      if (child.tagName !== undefined && !verbatim.has(child.tagName)) visit(child)
      return [child]
    })
  }
  const nodesOf = (node: TextTreeNode): TextTreeNode[] => {
    const parts = split(node.value ?? '', node)
    return parts.every((part) => typeof part === 'string') ? [node] : parts.map(nodeOf)
  }
  visit(tree)
}

function nodeOf(part: string | Wrapped): TextTreeNode {
  if (typeof part === 'string') return { type: 'text', value: part }
  const { tagName, properties, text } = part
  return { type: 'element', tagName, properties, children: [{ type: 'text', value: text }] }
}
