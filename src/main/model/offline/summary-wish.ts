import type { Passage } from '../../../shared/contract/passages'
import type { ModelBlock } from '../port'
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

/** A name of a file, without what tells its format. */
const fileName = /([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_ -]*)\.\p{L}[\p{L}\p{N}]{0,4}(?![\p{L}\p{N}])/u

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
  results: readonly Pick<Extract<ModelBlock, { type: 'tool_result' }>, 'files'>[],
): string | null {
  if (!wish.test(words)) return null
  const named = fileName.exec(words)?.[1] ?? whatAbout.exec(words.trim())?.[1] ?? words
  const name = contentWords(named).filter((word) => !beside.has(word))
  if (name.length === 0) return null
  const files = new Map(
    results.flatMap((result) => (result.files ?? []).map((file) => [file.document_id, file.name] as const)),
  )
  const called = found
    .flatMap(({ document_id, title }) => [
      { document_id, words: contentWords(title) },
      { document_id, words: contentWords(withoutEnding(files.get(document_id) ?? '')) },
    ])
    .filter((each) => name.every((word) => each.words.includes(word)))
  const justSo = called.find((each) => each.words.every((word) => name.includes(word)))
  return (justSo ?? called[0])?.document_id ?? null
}

function withoutEnding(file: string): string {
  return file.replace(/\.[^.]*$/u, '')
}
