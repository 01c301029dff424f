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

/** What stands between a title and a place, and the place. */
const page = String.raw`(?:pp?\.?|pages?|S\.|Seiten?)\s?(?<page>\d{1,6})(?:\s?[–-]\s?(?<last>\d{1,6}))?`
const section = String.raw`§\s?(?<section>[^[\]\n]{1,200})`
// A title may have brackets of its own, but not such as are a citation themselves.
const ownBrackets = String.raw`\[(?![^[\]\n]*, (?:pp?\.?|pages?|S\.|Seiten?|§)\s?)[^[\]\n]{0,200}\]`
// What looks like a Markdown link or its definition is none.
const citation = new RegExp(
  String.raw`\[(?<title>(?:[^[\]\n]|${ownBrackets}){1,500}?)(?:, (?:${page}|${section}))?\](?!\()(?!\[)(?!:)`,
  'g',
)

/** A title as it is written between the brackets of a citation: its own would end that. */
export function citedTitle(title: string): string {
  return title.replace(/\s+/gu, ' ').replaceAll('[', '(').replaceAll(']', ')')
}

/** A title in the form in which titles are compared, however a citation writes it. */
export function foldTitle(title: string): string {
  return citedTitle(title.normalize('NFKC')).trim().toLowerCase()
}

/** Splits text at the citations in it. */
export function findCitations(text: string): readonly (string | CitationMark)[] {
  const parts: (string | CitationMark)[] = []
  let done = 0
  let index = 0
  for (const match of matches(text)) {
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

function* matches(text: string): Generator<RegExpExecArray> {
  const pattern = new RegExp(citation)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { title = '', page, section } = match.groups ?? {}
    // Brackets in brackets are a title's own where a place follows; else the inner ones may be a citation.
    if (title.includes('[') && page === undefined && section === undefined)
      pattern.lastIndex = match.index + 1
    else yield match
  }
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
