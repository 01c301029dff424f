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

// What looks like a Markdown link or its definition is none.
const citation =
  /\[(?<title>[^[\]\n]{1,300}?)(?:, (?:(?:pp?\.?|pages?|S\.|Seiten?)\s?(?<page>\d{1,6})(?:\s?[–-]\s?(?<last>\d{1,6}))?|§\s?(?<section>[^[\]\n]{1,200})))?\](?!\()(?!\[)(?!:)/g

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

// Fenced blocks, open ones too, and code within a line: brackets in them are code.
const code =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|$)|(`+)(?!`)[^\n]*?[^`]\2(?!`)/gmu

/** The citations of a Markdown text outside its code, each with where it starts. */
export function citationMarks(text: string): readonly (CitationMark & { readonly start: number })[] {
  const marks: (CitationMark & { start: number })[] = []
  let start = 0
  for (const part of findCitations(text.replace(code, (found) => ' '.repeat(found.length)))) {
    if (typeof part !== 'string') marks.push({ ...part, start })
    start += typeof part === 'string' ? part.length : part.text.length
  }
  return marks
}
