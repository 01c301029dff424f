import { findCitations } from '../../shared/run/citation-marks'
import { type Construct, isLineEnd, type State, withGrammar } from './micromark-grammar'

const opening = 91
const closing = 93
/** Brackets of a title within those of the citation. */
const deepest = 2
/** The longest citation, in characters. */
const longest = 720

/** What makes a link, a reference or a definition of brackets before it: ( [ :. */
const makesOther: ReadonlySet<number> = new Set([40, 91, 58])

/** Whether a text is one citation with a place; one with marks of Markdown that escape a sign is read as Markdown. */
function isCitation(text: string): boolean {
  const [mark, ...more] = findCitations(text)
  if (typeof mark !== 'object' || more.length > 0) return false
  return (mark.page !== undefined || mark.section !== undefined) && !/\\|&[#\w]+;/u.test(text)
}

/** Signs of a title or a section are its own: those of `[f(*a, *b), § $x$ <T>]` would mean emphasis, a formula and a tag. */
const citation: Construct = {
  name: 'citation',
  tokenize(effects, ok, nok) {
    let depth = 0
    let length = 0
    const text = effects.enter('data')
    const within: State = (code) => {
      if (code === null || isLineEnd(code) || length > longest) return nok(code)
      if (code === opening) depth++
      if (code === closing) depth--
      if (depth > deepest) return nok(code)
      effects.consume(code)
      length++
      if (depth > 0) return within
      effects.exit('data')
      return behind
    }
    const behind: State = (code) => {
      const isOther = code !== null && makesOther.has(code)
      return !isOther && isCitation(this.sliceSerialize(text)) ? ok(code) : nok(code)
    }
    return within
  },
}

/** A remark plugin that takes a citation with a page or a section as it is written. */
export function citationGrammar(this: { data(): object }): void {
  withGrammar(this.data(), { [opening]: citation })
}
