import { StringDecoder } from 'node:string_decoder'
import { startOf } from '../../shared/text/start-of'

/** What is kept of one stream. */
export interface KeptOutput {
  readonly text: string
  /** Characters that are left out in the middle of `text`. */
  readonly omitted: number
}

/** Keeps the beginning and the end of a stream: the first tells what ran, the last how it ended. */
export interface OutputKeeper {
  add(bytes: Buffer): void
  /** Nothing more comes: what looked like the beginning of a letter is one that can't be read. */
  end(): void
  kept(): KeptOutput
}

/** Characters of the beginning. */
const FIRST = 16_384
/** Characters of the end. */
const LAST = 49_152

/** Makes a keeper for one stream. */
export function keepOutput(): OutputKeeper {
  const decoder = new StringDecoder('utf8')
  let first = ''
  let last = ''
  let dropped = 0
  function keep(text: string): void {
    const taken = text.slice(0, Math.max(0, FIRST - first.length))
    first += taken
    last += text.slice(taken.length)
    // Cutting only now and then keeps a chatty program cheap.
    if (last.length > 2 * LAST) {
      dropped += last.length - LAST
      last = last.slice(-LAST)
    }
  }
  return {
    add: (bytes) => keep(decoder.write(bytes)),
    end: () => keep(decoder.end()),
    kept() {
      const over = Math.max(0, last.length - LAST)
      if (dropped + over === 0) return { text: first + last, omitted: 0 }
      // Half an emoji is no text.
      const beginning = startOf(first, FIRST)
      const end = last.slice(over).replace(/^[\udc00-\udfff]/, '')
      const omitted = dropped + first.length - beginning.length + last.length - end.length
      return { text: `${beginning}\n[… ${omitted} characters left out …]\n${end}`, omitted }
    },
  }
}
