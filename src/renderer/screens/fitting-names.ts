/** Whether a name has all these words, or parts of words, without regard to case and accents. */
export function holdsWords(name: string, words: string): boolean {
  const place = folded(name)
  return wordsOf(words).every((word) => place.includes(word))
}

/** Things by how their names fit: see {@link rankOf}. */
export function byRank<Item>(items: readonly Item[], nameOf: (item: Item) => string, words: string): Item[] {
  return items.toSorted((a, b) => rankOf(nameOf(a), words) - rankOf(nameOf(b), words))
}

/** 0 for a name that begins with these words, 1 for one that has them all, 2 for others. */
export function rankOf(name: string, words: string): number {
  if (folded(name).startsWith(folded(words).trim())) return 0
  return holdsWords(name, words) ? 1 : 2
}

function wordsOf(words: string): string[] {
  return folded(words).split(/\s+/).filter(Boolean)
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
}
