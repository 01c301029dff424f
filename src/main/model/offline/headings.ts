import { isTableRow } from '../../../shared/markdown/table-line'
import { titlesOfSection } from '../../../shared/text/sections'
import { headingLevel, isQuestionLine } from './heading-mark'
import { isHeading, type TextPart, textOf } from './quotations'
import { lineAt } from './text-lines'

/** What stands above a sentence. */
export interface Place {
  /** The headings that it stands below, the outermost first. */
  readonly headings: readonly string[]
  /** Whether nothing stands between the last of them and it. */
  readonly isFirst: boolean
  /** Which of the passage's sections it stands in, counted over all passages. */
  readonly section: number
}

/** A piece of a text of which it may be known in which section it begins. */
type SectionPart = TextPart & { readonly passage: { readonly section?: string | null | undefined } }

/** The level of a heading that has no mark: it ends with the next one. */
const plainLevel = 7

/** Where each of the sentences stands, in their order; null of headings themselves. */
export function placesOf(sentences: readonly SectionPart[]): (Place | null)[] {
  let above: { readonly title: string; readonly level: number }[] = []
  let section = 0
  let isFirst = false
  return sentences.map((sentence, index) => {
    if (sentences[index - 1]?.passage !== sentence.passage) {
      const titles =
        typeof sentence.passage.section === 'string' ? titlesOfSection(sentence.passage.section) : []
      above = titles.map((title, at) => ({ title, level: at + 1 }))
      section++
      isFirst = false
    }
    const level = levelOf(sentence, sentences[index + 1])
    if (level === null) {
      const place = { headings: above.map(({ title }) => title), isFirst, section }
      isFirst = false
      return place
    }
    above = [...above.filter((each) => each.level < level), { title: textOf(sentence), level }]
    section++
    isFirst = true
    return null
  })
}

/** How far out a heading stands, 1 the outermost; null of what is none. */
function levelOf(sentence: SectionPart, next: SectionPart | undefined): number | null {
  const { text, section } = sentence.passage
  const { start, end } = lineAt(text, sentence.range.start)
  const level = headingLevel(text, start)
  if (level !== null) return level
  const heads = next?.passage === sentence.passage && !isHeading(next)
  if (isHeading(sentence) && isQuestionLine(text, sentence.range)) return heads ? plainLevel : null
  const words = textOf(sentence)
  if (!isHeading(sentence) || isTableRow(text.slice(start, end)) || text.slice(start, end).trim() !== words)
    return null
  const known = typeof section === 'string' ? titlesOfSection(section).indexOf(words) : -1
  if (known >= 0) return known + 1
  // Among others of its kind it may be one of several short lines, such as an address or rows.
  const standsAlone = start === 0 || text.slice(0, start).endsWith('\n\n')
  return standsAlone && heads ? plainLevel : null
}
