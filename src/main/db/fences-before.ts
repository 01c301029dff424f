import type { Database } from './open'
import { prepared } from './prepared'

/**
 * So many passages before one are looked through: the beginning of code that is longer, some hundred lines, is not found.
 * Five times as many cost a search with fifty results 13 ms.
 */
const LOOKED_THROUGH = 20

/** Those of the passages just before one that may have a fence of code, in order. */
export function fencesBefore({ raw }: Database, document: number, ordinal: number): string[] {
  return prepared(
    raw,
    `SELECT text FROM chunks WHERE document_number = @document AND ordinal < @ordinal AND ordinal >= @from
     AND (instr(text, '\`\`\`') > 0 OR instr(text, '~~~') > 0) ORDER BY ordinal`,
  )
    .pluck()
    .all({ document, ordinal, from: ordinal - LOOKED_THROUGH }) as string[]
}
