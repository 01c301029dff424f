/** How a list of what else there is to read begins, whatever follows. */
const seeAlso =
  /^(?:see also|siehe auch|vgl\. auch|voir aussi|véase también|vedi anche|zie ook|se även)(?!\p{L})/iu
/** Names, places and numbers that a reference is made of: “See Section 4.1 [Matrices], page 52.” */
const referred = /\[[^\]\n]*\]|\([^)\n]*\)|\p{N}[\p{N}.]*/gu
const referring =
  /^(?:see|and|or|in|sections?|chapters?|pages?|pp?|figures?|tables?|siehe|und|oder|vgl|abschnitt|kapitel|seiten?|abbildung|tabelle|voir|et|véase|vedi|zie|en)$/iu
const word = /\p{L}+/gu

/** Whether a sentence says nothing but where else to look. */
export function onlyRefers(sentence: string): boolean {
  if (seeAlso.test(sentence)) return true
  const without = sentence.replace(referred, ' ')
  const words = without.match(word) ?? []
  return without !== sentence && words.length > 0 && words.every((each) => referring.test(each))
}
