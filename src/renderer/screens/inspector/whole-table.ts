import type { TextPart } from '../../../shared/contract/document-layout'
import type { TextRange } from '../../ui/text-ranges'

/**
 * Where a table that one of the parts shows lies in the document: from its first row to the end of the last part that
 * goes on with it, in which other text may follow. Null where that part shows all of it. `start` is where its first row
 * is, also when the part only repeats that.
 */
export function wholeTable(parts: readonly TextPart[], index: number, start: number): TextRange | null {
  let last = index
  while (parts[last + 1]?.head?.start === start) last++
  const repeats = parts[index]?.head?.start === start
  const end = parts[last]?.end
  return end === undefined || (last === index && !repeats) ? null : { start, end }
}
