import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stopwords as arabicStops } from '@orama/stopwords/arabic'
import { stopwords as danishStops } from '@orama/stopwords/danish'
import { stopwords as dutchStops } from '@orama/stopwords/dutch'
import { stopwords as finnishStops } from '@orama/stopwords/finnish'
import { stopwords as frenchStops } from '@orama/stopwords/french'
import { stopwords as italianStops } from '@orama/stopwords/italian'
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian'
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese'
import { stopwords as russianStops } from '@orama/stopwords/russian'
import { stopwords as spanishStops } from '@orama/stopwords/spanish'
import { stopwords as swedishStops } from '@orama/stopwords/swedish'
import { stemEnglish } from './english-stemmer'
import { foldWord, isAscii, plainText } from './fold'
import { englishStopWords, germanStopWords } from './stop-words'

/** The languages whose words are stemmed, by ISO 639-1 code; English stands in for every other in Latin letters. */
export const languageCodes = [
  'en',
  'de',
  'es',
  'fr',
  'it',
  'pt',
  'nl',
  'ru',
  'sv',
  'da',
  'no',
  'fi',
  'ar',
] as const
/** One of {@link languageCodes}. */
export type Language = (typeof languageCodes)[number]

/** What is known of a language; words come in lower case, composed (NFKC). */
type LanguageFacts = {
  readonly stem: (word: string) => string
  /** Folded. */
  readonly stopWords: ReadonlySet<string>
}

const folded = (words: readonly string[]) => new Set(words.map((word) => foldWord(word.toLowerCase())))

const facts: Readonly<Record<Language, LanguageFacts>> = {
  en: { stem: stemEnglish, stopWords: folded(englishStopWords) },
  de: { stem: german, stopWords: folded(germanStopWords) },
  es: { stem: spanish, stopWords: folded(spanishStops) },
  fr: { stem: french, stopWords: folded(frenchStops) },
  it: { stem: italian, stopWords: folded(italianStops) },
  pt: { stem: portuguese, stopWords: folded(portugueseStops) },
  nl: { stem: dutch, stopWords: folded(dutchStops) },
  ru: { stem: russian, stopWords: folded(russianStops) },
  sv: { stem: swedish, stopWords: folded(swedishStops) },
  da: { stem: danish, stopWords: folded(danishStops) },
  no: { stem: norwegian, stopWords: folded(norwegianStops) },
  fi: { stem: finnish, stopWords: folded(finnishStops) },
  ar: { stem: arabic, stopWords: folded(arabicStops) },
}

/** The stem of a word in lower case, folded; what a stemmer would leave empty stays whole. */
export function stemWord(word: string, language: Language): string {
  const stemmed = foldWord(facts[language].stem(word))
  return stemmed === '' ? foldWord(word) : stemmed
}

/** The words of a language that say nothing about what a text is about, folded. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return facts[language].stopWords
}

/** So much of a text tells its language (characters). */
const SAMPLE_LENGTH = 6000

/** A text with fewer of a language's small words than this share of its words is not known to be in it. */
const LEAST_SHARE = 0.08

const arabicLetters = /[\u0620-\u064a]/g
const cyrillicLetters = /\p{Script=Cyrillic}/gu
const latinLetters = /\p{Script=Latin}/gu

/**
 * Tells the language of a text: by its letters, and among languages in Latin letters by whose small words it has
 * most of. A text that shows too few of any is taken for English.
 */
export function detectLanguage(text: string): Language {
  const sample = plainText(text.slice(0, SAMPLE_LENGTH))
  if (!isAscii(sample)) {
    const count = (letters: RegExp) => sample.match(letters)?.length ?? 0
    const latin = count(latinLetters)
    if (count(arabicLetters) > latin) return 'ar'
    if (count(cyrillicLetters) > latin) return 'ru'
  }
  const words = sample.match(/\p{L}+/gu) ?? []
  const found = new Int32Array(latinLanguages.length)
  for (const word of words) {
    for (const language of tellingWords.get(foldWord(word)) ?? [])
      found[language] = (found[language] ?? 0) + 1
  }
  let best: Language = 'en'
  let most = words.length * LEAST_SHARE
  for (const [index, language] of latinLanguages.entries()) {
    const count = found[index] ?? 0
    if (count > most) {
      most = count
      best = language
    }
  }
  return best
}

/** The commonest small words of a language: lists differ in length, and the longer must not win by that. */
const commonWords: Readonly<Record<Language, string>> = {
  en: 'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one were all we her she there been their has would more if no when can will what',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch',
  es: 'de la que el en y a los se del las un por con no una su para es al lo como más o pero sus le ha me si sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde',
  fr: 'de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont la mais avec ou son aux ont cette ses comme été nous vous je on leur fait elle sa était être deux même',
  it: 'di e il la che in a per un del è una non con si da della le i dei al come più gli nel ha lo alla sono delle anche ma o su se dal nella dalla degli questo ed ai era essere stato suo loro tra',
  pt: 'de a o que e do da em um para com não uma os no se na por mais as dos como mas ao ele das à seu sua ou quando muito nos já também só pelo pela até isso ela entre depois sem mesmo aos foi são',
  nl: 'de van het een en in is dat op te zijn met voor niet aan er om ook als dan maar bij of uit nog naar die door over ze zich hij tot je wordt worden werd deze kan geen hebben meer wel had heeft',
  ru: 'и в не на что с по как это из у за',
  sv: 'och i att det som en på är av för med den till inte har de ett om var men jag från så kan när vi nu ut efter man vid hade där eller sig under över bara skulle blev mycket än',
  da: 'og i at det er en til af den på for med de ikke der som har et var jeg fra han men eller kan om så vi også efter blev ved være sig skal når mere end ud hvor denne',
  no: 'og i det er på en til som av for at med de ikke den har om et var fra jeg men så kan eller hun ble etter også seg være skal når mer enn ut hvor denne blir mot ved',
  fi: 'ja on ei se että oli hän mutta ovat kun myös tai sen joka niin kuin jos ole hänen mitä olla vain sekä kanssa vuoden vuonna jo sitä ne siitä mukaan joka voi tämä noin',
  ar: 'في من على',
}

const latinLanguages = languageCodes.filter((language) => language !== 'ru' && language !== 'ar')

/** Which of {@link latinLanguages} have a small word. */
const tellingWords = new Map<string, number[]>()
for (const [index, language] of latinLanguages.entries()) {
  for (const word of new Set(commonWords[language].split(' ').map(foldWord))) {
    tellingWords.set(word, [...(tellingWords.get(word) ?? []), index])
  }
}

const known: ReadonlySet<string> = new Set(languageCodes)

/** A stored language; null when none was stored, or one that this version does not know. */
export function toLanguage(code: string | null): Language | null {
  return code !== null && known.has(code) ? (code as Language) : null
}
