/** Text that takes the place of a range of another (characters as JavaScript counts them); splices of a text are in order and do not overlap. */
export interface TextSplice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with all splices made. */
export function spliceText(original: string, splices: readonly TextSplice[]): string {
  const parts: string[] = []
  let taken = 0
  for (const { start, end, text } of splices) {
    parts.push(original.slice(taken, start), text)
    taken = end
  }
  parts.push(original.slice(taken))
  return parts.join('')
}

/**
 * What two steps do to the first text together: `first` made `between` of it, and `second` are ranges of `between`.
 * Ranges that meet become one.
 */
export function composeSplices(
  first: readonly TextSplice[],
  second: readonly TextSplice[],
  between: string,
): TextSplice[] {
  const composed: TextSplice[] = []
  let [i, j] = [0, 0]
  // How much further a place is in `between` than in the first text.
  let shift = 0
  for (;;) {
    const [one, other] = [first[i], second[j]]
    if (one === undefined && other === undefined) return composed
    if (one !== undefined && (other === undefined || endOf(one, shift) < other.start)) {
      composed.push(one)
      shift += growth(one)
      i++
      continue
    }
    if (other !== undefined && (one === undefined || other.end < one.start + shift)) {
      composed.push({ start: other.start - shift, end: other.end - shift, text: other.text })
      j++
      continue
    }
    if (one === undefined || other === undefined) return composed
    const from = Math.min(one.start + shift, other.start)
    const shiftBefore = shift
    const inside: TextSplice[] = []
    let to = from
    for (;;) {
      const [next, change] = [first[i], second[j]]
      if (next !== undefined && next.start + shift <= to) {
        to = Math.max(to, endOf(next, shift))
        shift += growth(next)
        i++
      } else if (change !== undefined && change.start <= to) {
        to = Math.max(to, change.end)
        inside.push({ start: change.start - from, end: change.end - from, text: change.text })
        j++
      } else break
    }
    composed.push({
      start: from - shiftBefore,
      end: to - shift,
      text: spliceText(between.slice(from, to), inside),
    })
  }
}

function endOf({ start, text }: TextSplice, shift: number): number {
  return start + shift + text.length
}

function growth({ start, end, text }: TextSplice): number {
  return text.length - (end - start)
}
