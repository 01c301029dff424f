/** A citation as it stands in an answer: `[Title, p. 3]`, `[Title, pp. 3–5]`, `[Title, § Section]` or `[Title]`. */
export interface CitationMark {
  /** With the brackets. */
  readonly text: string
  /** Its place among the citations of the whole text, from 0. */
  readonly index: number
  readonly title: string
  readonly page?: number
  readonly lastPage?: number
  readonly section?: string
}

// A title alone is no citation where Markdown makes a link of it.
const citation =
  /\[(?<title>[^[\]\n]{1,300}?)(?:, (?:(?:pp?|S)\.\s?(?<page>\d{1,6})(?:\s?[–-]\s?(?<last>\d{1,6}))?|§\s?(?<section>[^[\]\n]{1,200}))\]|\](?![([:]))/g

/** Splits text at the citations in it. */
export function findCitations(text: string): readonly (string | CitationMark)[] {
  const parts: (string | CitationMark)[] = []
  let done = 0
  let index = 0
  for (const match of text.matchAll(citation)) {
    const { title = '', page, last, section } = match.groups ?? {}
    if (match.index > done) parts.push(text.slice(done, match.index))
    parts.push({
      text: match[0],
      index: index++,
      title: title.trim(),
      page: page === undefined ? undefined : Number(page),
      lastPage: last === undefined ? undefined : Number(last),
      section,
    })
    done = match.index + match[0].length
  }
  if (done < text.length) parts.push(text.slice(done))
  return parts
}

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

/** A rehype plugin that puts each citation into a numbered `cite` element; Markdown itself never makes one. */
export function citeCitations() {
  return (tree: TreeNode): void => {
    let next = 0
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
