import { type CounterStyle, countedAs } from '../structure/counter'

/** How an `<ol>` counts. */
export type Numbering = {
  readonly style: CounterStyle
  /** Null where the page doesn't say: 1, or the number of items where it counts down. */
  readonly start: number | null
  readonly step: 1 | -1
}

/** Numbers with more digits are none that anybody counts to. */
const NUMBER = /^\s*([+-]?\d{1,9})(?!\d)/

const STYLES: readonly string[] = ['1', 'a', 'A', 'i', 'I'] satisfies readonly CounterStyle[]

/** How a list counts, by its attributes; a `type` that HTML does not have is the usual one. */
export function numberingOf({ start, type, reversed }: Record<string, string>): Numbering {
  return { style: isStyle(type) ? type : '1', start: numberOf(start), step: reversed === undefined ? 1 : -1 }
}

function isStyle(type: string | undefined): type is CounterStyle {
  return type !== undefined && STYLES.includes(type)
}

/** The number at the beginning of an attribute. */
export function numberOf(attribute: string | undefined): number | null {
  const digits = NUMBER.exec(attribute ?? '')?.[1]
  return digits === undefined ? null : Number(digits)
}

/** What stands before each item, by the numbers that items name themselves (HTML Living Standard 4.4.5 and 4.4.8). */
export function itemLabels({ style, start, step }: Numbering, values: readonly (number | null)[]): string[] {
  let next = start ?? (step === 1 ? 1 : values.length)
  return values.map((value) => {
    const number = value ?? next
    next = number + step
    return `${countedAs(style, number)}.`
  })
}
