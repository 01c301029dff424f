/** Of a longer text with a question its beginning and its end are looked at: in characters of each. */
const lookedAt = 1000

/**
 * The part of a text that asks, in front of or behind what was pasted with it. How a question is put is told by patterns
 * that look ahead: on a pasted book they would take minutes.
 */
export function askingPart(text: string): string {
  if (text.length <= 2 * lookedAt) return text
  return `${text.slice(0, lookedAt)}\n${text.slice(-lookedAt)}`
}
