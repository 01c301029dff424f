import type { ExtractionWarning, WarningPlace } from '../../../shared/contract/extraction-warnings'
import { type SentenceCode, say, type ValuesOf } from '../../../shared/sentences/say'
import type { ExtractedDocument } from './types'

/** Places that one warning names; more would be a list of a document that is damaged throughout. */
export const MAX_PLACES = 50

/** Page numbers that one sentence names. */
const PAGES_IN_WORDS = 10

type WarningCode = Extract<SentenceCode, `extraction.${string}`>
type PagesCode = Extract<WarningCode, `extraction.${string}_pages` | 'extraction.missing_slides'>

/** Tells what could not be read, and where. */
export function warn<C extends WarningCode>(
  code: C,
  values?: ValuesOf<C>,
  places: readonly WarningPlace[] = [],
): ExtractionWarning {
  // The compiler does not see that a code and its values belong together.
  const sentence = (say as (code: WarningCode, values: unknown) => ReturnType<typeof say>)(code, values)
  return { ...sentence, places: places.slice(0, MAX_PLACES) }
}

/** Tells of an encoding that was guessed, if it was. */
export function warnOfGuessed(guessed: string | null): ExtractionWarning[] {
  return guessed === null ? [] : [warn('extraction.guessed_encoding', { encoding: guessed })]
}

/** Tells of some of a document's pages, where there are any. */
export function warnOfPages(
  code: PagesCode,
  some: readonly number[],
  pages: ExtractedDocument['pages'],
): ExtractionWarning[] {
  if (some.length === 0) return []
  const named = some.slice(0, PAGES_IN_WORDS).join(', ')
  const values = {
    count: some.length,
    total: pages.length,
    pages: some.length > PAGES_IN_WORDS ? `${named}, …` : named,
  }
  const places = some.slice(0, MAX_PLACES).map((page) => ({ page, start: pages[page - 1]?.start ?? 0 }))
  return [warn(code, values, places)]
}

/** The places of characters of a text, given in order. */
export function placesAt(
  { text, pages, headings }: Pick<ExtractedDocument, 'text' | 'pages' | 'headings'>,
  starts: readonly number[],
): WarningPlace[] {
  const places: WarningPlace[] = []
  let line = 1
  let counted = 0
  for (const start of starts) {
    const page = pages.findLast((each) => each.start <= start)?.page
    const section = headings.findLast((each) => each.start <= start)?.title
    if (page !== undefined) places.push({ page, start })
    else if (section !== undefined) places.push({ section, start })
    else {
      for (let at = text.indexOf('\n', counted); at !== -1 && at < start; at = text.indexOf('\n', at + 1))
        line++
      counted = start
      places.push({ line, start })
    }
  }
  return places
}

/** Characters whose places are looked at. */
const MAX_LOOKED_AT = 1000

/** Stands where bytes or a font name no character (Unicode). */
const REPLACEMENT = '\ufffd'

/** Tells of the characters of a document that no reader could tell; one for each page, section or line. */
export function warnOfReplaced(document: ExtractedDocument): ExtractionWarning[] {
  const { text } = document
  let count = 0
  const starts: number[] = []
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, at + 1)) {
    count++
    if (starts.length < MAX_LOOKED_AT) starts.push(at)
  }
  if (count === 0) return []
  const places = placesAt(document, starts)
  const different = places.filter((place, index) => {
    const before = places[index - 1]
    return (
      before === undefined ||
      place.page !== before.page ||
      place.section !== before.section ||
      place.line !== before.line
    )
  })
  return [warn('extraction.replaced_characters', { count }, different)]
}
