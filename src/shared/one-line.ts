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

/** What two names have in common that people take for the same one, whatever their case and their blanks. */
export function foldedName(name: string): string {
  return oneLine(name).toLowerCase()
}
