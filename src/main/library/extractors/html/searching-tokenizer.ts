import { Tokenizer } from 'htmlparser2'

/** What of a tokenizer is moved here; its own declarations keep these to themselves. */
interface Reading {
  readonly buffer: string
  /** Characters before the buffer. */
  readonly offset: number
  index: number
}

/**
 * The parser's own tokenizer, which finds the next character that it waits for by the engine's search instead of looking
 * at each one: most of a page is text between tags. In text it waits for a single character only where entities are not
 * decoded on the way, so the parser is told `decodeEntities: false`. In a version of the library that has no such step, pages
 * are read as right and slower.
 */
export class SearchingTokenizer extends Tokenizer {}

Object.defineProperty(SearchingTokenizer.prototype, 'fastForwardTo', { value: goTo })

/** Goes to the next character with a code; else to the last of the buffer, as the library's own step does. */
function goTo(this: Reading, code: number): boolean {
  const found = this.buffer.indexOf(String.fromCharCode(code), this.index - this.offset + 1)
  this.index = this.offset + (found < 0 ? this.buffer.length - 1 : found)
  return found >= 0
}
