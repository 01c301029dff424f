/** As much of a tree of Markdown as is needed here. */
interface MarkdownNode {
  type: string
  value?: string
  position?: { readonly start: Place; readonly end: Place }
  children?: MarkdownNode[]
}

interface Place {
  readonly offset?: number
}

/** What nobody means who writes lines: dashes below a line, as before a signature, make it no heading. */
const notMeant = { disable: { null: ['setextUnderline', 'codeIndented'] } }

/**
 * A remark plugin for a text whose lines are those of the document that it was made from, such as an e-mail: each line
 * end is drawn as one. In Markdown that a person wrote it may be where the editor ran out of room.
 */
export function keepLines(this: { data(): object }) {
  // Where the parser looks for what adds to its grammar or takes from it.
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), notMeant]
  return (tree: MarkdownNode, file: { toString(): string }): void => {
    const source = file.toString()
    const visit = (parent: MarkdownNode): void => {
      parent.children = parent.children?.flatMap((child) => {
        if (child.type === 'text') return linesOf(child, source)
        visit(child)
        return [child]
      })
    }
    visit(tree)
  }
}

/** A text as its lines with breaks between them; each knows where in the source it stands, to be marked there. */
function linesOf(node: MarkdownNode, source: string): MarkdownNode[] {
  const lines = (node.value ?? '').split('\n')
  const from = node.position?.start.offset
  const end = node.position?.end.offset
  if (lines.length === 1 || from === undefined || end === undefined) return [node]
  const written = source.slice(from, end).split('\n')
  // A line end that is written as a character's number.
  if (written.length !== lines.length) return [node]
  const nodes: MarkdownNode[] = []
  let start = from
  for (const [index, value] of lines.entries()) {
    const lineEnd: number = start + (written[index]?.length ?? 0)
    if (index > 0) nodes.push({ type: 'break' })
    nodes.push({ type: 'text', value, position: { start: { offset: start }, end: { offset: lineEnd } } })
    start = lineEnd + 1
  }
  return nodes
}
