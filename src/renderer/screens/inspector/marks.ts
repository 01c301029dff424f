import type { TextRange } from '../../ui/text-ranges'

/** What is marked in a document. */
export interface Marks {
  readonly ranges: readonly TextRange[]
  /** Index in `ranges` of the one that is being looked at; -1 for none. */
  readonly active: number
}

/** Nothing is marked. */
export const noMarks: Marks = { ranges: [], active: -1 }
