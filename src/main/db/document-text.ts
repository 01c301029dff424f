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

/** Puts a text together that has this between its passages, which come in order, some at a time. */
export function textAround(between: string) {
  const pieces: string[] = []
  let at = 0
  let taken = 0
  return {
    /** Each piece is joined when it comes: all of a long text at once would hold everything up. */
    add(passages: readonly PassageOfText[]): void {
      const parts: string[] = []
      for (const { start, text } of passages) {
        const gap = start - at
        parts.push(between.slice(taken, taken + gap), text)
        taken += gap
        at = start + text.length
      }
      pieces.push(parts.join(''))
    },
    whole: (): string => [...pieces, between.slice(taken)].join(''),
  }
}
