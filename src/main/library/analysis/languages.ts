import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as hindi } from '@orama/stemmers/indian'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian'
import { stopwords as arabicStops } from '@orama/stopwords/arabic'
import { stopwords as danishStops } from '@orama/stopwords/danish'
import { stopwords as dutchStops } from '@orama/stopwords/dutch'
import { stopwords as finnishStops } from '@orama/stopwords/finnish'
import { stopwords as frenchStops } from '@orama/stopwords/french'
import { stopwords as greekStops } from '@orama/stopwords/greek'
import { stopwords as hungarianStops } from '@orama/stopwords/hungarian'
import { stopwords as hindiStops } from '@orama/stopwords/indian'
import { stopwords as indonesianStops } from '@orama/stopwords/indonesian'
import { stopwords as italianStops } from '@orama/stopwords/italian'
import { stopwords as norwegianStops } from '@orama/stopwords/norwegian'
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese'
import { stopwords as romanianStops } from '@orama/stopwords/romanian'
import { stopwords as russianStops } from '@orama/stopwords/russian'
import { stopwords as spanishStops } from '@orama/stopwords/spanish'
import { stopwords as swedishStops } from '@orama/stopwords/swedish'
import { stopwords as turkishStops } from '@orama/stopwords/turkish'
import { stopwords as ukrainianStops } from '@orama/stopwords/ukrainian'
import { stemEnglish } from './english-stemmer'
import { foldWord, isAscii, plainText } from './fold'
import { englishStopWords, germanStopWords, persianStopWords, vietnameseStopWords } from './stop-words'

/**
 * The languages whose stems or small words are known, by ISO 639-1 code. English stands in for every other, and Persian
 * for what else is written in its letters.
 */
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
  'ro',
  'tr',
  'hu',
  'id',
  'vi',
  'uk',
  'el',
  'hi',
  'ar',
  'fa',
] as const
/** One of {@link languageCodes}. */
export type Language = (typeof languageCodes)[number]

/** What is known of a language; words come in lower case, composed (NFKC). */
type LanguageFacts = {
  readonly stem: (word: string) => string
  /** As they are written, and folded where the language does not keep its marks. */
  readonly stopWords: ReadonlySet<string>
  /** Whether marks make other words of the same letters, so that terms keep them. */
  readonly keepsMarks?: boolean
}

const asItIs = (word: string) => word

const folded = (words: readonly string[]) =>
  new Set(words.map(plainText).flatMap((word) => [word, foldWord(word)]))

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
  ro: { stem: romanian, stopWords: folded(romanianStops) },
  tr: { stem: turkish, stopWords: folded(turkishStops) },
  hu: { stem: hungarian, stopWords: folded(hungarianStops) },
  // Its stemmer takes beginnings off, and words are looked up by how they begin.
  id: { stem: asItIs, stopWords: folded(indonesianStops) },
  vi: { stem: asItIs, stopWords: new Set(vietnameseStopWords.map(plainText)), keepsMarks: true },
  uk: { stem: ukrainian, stopWords: folded(ukrainianStops) },
  el: { stem: greek, stopWords: folded(greekStops) },
  hi: { stem: hindi, stopWords: folded(hindiStops) },
  ar: { stem: arabic, stopWords: folded(arabicStops) },
  fa: { stem: asItIs, stopWords: folded(persianStopWords) },
}

/** The stem of a word in lower case, folded where the language allows it; what a stemmer would leave empty stays whole. */
export function stemWord(word: string, language: Language): string {
  const { stem, keepsMarks } = facts[language]
  if (keepsMarks === true) return stem(word)
  const stemmed = foldWord(stem(word))
  return stemmed === '' ? foldWord(word) : stemmed
}

/** The words of a language that say nothing about what a text is about, as they are written and as terms. */
export function stopWordsOf(language: Language): ReadonlySet<string> {
  return facts[language].stopWords
}

/** Whether a word in lower case is one of these, with its marks or without. */
export function isStopWord(word: string, language: Language): boolean {
  const { stopWords, keepsMarks } = facts[language]
  return stopWords.has(word) || (keepsMarks !== true && stopWords.has(foldWord(word)))
}

/** So much of a text tells its language (characters). */
const SAMPLE_LENGTH = 6000

/** A text with fewer of a language's small words than this share of its words is not known to be in it. */
const LEAST_SHARE = 0.08

/** Persian, Urdu and their like have at least so many of the letters that Arabic lacks. */
const LEAST_PERSIAN_SHARE = 0.02

const letters = /\p{L}/gu
const persianLetters = /[پچژگکیےٹڈڑ]/g
const arabicLetters = /(?=\p{L})\p{Script=Arabic}/gu
const cyrillicLetters = /\p{Script=Cyrillic}/gu
const greekLetters = /\p{Script=Greek}/gu
const devanagariLetters = /(?=\p{L})\p{Script=Devanagari}/gu

/** The language of a text, or the one that it is taken for where that can't be told. */
type Told = { readonly language: Language; readonly isSure: boolean }

/** The language of a text; one that can't be told is taken for English, in Cyrillic letters for Russian. */
export function detectLanguage(text: string): Language {
  return tell(text).language
}

/** The same of several texts together. */
export function languageOfAll(parts: readonly { readonly text: string }[]): Language {
  return detectLanguage(parts.map(({ text }) => text).join('\n'))
}

/** The language of a text; null where that can't be told. */
export function toldLanguage(text: string): Language | null {
  const { language, isSure } = tell(text)
  return isSure ? language : null
}

/**
 * Tells a language by the letters that most of a text is written in, and among languages of the same letters by whose
 * small words it has most of. Of these it has at least two with more than one letter: variables and abbreviations are
 * small too.
 */
function tell(text: string): Told {
  const sample = plainText(text.slice(0, SAMPLE_LENGTH))
  if (isAscii(sample)) return bySmallWords(sample, latinLanguages, 'en')
  const count = (some: RegExp) => sample.match(some)?.length ?? 0
  const byLetters = (language: Language): Told => ({ language, isSure: true })
  const half = count(letters) / 2
  const arabic = count(arabicLetters)
  if (arabic > half) return byLetters(count(persianLetters) > arabic * LEAST_PERSIAN_SHARE ? 'fa' : 'ar')
  if (count(cyrillicLetters) > half) return bySmallWords(sample, cyrillicLanguages, 'ru')
  if (count(greekLetters) > half) return byLetters('el')
  if (count(devanagariLetters) > half) return byLetters('hi')
  return bySmallWords(sample, latinLanguages, 'en')
}

function bySmallWords(sample: string, languages: readonly Language[], otherwise: Language): Told {
  const words = sample.match(/[\p{L}\p{M}]+/gu) ?? []
  const found = new Int32Array(languageCodes.length)
  const first: (string | undefined)[] = []
  const hasSeveral = new Uint8Array(languageCodes.length)
  for (const word of words) {
    for (const language of tellingWords.get(word) ?? []) {
      found[language] = (found[language] ?? 0) + 1
      if (word.length === 1) continue
      first[language] ??= word
      if (first[language] !== word) hasSeveral[language] = 1
    }
  }
  let best: Language | null = null
  let most = words.length * LEAST_SHARE
  for (const language of languages) {
    const index = languageCodes.indexOf(language)
    const count = found[index] ?? 0
    if (count > most && hasSeveral[index] === 1) {
      most = count
      best = language
    }
  }
  return { language: best ?? otherwise, isSure: best !== null }
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
  ru: 'и в не на что с по как это из у за он его был от к для она но было так или они к все же при также',
  sv: 'och i att det som en på är av för med den till inte har de ett om var men jag från så kan när vi nu ut efter man vid hade där eller sig under över bara skulle blev mycket än',
  da: 'og i at det er en til af den på for med de ikke der som har et var jeg fra han men eller kan om så vi også efter blev ved være sig skal når mere end ud hvor denne',
  no: 'og i det er på en til som av for at med de ikke den har om et var fra jeg men så kan eller hun ble etter også seg være skal når mer enn ut hvor denne blir mot ved',
  fi: 'ja on ei se että oli hän mutta ovat kun myös tai sen joka niin kuin jos ole hänen mitä olla vain sekä kanssa vuoden vuonna jo sitä ne siitä mukaan joka voi tämä noin',
  ro: 'de și în a la cu care este din pe o un să că se nu mai pentru au fost sau ca prin al ale lui sunt era după între dar acest această fi lor printre cel cea cei despre fiind sa său său avea fără',
  tr: 've bir bu da de için ile olarak olan en daha çok gibi kadar sonra ise o ya ne var değil ancak her veya ki olduğu tarafından göre iki ilk büyük üzere bunu onun arasında zaman hem sadece',
  hu: 'a az és hogy nem is egy ez csak de volt van meg már vagy mint mert el ki ha még azt ezt itt amely aki minden után között által lesz pedig majd több szerint első illetve',
  id: 'yang dan di dari untuk dengan pada ini itu dalam adalah ke tidak sebagai oleh juga akan atau ia telah dapat lebih karena tersebut bahwa menjadi mereka ada seperti para saat satu banyak kepada',
  vi: 'và của là có được trong cho các một những với không người này đã ở từ như khi để ra về đến theo cũng nhiều vào tại bị bởi trên năm sự việc rất sau đó phải thì nhưng nên',
  uk: 'і й в у на не що з як до та це за від для його але який яка які були був було також або про під час вони він',
  el: 'και',
  hi: 'के',
  ar: 'في من على',
  fa: 'و در به',
}

const cyrillicLanguages: readonly Language[] = ['ru', 'uk']
const otherLetters: readonly Language[] = ['el', 'hi', 'ar', 'fa']
const latinLanguages = languageCodes.filter(
  (language) => !cyrillicLanguages.includes(language) && !otherLetters.includes(language),
)

/**
 * Which languages have a small word, as it is written and as it is typed without its marks. A word with marks is not
 * taken for one without: that would make Spanish of Vietnamese.
 */
const tellingWords = new Map<string, number[]>()
for (const [index, language] of languageCodes.entries()) {
  const words = commonWords[language].split(' ').map(plainText)
  for (const word of new Set(words.flatMap((word) => [word, foldWord(word)]))) {
    tellingWords.set(word, [...(tellingWords.get(word) ?? []), index])
  }
}

/** A stored language; null when none was stored, or one that this version does not know. */
export function toLanguage(code: string | null): Language | null {
  return languageCodes.find((known) => known === code) ?? null
}
