import { hasRightToLeft } from '../../shared/text/right-to-left'

/** A sentence that begins with what it quotes, in the quotation marks of either language, and the rest of it. */
const beginsQuoted = /^(?:“[^”]*”|„[^“]*“)(.*\p{L}.*)$/su

/**
 * The direction of a text by itself: a sentence that begins with a quoted name goes as its own words go, not as the name
 * does. Undefined for any other text, which goes as its first letter does.
 */
export function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const own = beginsQuoted.exec(text)?.[1]?.match(/\p{L}/u)?.[0]
  if (own === undefined) return undefined
  return hasRightToLeft(own) ? 'rtl' : 'ltr'
}
