import type { PassageTerms } from '../index/passage-terms'
import { MARKS } from '../index/term-mark'

/** What the title and the body of a passage say, also by marks. */
export type PassageMarks = PassageTerms & { readonly marks: Int32Array }

/** Passages whose marks are numbered among themselves, without gaps, so that what is kept of each fits in a short array. */
export type NumberedMarks = {
  /** Of each passage the numbers of its marks, and how often each stands there. */
  readonly passages: readonly { readonly numbers: Int32Array; readonly times: Uint8Array }[]
  /** What each number stands for. */
  readonly marks: Int32Array
}

/** Numbers the marks of some passages. */
export function createMarkNumbers(): (passages: readonly PassageMarks[]) => NumberedMarks {
  /** By mark, counted from 1; all 0 between two uses. */
  const known = new Int32Array(MARKS)
  return (passages) => {
    const met: number[] = []
    const numbered = passages.map(({ marks, times }) => {
      const numbers = new Int32Array(marks.length)
      for (let index = 0; index < marks.length; index++) {
        const mark = marks[index] as number
        const number = known[mark] as number
        if (number === 0) known[mark] = met.push(mark)
        numbers[index] = number === 0 ? met.length - 1 : number - 1
      }
      return { numbers, times }
    })
    for (const mark of met) known[mark] = 0
    return { passages: numbered, marks: Int32Array.from(met) }
  }
}
