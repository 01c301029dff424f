// The words behind a fence have no backtick: else it is code within a line (CommonMark 4.5). It may stand in a quotation.
const fence = /^[ \t]*((?:>[ \t]*)*)(`{3,}|~{3,})([^`\n]*)$/u

/** A part of a text of Markdown, by its places, that is code between fences or has none; the fences are in neither. */
export interface Stretch {
  readonly isCode: boolean
  readonly start: number
  readonly end: number
  /** How many quotations within each other the code stands in. */
  readonly quotations: number
}

/** What is between fences and what is not, in order. A text that was cut may begin in code, of which no mark tells. */
export function codeApart(text: string): readonly Stretch[] {
  const stretches: Stretch[] = []
  let start = 0
  let open: { readonly mark: string; readonly quotations: number } | null = null
  const end = (place: number, isCode: boolean) =>
    stretches.push({ isCode, start, end: Math.max(start, place), quotations: open?.quotations ?? 0 })
  let place = 0
  for (const line of text.split('\n')) {
    const [, quotation = '', mark = '', language = ''] = fence.exec(line) ?? []
    const next = place + line.length + 1
    const opens: boolean = open === null || language.trim() !== ''
    if (mark !== '' && (opens || mark.startsWith(open?.mark ?? ''))) {
      // Code that is begun while some is open: what seemed to open that did close it.
      end(place - 1, !opens)
      open = opens ? { mark, quotations: quotation.split('>').length - 1 } : null
      start = next
    }
    place = next
  }
  // Code that is never closed goes on to the end (CommonMark 4.5).
  end(text.length, open !== null)
  return stretches
}
