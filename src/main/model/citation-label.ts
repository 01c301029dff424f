import type { Passage } from '../../shared/contract/passages'

/** `Title, p. N`, or the title alone where there are no pages. */
export function citationLabel(passage: Pick<Passage, 'title' | 'page'>): string {
  return passage.page === undefined ? passage.title : `${passage.title}, p. ${passage.page}`
}
