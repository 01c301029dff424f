import type { Passage } from '../../../shared/contract/passages'
import { askingPart } from '../asking-part'
import { fileNameIn } from '../name-asked-of'
import { contentWords } from '../question-words'
import { documentsCalled, type FoundFiles } from './named-document'

/** What asks to have a text summed up, English and German. */
const wish =
  /(?<!\p{L})(?:summari[sz]e|summary|sum (?:it |this |that |them |these )?up|tl;?dr|gist|overview|zusammenfass\p{L}*|fass\p{L}*(?=.*\bzusammen)|überblick)(?!\p{L})|^(?:what(?:[’']s| is| are)(?=.*\babout\b)|worum geht|wovon handel[nt])/iu

/** What may stand beside it: anything else asks for a part of the text, which is a question. */
const beside = new Set(
  contentWords(
    `summarize summarise summary sum up tldr tl dr gist overview give make write get quick brief short main key points
    document documents file files text book pdf article paper page letter report whole entire content contents
    zusammenfassung zusammenfassen zusammengefasst fasse fass zusammen überblick geht handelt handeln steht contain contains worum wovon
    dokument dokumente datei dateien buch artikel brief bericht ganze ganzen inhalt kurz kurze gib mach schreib wichtigste wichtigsten punkte`,
  ),
)

/** Whether words ask to sum up a text as a whole: "summarize this", and not "summarize the chapter on tides". */
export function isSummaryWish(words: string): boolean {
  const text = words.trim()
  return wish.test(askingPart(text)) && contentWords(text).every((word) => beside.has(word))
}

/** What asks for all that stands in a document; where what follows names none, it is a question. */
const whatIsIn =
  /^(?:what(?:[’']s| is) in|what does .+ (?:say|contain)[?.!]*$|was steht (?:in|im|auf))(?!\p{L})/iu

/** What stands between the two asks for what it is about. */
const whatAbout = /^what(?:[’']s| is| are)\s(.*?)\babout\b/isu

/**
 * The document that words ask to sum up by its name, among those that a search for them found: "summarize the harbour
 * guide". Its title has every word of the name, or its file has; of several the one that is called just so, else the best
 * one. Null where they ask for something else, or nothing is called so.
 */
export function documentToSumUp(
  words: string,
  found: readonly Passage[],
  results: FoundFiles,
): string | null {
  const asking = askingPart(words.trim())
  if (!wish.test(asking) && !whatIsIn.test(asking)) return null
  const named = fileNameIn(words) ?? whatAbout.exec(asking)?.[1] ?? words
  const called = documentsCalled(
    contentWords(named).filter((word) => !beside.has(word)),
    found,
    results,
  )
  const name = new Set(contentWords(named))
  const justSo = called.find((each) => each.words.every((word) => name.has(word)))
  return (justSo ?? called[0])?.document_id ?? null
}
