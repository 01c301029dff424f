/** Something that the palette of commands can do. */
export interface PaletteEntry {
  readonly id: string
  readonly group: string
  readonly title: string
  /** Found too, and shown in a quiet colour. */
  readonly detail?: string
  /** Found last, and not shown. */
  readonly otherWords?: string
  readonly run: () => void
}

/** Entries at once; a longer list is not read. */
const shownLimit = 40

/**
 * Entries that fit what is typed: every word of it, titles that begin with it first, and among those the ones that have
 * more of the words whole, so that "report 5" finds report 5 before report 95.
 */
export function filterEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.slice(0, shownLimit)
  return entries
    .flatMap((entry) => {
      const rank = rankOf(entry, words)
      return rank === null ? [] : [{ entry, rank, whole: wholeWords(entry, words) }]
    })
    .toSorted((a, b) => a.rank - b.rank || b.whole - a.whole)
    .slice(0, shownLimit)
    .map(({ entry }) => entry)
}

/** What the id of a document's entry begins with. */
export const documentEntry = 'document '

/** How many of the documents that fit are not among the entries that are shown. */
export function documentsLeft(shown: readonly PaletteEntry[], fitting: number): number {
  return Math.max(0, fitting - shown.filter(({ id }) => id.startsWith(documentEntry)).length)
}

function rankOf(entry: PaletteEntry, words: readonly string[]): number | null {
  const title = entry.title.toLowerCase()
  const shown = `${title} ${entry.detail?.toLowerCase() ?? ''}`
  if (!words.every((word) => shown.includes(word))) {
    const all = `${shown} ${entry.otherWords?.toLowerCase() ?? ''}`
    return words.every((word) => all.includes(word)) ? 3 : null
  }
  const [first = ''] = words
  if (title.startsWith(first)) return 0
  return title.includes(first) ? 1 : 2
}

/** How many of the words stand in the title as whole words. */
function wholeWords({ title }: PaletteEntry, words: readonly string[]): number {
  const own = new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu))
  return words.filter((word) => own.has(word)).length
}
