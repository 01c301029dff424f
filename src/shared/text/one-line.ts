import { revealHidden } from './reveal-hidden'

/**
 * One line of visible text in Unicode's composed form, for titles and names: characters that can't be seen or that turn
 * text are gone, and blanks are one each. Nothing is left of text that has nothing to see.
 */
export function oneLine(text: string): string {
  const line = text.normalize('NFC').replace(/[\p{Cc}\s]+/gu, ' ')
  return revealHidden(line)
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.hidden === 'broken' ? '\ufffd' : ''))
    .join('')
    .replace(/ +/g, ' ')
    .trim()
}

/** Whether people would mistake two names for each other, which differ at most in case, blanks, or the form of letters. */
export function isSameName(one: string, other: string): boolean {
  return foldedName(one.normalize('NFKC')) === foldedName(other.normalize('NFKC'))
}

/** What names that differ in case and blanks alone have in common, for storing and for finding one among many. */
export function foldedName(name: string): string {
  return oneLine(name).toLowerCase()
}
