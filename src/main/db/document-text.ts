// The text of a document is its passages, in order, and what stands between them: white space, mostly line ends. Only
// that is stored beside the passages; documents that older versions stored have their text once more as a whole.

/** A passage of a document's text: from where (UTF-16 units), and what it says. */
export type PassageOfText = { readonly start: number; readonly text: string }

/** What a text has besides its passages (half-open ranges, UTF-16 units); null where they do not follow each other. */
export function textBetween(
  text: string,
  passages: readonly { readonly start: number; readonly end: number }[],
): string | null {
  const parts: string[] = []
  let at = 0
  for (const { start, end } of passages) {
    if (start < at || end < start || end > text.length) return null
    parts.push(text.slice(at, start))
    at = end
  }
  parts.push(text.slice(at))
  return parts.join('')
}

/** The text that has these passages, and this between them. */
export function textAround(between: string, passages: Iterable<PassageOfText>): string {
  const parts: string[] = []
  let at = 0
  let taken = 0
  for (const { start, text } of passages) {
    const gap = start - at
    parts.push(between.slice(taken, taken + gap), text)
    taken += gap
    at = start + text.length
  }
  parts.push(between.slice(taken))
  return parts.join('')
}
