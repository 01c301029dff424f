import type { Passage } from '../../shared/contract/passages'
import { citedTitle } from '../../shared/run/citation-marks'

/** `Title, p. N`, or the title alone where there are no pages. */
export function citationLabel(passage: Pick<Passage, 'title' | 'page'>): string {
  const title = citedTitle(passage.title)
  return passage.page === undefined ? title : `${title}, p. ${passage.page}`
}
