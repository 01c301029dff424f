import { sectionOf, titlesBelow } from '../text/sections'
import { citedTitle } from './citation-marks'

/** Where a passage stands: a page from 1, or a section. */
export interface CitedPlace {
  readonly page?: number | null | undefined
  readonly section?: string | null | undefined
}

/** What a citation names: `Title, p. 3`, `Title, § Section`, or the title alone. */
export function citationLabel(title: string, { page, section }: CitedPlace): string {
  const below = sectionOf(titlesBelow(title, section))
  const place = typeof page === 'number' ? `, p. ${page}` : below === '' ? '' : `, § ${below}`
  return citedTitle(title + place)
}

/** A citation as an answer has it: `[Title, p. 3]`. */
export function citationText(title: string, place: CitedPlace): string {
  return `[${citationLabel(title, place)}]`
}
