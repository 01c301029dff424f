import type { Element, ElementContent, Root } from 'hast'

/** A citation as it stands in an answer: `[Title, p. 3]`, `[Title, pp. 3–5]` or `[Title, § Section]`. */
export interface CitationMark {
  /** With the brackets. */
  readonly text: string
  readonly title: string
  readonly page?: number
  readonly lastPage?: number
  readonly section?: string
}

const citation =
  /\[(?<title>[^[\]\n]{1,300}), (?:(?:pp?|S)\.\s?(?<page>\d{1,6})(?:\s?[–-]\s?(?<last>\d{1,6}))?|§\s?(?<section>[^[\]\n]{1,200}))\]/g

/** Splits text at the citations in it. */
export function findCitations(text: string): readonly (string | CitationMark)[] {
  const parts: (string | CitationMark)[] = []
  let done = 0
  for (const match of text.matchAll(citation)) {
    const { title = '', page, last, section } = match.groups ?? {}
    if (match.index > done) parts.push(text.slice(done, match.index))
    parts.push({
      text: match[0],
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

/** Elements in which brackets are no citation. */
const verbatim = new Set(['code', 'pre', 'a'])

/** A rehype plugin that puts each citation into a `cite` element; Markdown itself never makes one. */
export function citeCitations() {
  return (tree: Root): void => visit(tree)
}

function visit(parent: Root | Element): void {
  const children: ElementContent[] = []
  let changed = false
  for (const child of parent.children) {
    if (child.type === 'doctype') continue
    if (child.type === 'element' && !verbatim.has(child.tagName)) visit(child)
    if (child.type !== 'text') {
      children.push(child)
      continue
    }
    const parts = findCitations(child.value)
    changed ||= parts.some((part) => typeof part !== 'string')
    for (const part of parts) {
      const value = typeof part === 'string' ? part : part.text
      const text = { type: 'text' as const, value }
      children.push(
        typeof part === 'string'
          ? text
          : { type: 'element', tagName: 'cite', properties: {}, children: [text] },
      )
    }
  }
  if (changed) parent.children = children
}
