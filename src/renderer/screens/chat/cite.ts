import type { Citation } from '../../../shared/run/blocks'
import { type CitationMark, citationMarks, foldTitle } from '../../../shared/run/citation-marks'
import { isNamedBehind, isSameSection, sectionBelow } from '../../../shared/text/sections'

/**
 * The citation that a mark in the text stands for, or undefined when the answer has none such; `earlier` is
 * how many marks before it name the same place.
 */
export function citationOf(
  mark: Omit<CitationMark, 'index'>,
  citations: readonly Citation[],
  earlier = 0,
): Citation | undefined {
  const sameTitle = citations.filter((citation) => foldTitle(citation.title) === foldTitle(mark.title))
  if (mark.page === undefined) {
    const inSection = sameTitle.filter(({ title, section }) => isSameSection(title, section, mark.section))
    const behind = citations.filter(({ title, section }) => isNamedBehind(title, section, mark.title))
    const named = [...inSection, ...behind]
    return named[Math.min(earlier, named.length - 1)] ?? sameTitle[0]
  }
  const last = mark.lastPage ?? mark.page
  const { page } = mark
  const onPage = sameTitle.filter(
    (citation) => citation.page !== null && citation.page >= page && citation.page <= last,
  )
  return onPage[Math.min(earlier, onPage.length - 1)]
}

/** How many marks before this one name the same place: passages of one page are cited in their order. */
export function earlierMarks(text: string, mark: CitationMark): number {
  return citationMarks(text)
    .slice(0, mark.index)
    .filter((other) => other.text === mark.text).length
}

/** Citations that no mark in the text stands for; they are shown after it. */
export function unmarkedCitations(text: string, citations: readonly Citation[]): readonly Citation[] {
  const marked = new Set(
    citationMarks(text).flatMap((mark) => {
      const citation = citationOf(mark, citations)
      return citation ? [placeOf(citation)] : []
    }),
  )
  const seen = new Set<string>()
  return citations.filter((citation) => {
    const place = placeOf(citation)
    if (marked.has(place) || seen.has(place)) return false
    seen.add(place)
    return true
  })
}

/** What names a citation: `Title, p. 3`, or the section below the document's own title. */
export function citationName(citation: Citation, page: (n: number) => string): string {
  if (citation.page !== null) return `${citation.title}, ${page(citation.page)}`
  const below = sectionBelow(citation.title, citation.section)
  return below === '' ? citation.title : `${citation.title}, § ${below}`
}

/** The page or section that a citation points to: one chip for each. */
function placeOf(citation: Citation): string {
  return `${citation.documentId ?? citation.title} ${citation.page ?? citation.section ?? ''}`
}
