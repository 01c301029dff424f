import type { NoteLine } from '../../../shared/contract/notes'
import { findNoteLinks } from '../../../shared/markdown/note-links'
import { noteOfLink } from '../../stores/notes'
import { byRank, holdsWords } from '../fitting-names'

/** Titles that are offered at once: a list that is looked through at a glance. */
const offersLimit = 8

/** What is typed of a link to another note. */
export interface BegunLink {
  /** The place of its brackets. */
  readonly start: number
  readonly words: string
}

/** What is typed after `[[`, up to the caret; null elsewhere, and where it goes on with a heading or other words. */
export function linkAt(text: string, caret: number): BegunLink | null {
  const words = /\[\[((?!\s)[^[\]|#\n]{0,80})$/u.exec(text.slice(0, caret))?.[1]
  return words === undefined ? null : { start: caret - words.length - 2, words }
}

/** What a chosen title is written as, and up to where it takes the place of what stands there. */
export function linkTo(
  text: string,
  { start, words }: BegunLink,
  title: string,
): { readonly end: number; readonly written: string } {
  const caret = start + 2 + words.length
  const after = text.slice(caret)
  // In the midst of a link the rest of its title goes; a heading and words of its own stay.
  const goesOn = /^[^[\]|#\n]*(?=[|#][^[\]\n]*\]\])/u.exec(after)
  if (goesOn !== null) return { end: caret + goesOn[0].length, written: `[[${title}` }
  const rest = /^(?:[^[\]|#\n]*\]\]|\]?)/u.exec(after)?.[0] ?? ''
  return { end: caret + rest.length, written: `[[${title}]]` }
}

/** Notes that a link may be meant to lead to, but the one in which it is written: only those that their title leads to. */
export function linkOffers(words: string, lines: readonly NoteLine[], own: string | null): NoteLine[] {
  const fitting = lines.filter(({ id, title }) => id !== own && holdsWords(title, words))
  const offers: NoteLine[] = []
  for (const line of byRank(fitting, ({ title }) => title, words)) {
    if (offers.length === offersLimit) break
    const [link, ...more] = findNoteLinks(`[[${line.title}]]`)
    const leads = typeof link === 'object' && more.length === 0 && link.words === null
    if (leads && noteOfLink(lines, link)?.id === line.id) offers.push(line)
  }
  return offers
}
