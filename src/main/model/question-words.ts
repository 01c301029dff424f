import { unspacedScripts } from '../../shared/text/unspaced-scripts'
import { plainText } from '../library/analysis/fold'
import { isStopWord, type Language, stemWord } from '../library/analysis/languages'

// Words that say nothing about what is asked, English and German.
const stopWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from had has have he her his how
  i if in into is it its me my no not of on or our say said says she should so some tell than that the their them then
  may might must shall please explain describe summarize show list give find know mean means much many there these they this those till to under until since was we were what when where which who whom whose why will with would you your
  darf darfst dürfen durfte muss musst müssen soll sollen sollte will wollen kannst können könnte möchte würde
  hoch groß lange oft wieviel wofür womit wohin woher wem wen wessen mein meine meinen meiner dein deine man hier dort gibt
  aber alle als am an auch auf aus bei bin bis da das dass dem den der des die dir doch du durch ein eine einem einen
  einer eines er es für hat haben ich ihr im in ist ja kann mit mir nach nicht noch nur oder sagt sein seit sich sie sind
  bitte erkläre beschreibe zeige nenne finde weißt viel viele steht über um und uns unter vom von vor war warum was wann welche welcher welches wenn wer wie wir wird wo zu zum zur`.split(
    /\s+/u,
  ),
)

/** What English writes together with a word and says nothing by itself: “what’s”, “the landlord’s”, “doesn’t”. */
const joinedEnding = /(?<=\p{L})(?:n['’]t|['’](?:s|m|re|ve|ll|d))(?![\p{L}\p{M}\p{N}])/giu

/** Letters and digits with the marks that belong to them, of which some scripts write vowels. */
export const wordPattern = /[\p{L}\p{M}\p{N}]+/gu
const unspacedRun = new RegExp(`([${unspacedScripts}]+)`, 'u')

/**
 * The words of a text that carry meaning, cut to stems that agree across endings; of scripts without spaces between words
 * each pair of neighbouring characters, as the library's search does. With the language of what is compared: by its own
 * stems and without its own small words.
 */
export function contentWords(text: string, language?: Language, of: Endings = 'common'): string[] {
  const words = text.normalize('NFKC').replace(joinedEnding, '').toLowerCase().match(wordPattern) ?? []
  const saysNothing = (word: string) =>
    stopWords.has(word) || (language !== undefined && isStopWord(word, language))
  return words
    .flatMap((word) => word.split(unspacedRun))
    .filter((word) => word !== '' && !saysNothing(word))
    .flatMap((word) => {
      if (unspacedRun.test(word)) return pairsOf(word)
      return [language === undefined ? stem(word, of) : stemWord(word, language)]
    })
}

/** Whether a content word is one of the pairs that stand for words. */
export function isPair(word: string): boolean {
  return unspacedRun.test(word)
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Whose endings are cut: of any word the commonest ones of English and German, or those of German alone. */
export type Endings = 'common' | 'german'

const endings: Readonly<Record<Endings, RegExp>> = {
  common: /(?<=.{3})(?:ing|edly|ed|ie|e|en|ern|er|y)$/u,
  german: /(?<=.{3})(?:e|en|ern|er)$/u,
}

/** Cuts an s, and then one of the endings, as they are heaped up: “cover” is in “covers”. Only good enough to compare a question with a sentence. */
function stem(word: string, of: Endings): string {
  return word.replace(/(?<=.{3})s$/u, '').replace(endings[of], '')
}

/**
 * Whose endings the words of a question have: “Hecke” is none of the English “Hecking”. A question is too short to tell its
 * language by more than whose small words it has more of.
 */
export function endingsOf(question: string): Endings {
  const words = plainText(question).match(wordPattern) ?? []
  const small = (language: Language) => words.filter((word) => isStopWord(word, language)).length
  return small('de') > small('en') ? 'german' : 'common'
}
