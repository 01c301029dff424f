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

/** Entries that fit what is typed: every word of it, titles that begin with it first. */
export function filterEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.slice(0, shownLimit)
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, shownLimit)
    .map(({ entry }) => entry)
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
