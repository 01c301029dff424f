/** Longer ones are no label but a mistake (UTF-16 units). */
const MAX_LABEL = 40

/** Bullets that are letters of their font: the hollow one of Courier. */
const LETTER_BULLETS = new Set(['o'])

/** What stands before a list's item, from the text that the program wrote for readers that don't count; empty for a bullet. */
export function labelOf(listText: string): string {
  const label = listText.replace(/\s+/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(label) && !LETTER_BULLETS.has(label) && label.length <= MAX_LABEL ? label : ''
}
