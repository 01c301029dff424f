/** As much of an HTML tree as is needed here. */
interface TreeNode {
  readonly tagName?: string
  properties?: object
}

/** Blocks with an edge or with marks at their beginning; others only run in their direction. */
const withBeginning: readonly string[] = ['ul', 'ol', 'blockquote']

/** A rehype plugin that has lists and quotations begin on the side where their own words do. */
export function ownDirection() {
  return (tree: { readonly children: readonly TreeNode[] }): void => {
    for (const node of tree.children) {
      if (node.tagName !== undefined && withBeginning.includes(node.tagName)) {
        node.properties = { ...node.properties, dir: 'auto' }
      }
    }
  }
}
