import { contentWords } from '../question-words'

/** What asks to have a text summed up, English and German. */
const wish =
  /(?<!\p{L})(?:summari[sz]e|summary|sum (?:it |this |that |them |these )?up|tl;?dr|gist|overview|zusammenfass\p{L}*|fass\p{L}*(?=.*\bzusammen)|überblick)(?!\p{L})|^(?:what(?:[’']s| is| are)(?=.*\babout\b)|worum geht|wovon handel[nt])/iu

/** What may stand beside it: anything else asks for a part of the text, which is a question. */
const beside = new Set(
  contentWords(
    `summarize summarise summary sum up tldr tl dr gist overview give make write get quick brief short main key points
    document documents file files text book pdf article paper page letter report whole entire content contents
    zusammenfassung zusammenfassen zusammengefasst fasse fass zusammen überblick geht handelt handeln worum wovon
    dokument dokumente datei dateien buch artikel brief bericht ganze ganzen inhalt kurz kurze gib mach schreib wichtigste wichtigsten punkte`,
  ),
)

/** Whether words ask to sum up a text as a whole: "summarize this", and not "summarize the chapter on tides". */
export function isSummaryWish(words: string): boolean {
  const text = words.trim()
  return wish.test(text) && contentWords(text).every((word) => beside.has(word))
}
