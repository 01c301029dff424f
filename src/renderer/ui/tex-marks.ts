import { type Code, type Construct, isLineEnd, type State, withGrammar } from './micromark-grammar'
import { isDisplayed, isTex, isTexBetweenDollars } from './tex-looks'

// Models write formulas between `\(` and `\)`, `\[` and `\]`, or two single dollar signs, as LaTeX does, and not only
// between `$$`. In Markdown a backslash before a bracket only means the bracket, so what stands between has to look like TeX.

const backslash = 92
const dollar = 36
/** What closes a formula by what opens it behind a backslash: ( ) [ ]. */
const closers: ReadonlyMap<Code, number> = new Map([
  [40, 41],
  [91, 93],
])
/** Of a mark, such as `\(`. */
const markLength = 2

/** The end of a formula: a backslash and its bracket. */
const closing = (closer: Code): Construct => ({
  partial: true,
  tokenize(effects, ok, nok) {
    return (code) => {
      effects.enter('mathTextSequence')
      effects.consume(code)
      return (bracket) => {
        if (bracket !== closer) return nok(bracket)
        effects.consume(bracket)
        effects.exit('mathTextSequence')
        return ok
      }
    }
  },
})

const betweenBrackets: Construct = {
  name: 'texBetweenBrackets',
  tokenize(effects, ok, nok) {
    let opener: Code = null
    let closer: Code = null
    const formula = effects.enter('mathText')
    const open: State = (code) => {
      opener = code
      closer = closers.get(code) ?? null
      if (closer === null) return nok(code)
      effects.consume(code)
      effects.exit('mathTextSequence')
      return between
    }
    const between: State = (code) => {
      if (code === null) return nok(code)
      if (isLineEnd(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        return between
      }
      if (code === backslash) return effects.attempt(closing(closer), done, command)(code)
      effects.enter('mathTextData')
      return data(code)
    }
    const data: State = (code) => {
      if (code === null || code === backslash || isLineEnd(code)) {
        effects.exit('mathTextData')
        return between(code)
      }
      effects.consume(code)
      return data
    }
    // What follows the backslash is its own, so that a line's end `\\` before a bracket closes nothing.
    const command: State = (code) => {
      effects.enter('mathTextData')
      effects.consume(code)
      return (next) => {
        if (next === null || isLineEnd(next)) return data(next)
        // A formula begins in no other of its kind. So none is looked through twice, however many begin and never end.
        if (next === opener) return nok(next)
        effects.consume(next)
        return data
      }
    }
    const done: State = (code) => {
      effects.exit('mathText')
      const written = this.sliceSerialize(formula)
      const tex = written.slice(markLength, -markLength)
      return isTex(tex, isDisplayed(written)) ? ok(code) : nok(code)
    }
    return (code) => {
      effects.enter('mathTextSequence')
      effects.consume(code)
      return open
    }
  },
}

const betweenDollars: Construct = {
  name: 'texBetweenDollars',
  // Wherever it may begin, so may what begins with two of them: the parser tries both where one of them may.
  previous: (code) => code !== dollar,
  tokenize(effects, ok, nok) {
    const follows = this.previous === dollar
    const formula = effects.enter('mathText')
    const data: State = (code) => {
      if (code === null || isLineEnd(code)) return nok(code)
      if (code !== dollar) {
        effects.consume(code)
        return code === backslash ? escaped : data
      }
      effects.exit('mathTextData')
      effects.enter('mathTextSequence')
      effects.consume(code)
      effects.exit('mathTextSequence')
      effects.exit('mathText')
      return done
    }
    const escaped: State = (code) => {
      if (code === null || isLineEnd(code)) return nok(code)
      effects.consume(code)
      return data
    }
    const done: State = (code) => {
      const next = code === null || code < 0 ? '' : String.fromCodePoint(code)
      return isTexBetweenDollars(this.sliceSerialize(formula).slice(1, -1), next) ? ok(code) : nok(code)
    }
    return (code) => {
      if (follows) return nok(code)
      effects.enter('mathTextSequence')
      effects.consume(code)
      effects.exit('mathTextSequence')
      return (first) => {
        // More than one dollar sign is what others look for.
        if (first === null || first === dollar || first < 0) return nok(first)
        effects.enter('mathTextData')
        return data(first)
      }
    }
  },
}

/** As much of a tree of Markdown as is needed here. */
interface MarkdownNode {
  readonly type: string
  readonly position?: {
    readonly start: { readonly offset?: number }
    readonly end: { readonly offset?: number }
  }
  readonly children?: readonly MarkdownNode[]
  data?: object
}

/**
 * A remark plugin beside the one for formulas: takes LaTeX's own marks too, and sets those apart that have a line of
 * their own.
 */
export function texMarks(this: { data(): object }) {
  withGrammar(this.data(), { [backslash]: betweenBrackets, [dollar]: betweenDollars })
  return (tree: MarkdownNode, file: { toString(): string }): void => {
    const source = file.toString()
    const visit = (parent: MarkdownNode): void => {
      for (const child of parent.children ?? []) {
        if (child.type === 'inlineMath') {
          const written = source.slice(child.position?.start.offset, child.position?.end.offset)
          const isAlone = parent.type === 'paragraph' && parent.children?.length === 1
          if (isDisplayed(written) || (isAlone && written.startsWith('$$'))) {
            child.data = { ...child.data, hProperties: { className: ['language-math', 'math-display'] } }
          }
        } else visit(child)
      }
    }
    visit(tree)
  }
}
