import type { Division, EdgeLine, PageDraft } from './page-draft'

/** The text of one page and, for each UTF-16 unit of it, the PDFium character that it comes from. */
export type PageText = { readonly text: string; readonly charIndex: Uint32Array }

/** What becomes of the sign of a division: kept without its line end, dropped with it, or left with it. */
export type DivisionKind = 'kept' | 'joined' | 'apart'

/** What the document as a whole tells of a page. */
export type PageDecisions = {
  /** Running headers and footers among the draft's edge lines. */
  readonly dropped: ReadonlySet<EdgeLine>
  /** `position` is where the sign would be in the page's final text. */
  readonly divide: (division: Division, position: number) => DivisionKind
}

/** Makes a page's text of its draft. */
export function settle(draft: PageDraft, { dropped, divide }: PageDecisions): PageText {
  const edges = [...dropped].map((edge) => edgeCut(draft.text, edge)).sort((a, b) => a[0] - b[0])
  if (edges.length === 0 && draft.divisions.length === 0) return draft
  const parts: string[] = []
  const charIndex = new Uint32Array(draft.text.length)
  let length = 0
  let done = 0
  const cut = (from: number, to: number) => {
    parts.push(draft.text.slice(done, from))
    charIndex.set(draft.charIndex.subarray(done, from), length)
    length += from - done
    done = to
  }
  let edge = 0
  const cutEdges = (before: number) => {
    for (; (edges[edge]?.[0] ?? Number.POSITIVE_INFINITY) <= before; edge++) {
      const [from, to] = edges[edge] ?? [0, 0]
      if (from >= done) cut(from, to)
      else done = Math.max(done, to)
    }
  }
  for (const division of draft.divisions) {
    const { at, brokenLine } = division
    cutEdges(at + 2)
    // Its line, or the one that it continues on, is a header or footer.
    if (at < done) continue
    const kind = divide(division, length + at - done)
    if (kind === 'joined') cut(at, at + (brokenLine ? 2 : 1))
    else if (kind === 'kept' && brokenLine) cut(at + 1, at + 2)
  }
  cutEdges(draft.text.length)
  cut(draft.text.length, draft.text.length)
  return { text: parts.join(''), charIndex: charIndex.subarray(0, length) }
}

/** A dropped line goes with its line end, or at the end of the page with the one before it. */
function edgeCut(text: string, { start, end }: EdgeLine): readonly [number, number] {
  if (text[end] === '\n') return [start, end + 1]
  return end === text.length && text[start - 1] === '\n' ? [start - 1, end] : [start, end]
}

/**
 * Finds how a draft became a text that was stored earlier, and thereby which character each letter of it comes
 * from; null if it didn't.
 */
export function retrace(draft: PageDraft, stored: string): PageText | null {
  const divide = ({ at }: Division, position: number): DivisionKind => {
    if (stored[position] !== draft.text[at]) return 'joined'
    return stored[position + 1] === '\n' ? 'apart' : 'kept'
  }
  // There are at most six edge lines, thus 64 ways.
  for (let choice = 0; choice < 1 << draft.edges.length; choice++) {
    const dropped = new Set(draft.edges.filter((_edge, index) => (choice >> index) & 1))
    const page = settle(draft, { dropped, divide })
    if (page.text === stored) return page
  }
  return null
}

/** The PDFium characters behind a range of a page's text, in the order of the text; each run is without a gap. */
export function charRuns(page: PageText, start: number, end: number): { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = []
  for (const index of page.charIndex.subarray(Math.max(0, start), Math.max(0, end))) {
    const run = runs.at(-1)
    const next = run === undefined ? -1 : run.first + run.count
    if (run !== undefined && (index === next || index === next - 1)) run.count = index + 1 - run.first
    else runs.push({ first: index, count: 1 })
  }
  return runs
}
