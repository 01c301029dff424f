import { LOWERED, RAISED } from '../structure/scripts'

/** Letters behind a number or name that are raised for their looks alone, and marks of notes. */
const FOR_LOOKS = /^(?:st|nd|rd|th|e|er|re|ère|me|ème|tm|sm|[®™©*†‡§¶]+)$/i

/** More letters than this are words. */
const MAX_LETTERS = 12

/** Words that stand higher (`<sup>`), so that 10⁶ is no 106. Marks of notes in brackets stay as they are. */
export function raised(words: string): string {
  return moved(words, RAISED, '^')
}

/** Words that stand lower (`<sub>`). */
export function lowered(words: string): string {
  return moved(words, LOWERED, '_')
}

function moved(words: string, forms: ReadonlyMap<string, string>, sign: string): string {
  const text = words.trim()
  // A number, or several of notes.
  if (/^[\d+\-−=]+(?:, ?\d+)*$/.test(text))
    return Array.from(text, (letter) => forms.get(letter) ?? letter).join('')
  if (text.length > MAX_LETTERS || FOR_LOOKS.test(text) || !/^[\p{L}\p{N}+\-−=.,/*]+$/u.test(text))
    return words
  return /^[\p{L}\p{N}]+$/u.test(text) ? `${sign}${text}` : `${sign}(${text})`
}
