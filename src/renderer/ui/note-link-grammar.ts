import { findNoteLinks } from '../../shared/markdown/note-links'
import { type Construct, isLineEnd, type State, withGrammar } from './micromark-grammar'

const opening = 91
const closing = 93
/** What makes a link of Markdown, with brackets in its words, of what stands before it. */
const address = 40
/** The longest link, in characters: a title, a heading and other words. */
const longest = 1000

/** Signs between the brackets are the title's own: those of `[[f(*a, *b)]]` would mean emphasis. */
const noteLink: Construct = {
  name: 'noteLink',
  tokenize(effects, ok, nok) {
    let length = 0
    let closed = 0
    const text = effects.enter('data')
    const open: State = (code) => {
      if (code !== opening) return nok(code)
      effects.consume(code)
      length++
      return length < 2 ? open : within
    }
    const within: State = (code) => {
      if (code === null || isLineEnd(code) || code === opening || length > longest) return nok(code)
      if (closed === 1 && code !== closing) return nok(code)
      effects.consume(code)
      length++
      if (code === closing) closed++
      if (closed < 2) return within
      effects.exit('data')
      return behind
    }
    const behind: State = (code) => {
      const [link, ...more] = findNoteLinks(this.sliceSerialize(text))
      return code !== address && typeof link === 'object' && more.length === 0 ? ok(code) : nok(code)
    }
    return open
  },
}

/** A remark plugin that takes a link to another note as it is written. */
export function noteLinkGrammar(this: { data(): object }): void {
  withGrammar(this.data(), { [opening]: noteLink })
}
