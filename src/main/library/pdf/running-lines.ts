import type { EdgeLine, PageDraft } from './page-draft'

/** A line that stands at the same place of so many pages, each at most so many after the last, is a running one. */
const LEAST_PAGES = 3
const MAX_STEP = 4

// Beyond this a "number" is a year or an amount, not a page.
const MAX_DIGITS = 5

const ROMAN = /^[ivxlc]{1,8}$/i
const NUMBER_ALONE =
  /^[-–—|\s]*(?:(?:page|p\.|seite|s\.|página|pagina)\s*)?(\d{1,5}|[ivxlc]{1,8})(?:\s*(?:\/|of|von|de|sur)\s*\d{1,5})?[-–—|\s]*$/i

/**
 * Finds running headers, footers and page numbers: lines at the edge of their page that stand at the same
 * height of several pages near each other with the same words, or with the number that counts these pages.
 */
export type RunningLines = {
  /** Takes note of a page, in order. */
  note(page: number, draft: PageDraft): void
  /** The draft's lines that run over several pages; never all text of a page. */
  on(page: number, draft: PageDraft): ReadonlySet<EdgeLine>
}

/** Starts with no page. */
export function createRunningLines(): RunningLines {
  const pagesOf = new Map<string, number[]>()
  /** Of the lines that were noted, which are asked about next: to work them out takes a fortieth of reading a page. */
  const noted = new WeakMap<EdgeLine, readonly string[]>()
  return {
    note(page, draft) {
      for (const edge of draft.edges) {
        const keys = keysOf(page, draft, edge)
        noted.set(edge, keys)
        for (const key of keys) {
          const pages = pagesOf.get(key)
          if (pages === undefined) pagesOf.set(key, [page])
          else if (pages.at(-1) !== page) pages.push(page)
        }
      }
    },
    on(page, draft) {
      const running = new Set<EdgeLine>()
      for (const side of ['top', 'bottom'] as const) {
        for (const edge of draft.edges) {
          if (edge.side !== side) continue
          // What is inside of a line that stays is text.
          const keys = noted.get(edge) ?? keysOf(page, draft, edge)
          if (!keys.some((key) => isInChain(pagesOf.get(key) ?? [], page))) break
          running.add(edge)
        }
      }
      return hasOtherText(draft, running) ? running : new Set()
    },
  }
}

function isInChain(pages: readonly number[], page: number): boolean {
  const at = indexOfSorted(pages, page)
  if (at === -1) return false
  const near = (a: number, b: number) => (pages[b] ?? Number.POSITIVE_INFINITY) - (pages[a] ?? 0) <= MAX_STEP
  let length = 1
  for (let index = at; index > 0 && length < LEAST_PAGES && near(index - 1, index); index--) length++
  for (let index = at; length < LEAST_PAGES && near(index, index + 1); index++) length++
  return length >= LEAST_PAGES
}

function indexOfSorted(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = sorted[middle] ?? 0
    if (found === value) return middle
    if (found < value) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** What a line would have in common with its like on other pages. */
function keysOf(page: number, draft: PageDraft, edge: EdgeLine): string[] {
  const line = draft.text.slice(edge.start, edge.end).replace(/\s+/g, ' ').trim()
  if (line === '') return []
  const place = `${edge.side} ${edge.place}`
  const number = pageNumberIn(line, edge.apart)
  return number === null
    ? [`${place} ${line}`]
    : [`${place} ${line}`, `${place} ${number.roman ? 'roman' : 'arabic'} ${number.value - page}`]
}

function pageNumberIn(line: string, apart: EdgeLine['apart']): { value: number; roman: boolean } | null {
  const alone = NUMBER_ALONE.exec(line)?.[1]
  if (alone !== undefined) return readNumber(alone)
  const words = line.split(' ')
  const first = apart === 'first' || apart === 'both' ? readNumber(words[0] ?? '') : null
  return first ?? (apart === 'last' || apart === 'both' ? readNumber(words.at(-1) ?? '') : null)
}

function readNumber(word: string): { value: number; roman: boolean } | null {
  if (/^\d+$/.test(word)) return word.length <= MAX_DIGITS ? { value: Number(word), roman: false } : null
  return ROMAN.test(word) ? { value: romanValue(word), roman: true } : null
}

const ROMAN_DIGITS: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** A smaller digit before a larger one is subtracted. */
function romanValue(word: string): number {
  const digits = Array.from(word.toLowerCase(), (digit) => ROMAN_DIGITS[digit] ?? 0)
  return digits.reduce((sum, digit, index) => sum + (digit < (digits[index + 1] ?? 0) ? -digit : digit), 0)
}

function hasOtherText(draft: PageDraft, running: ReadonlySet<EdgeLine>): boolean {
  const lines = [...running].sort((a, b) => a.start - b.start)
  let done = 0
  for (const { start, end } of lines) {
    if (draft.text.slice(done, start).trim() !== '') return true
    done = end
  }
  return draft.text.slice(done).trim() !== ''
}
