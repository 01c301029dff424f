/** A page of a document that something is said of, and how many things; 1 where that is not counted. */
export interface PageMark {
  readonly page: number
  readonly count: number
}

/** One page, or several of a long document, in a map. */
export interface PageCell {
  readonly from: number
  readonly to: number
  /** The pages in it that are marked, in order. */
  readonly marked: readonly number[]
  /** How many things are on these. */
  readonly count: number
}

/** How many pages a cell of a long document stands for: round numbers, so that its ends are easy to find. */
const sizes = [2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000]

/** Pages that have a cell each; the number of one of them takes little room. */
const mostPages = 100
/** Cells of a longer document: a range takes more room, and a few lines are to be enough in a narrow panel. */
const mostRanges = 40

/**
 * The cells of a map of a document with `total` pages; where nobody knows how many there are (null),
 * the marked pages alone.
 */
export function pageCells(total: number | null, marks: readonly PageMark[]): readonly PageCell[] {
  const counts = new Map<number, number>()
  for (const { page, count } of marks) counts.set(page, (counts.get(page) ?? 0) + count)
  const pages = [...counts.keys()].toSorted((a, b) => a - b)
  const cell = (from: number, to: number, marked: readonly number[]): PageCell => ({
    from,
    to,
    marked,
    count: marked.reduce((sum, page) => sum + (counts.get(page) ?? 0), 0),
  })
  if (total === null) return pages.map((page) => cell(page, page, [page]))
  // What is said of a page that should not be there is shown all the same.
  const last = Math.max(total, pages.at(-1) ?? 0)
  const size =
    last <= mostPages ? 1 : (sizes.find((each) => last / each <= mostRanges) ?? Math.ceil(last / mostRanges))
  return Array.from({ length: Math.ceil(last / size) }, (_, index) => {
    const from = index * size + 1
    const to = Math.min(last, from + size - 1)
    return cell(
      from,
      to,
      pages.filter((page) => page >= from && page <= to),
    )
  })
}

/** Pages as people write them: `3, 7–9`. */
export function pagesInWords(pages: readonly number[]): string {
  const sorted = [...new Set(pages)].toSorted((a, b) => a - b)
  const runs: [number, number][] = []
  for (const page of sorted) {
    const run = runs.at(-1)
    if (run !== undefined && run[1] === page - 1) run[1] = page
    else runs.push([page, page])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
