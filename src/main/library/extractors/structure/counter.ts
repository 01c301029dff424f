/** How a list counts, as HTML names it: 1, a, A, i, I. */
export type CounterStyle = '1' | 'a' | 'A' | 'i' | 'I'

const LETTERS = 26
const MAX_ROMAN = 3999
const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** A number as a list shows it; in digits where its style has no form for it (CSS Counter Styles 3, 6). */
export function countedAs(style: CounterStyle, number: number): string {
  switch (style) {
    case 'a':
    case 'A':
      return number < 1 ? String(number) : inCase(style, letters(number))
    case 'i':
    case 'I':
      return number < 1 || number > MAX_ROMAN ? String(number) : inCase(style, roman(number))
    default:
      return String(number)
  }
}

function inCase(style: CounterStyle, counted: string): string {
  return style === 'A' || style === 'I' ? counted.toUpperCase() : counted
}

function letters(number: number): string {
  let counted = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    counted = String.fromCharCode(0x61 + ((rest - 1) % LETTERS)) + counted
  }
  return counted
}

function roman(number: number): string {
  let counted = ''
  let rest = number
  for (const [value, digits] of ROMAN) {
    for (; rest >= value; rest -= value) counted += digits
  }
  return counted
}
