import { attribute, type XmlAttributes } from '../package/xml'
import { grouped, lowered, marked, raised } from '../structure/scripts'

/** Elements of a formula that say how their parts stand to each other (ECMA-376, part 1, 22.1). */
const STRUCTURE = new Set(['f', 'num', 'den', 'sub', 'sup', 'lim', 'deg', 'rad', 'nary', 'd', 'e', 'mr'])

type Open = { name: string; start: number; begin: string; end: string; sign: string; parts: number }

/** Writes formulas on one line as they are read: `a/b`, `c₁²`, `√(x+1)`. */
export type FormulaWriter = {
  readonly isOpen: boolean
  /** `words` is the paragraph that the formula stands in, to whose end it is written. */
  open(name: string, attributes: XmlAttributes, words: string[]): void
  close(name: string, words: string[]): void
}

/** Starts outside of any formula. */
export function createFormulaWriter(): FormulaWriter {
  let depth = 0
  const stack: Open[] = []
  return {
    get isOpen() {
      return depth > 0
    },
    open(name, attributes, words) {
      if (name === 'oMath') depth++
      const parent = stack.at(-1)
      const value = attribute(attributes, 'val')
      if (parent?.name === 'd' && name === 'begChr') parent.begin = value ?? ''
      else if (parent?.name === 'd' && name === 'endChr') parent.end = value ?? ''
      else if (parent?.name === 'nary' && name === 'chr') parent.sign = value ?? ''
      if (!STRUCTURE.has(name)) return
      if (parent !== undefined) openPart(name, parent, words)
      stack.push({ name, start: words.length, begin: '(', end: ')', sign: '∫', parts: 0 })
    },
    close(name, words) {
      if (name === 'oMath') depth--
      if (!STRUCTURE.has(name)) return
      const ended = stack.pop()
      if (ended === undefined) return
      const parent = stack.at(-1)?.name
      if (name === 'd') words.push(ended.end)
      else if (name === 'mr') words.push('; ')
      else if (name === 'e' && parent === 'mr') words.push(' ')
      else if (name !== 'e' || parent === 'rad') {
        const text = words.splice(ended.start).join('')
        if (text !== '') words.push(partText(name, text))
      }
    },
  }
}

function openPart(name: string, parent: Open, words: string[]): void {
  if (name === 'e' && parent.name === 'rad') words.push('√')
  if (name === 'e' && parent.name === 'd') words.push(parent.parts++ === 0 ? parent.begin : '|')
  if (name === 'sub' && parent.name === 'nary') words.push(parent.sign)
}

function partText(name: string, text: string): string {
  switch (name) {
    case 'num':
    case 'e':
      return grouped(text)
    case 'den':
      return marked('/', text)
    case 'sup':
      return inFormula(raised(text), text, '^')
    case 'sub':
    case 'lim':
      return inFormula(lowered(text), text, '_')
    case 'deg':
      return raised(text)
    default:
      return text
  }
}

/** In a formula letters are no words: an index without a mark would be a factor. */
function inFormula(written: string, text: string, mark: string): string {
  return written === text ? marked(mark, text) : written
}
