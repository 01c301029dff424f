// Porter's stemmer as `@orama/stemmers` has it, letter for letter (a test compares the two): that one builds some
// twenty regular expressions for each word, which was a fifth of the time that a text with many words took to index.

const CONSONANTS = '[^aeiou][^aeiouy]*'
const VOWELS = '[aeiouy][aeiou]*'

/** At least one, exactly one, and more than one run of vowels with consonants behind it. */
const measureAboveZero = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`)
const measureOne = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`)
const measureAboveOne = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`)
const vowel = /[aeiouy]/
/** Ends in one vowel between consonants, the last of which is not w, x or y, and has no other vowel. */
const short = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`)
const doubleConsonant = /([^aeiouylsz])\1$/

/** Endings by their last letter, the longer ones first, with what takes their place. */
type Endings = ReadonlyMap<string, readonly (readonly [ending: string, replacement: string])[]>

function endings(replacements: Readonly<Record<string, string>>): Endings {
  const sorted = Object.entries(replacements).sort(([a], [b]) => b.length - a.length)
  return Map.groupBy(sorted, ([ending]) => ending.slice(-1))
}

const derived = endings({
  ational: 'ate',
  tional: 'tion',
  enci: 'ence',
  anci: 'ance',
  izer: 'ize',
  bli: 'ble',
  alli: 'al',
  entli: 'ent',
  eli: 'e',
  ousli: 'ous',
  ization: 'ize',
  ation: 'ate',
  ator: 'ate',
  alism: 'al',
  iveness: 'ive',
  fulness: 'ful',
  ousness: 'ous',
  aliti: 'al',
  iviti: 'ive',
  biliti: 'ble',
  logi: 'log',
})
const derivedTwice = endings({
  icate: 'ic',
  ative: '',
  alize: 'al',
  iciti: 'ic',
  ical: 'ic',
  ful: '',
  ness: '',
})
const left = endings(
  Object.fromEntries(
    'al ance ence er ic able ible ant ement ment ent ou ism ate iti ous ive ize'
      .split(' ')
      .map((ending) => [ending, '']),
  ),
)

/** The stem of an English word in lower case. */
export function stemEnglish(whole: string): string {
  if (whole.length < 3) return whole
  // At the beginning y is a consonant.
  if (whole.startsWith('y')) return `y${stem(`Y${whole.slice(1)}`).slice(1)}`
  return stem(whole)
}

function stem(whole: string): string {
  let word = withoutPast(withoutPlural(whole))
  if (word.length > 1 && word.endsWith('y') && vowel.test(word.slice(0, -1))) word = `${word.slice(0, -1)}i`
  word = replaceEnding(word, derived, measureAboveZero)
  word = replaceEnding(word, derivedTwice, measureAboveZero)
  word = withoutRest(word)
  if (word.length > 1 && word.endsWith('e')) {
    const base = word.slice(0, -1)
    if (measureAboveOne.test(base) || (measureOne.test(base) && !short.test(base))) word = base
  }
  return word.endsWith('ll') && measureAboveOne.test(word) ? word.slice(0, -1) : word
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s')) return word
  if ((word.length > 4 && word.endsWith('sses')) || (word.length > 3 && word.endsWith('ies'))) {
    return word.slice(0, -2)
  }
  return word.length > 2 && word.at(-2) !== 's' ? word.slice(0, -1) : word
}

function withoutPast(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) {
    return measureAboveZero.test(word.slice(0, -3)) ? word.slice(0, -1) : word
  }
  const ending = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  if (ending === 0 || word.length <= ending) return word
  const base = word.slice(0, -ending)
  if (!vowel.test(base)) return word
  if (base.endsWith('at') || base.endsWith('bl') || base.endsWith('iz')) return `${base}e`
  if (doubleConsonant.test(base)) return base.slice(0, -1)
  return short.test(base) ? `${base}e` : base
}

/** The longest ending that leaves something gives way if what it leaves is long enough; no shorter one is tried. */
function replaceEnding(word: string, endings: Endings, longEnough: RegExp): string {
  const found = longestOf(word, endings)
  if (found === null) return word
  const base = word.slice(0, -found[0].length)
  return longEnough.test(base) ? base + found[1] : word
}

function withoutRest(word: string): string {
  if (longestOf(word, left) !== null) return replaceEnding(word, left, measureAboveOne)
  if (word.length < 5 || !(word.endsWith('sion') || word.endsWith('tion'))) return word
  const base = word.slice(0, -4)
  return measureAboveOne.test(base) ? base : word
}

function longestOf(word: string, endings: Endings) {
  for (const each of endings.get(word.charAt(word.length - 1)) ?? []) {
    if (word.length > each[0].length && word.endsWith(each[0])) return each
  }
  return null
}
