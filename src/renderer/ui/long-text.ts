/** Characters from which a text counts as long: one line of so many takes a browser 30 ms with each key. */
const longFrom = 50_000

/**
 * Whether a text is so long that it is not laid out in the direction of its own words: for one line that takes browsers
 * the square of its length, seconds for a megabyte. Elements say so with `data-long`.
 */
export function isLongText(text: string): boolean {
  return text.length > longFrom
}
