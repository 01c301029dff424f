// The Porter stemmer exactly as SQLite's FTS5 applies it (fts5_tokenize.c), so that words outside the index can be
// compared with those inside. A test holds the two side by side.

const MAX_LENGTH = 64
const MIN_LENGTH = 3

type Rule = readonly [suffix: string, replacement: string]

const step2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]

const step3: readonly Rule[] = [
  ['ical', 'ic'],
  ['ness', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ful', ''],
  ['ative', ''],
  ['alize', 'al'],
]

const step4 = [
  'al',
  'ance',
  'ence',
  'er',
  'ic',
  'able',
  'ible',
  'ant',
  'ement',
  'ment',
  'ent',
  'ion',
  'ou',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
]

/** The stem of a lower-case word without diacritics. */
export function stem(word: string): string {
  // FTS5 works on UTF-8 bytes: each byte of another letter counts as a consonant.
  const bytes = Buffer.from(word)
  if (bytes.length === word.length) return stemBytes(word)
  return Buffer.from(stemBytes(bytes.toString('latin1')), 'latin1').toString()
}

function stemBytes(word: string): string {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH) return word
  const plural = stripPlural(word)
  const tense = stripTense(plural)
  const vowelY = tense.endsWith('y') && hasVowel(tense.slice(0, -1)) ? `${tense.slice(0, -1)}i` : tense
  const second = replaceSuffix(vowelY, step2)
  const third = replaceSuffix(second, step3)
  return tidyEnd(stripFourth(third))
}

function stripPlural(word: string): string {
  if (!word.endsWith('s')) return word
  const before = word.at(-2)
  if (before === 'e') {
    const sses = word.length > 4 && word.endsWith('sses')
    const ies = word.length > 3 && word.endsWith('ies')
    return word.slice(0, sses || ies ? -2 : -1)
  }
  return before === 's' ? word : word.slice(0, -1)
}

function stripTense(word: string): string {
  if (word.length > 3 && word.endsWith('eed'))
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const suffix = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0
  const base = word.slice(0, word.length - suffix)
  if (suffix === 0 || base === '' || !hasVowel(base)) return word
  if (/(?:at|bl|iz)$/.test(base) && base.length > 2) return `${base}e`
  const last = base.at(-1) ?? ''
  if (!/[aeioulsz]/.test(last) && last === base.at(-2)) return base.slice(0, -1)
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base
}

/** The longest suffix decides, also when its condition fails. */
function replaceSuffix(word: string, rules: readonly Rule[]): string {
  const rule = longest(rules, ([suffix]) => suffix.length < word.length && word.endsWith(suffix))
  if (rule === undefined) return word
  const base = word.slice(0, -rule[0].length)
  return measure(base) > 0 ? base + rule[1] : word
}

function longest(rules: readonly Rule[], fits: (rule: Rule) => boolean): Rule | undefined {
  let best: Rule | undefined
  for (const rule of rules) if (fits(rule) && rule[0].length > (best?.[0].length ?? 0)) best = rule
  return best
}

function stripFourth(word: string): string {
  let suffix = ''
  for (const candidate of step4) {
    if (candidate.length < word.length && candidate.length > suffix.length && word.endsWith(candidate))
      suffix = candidate
  }
  if (suffix === '') return word
  const base = word.slice(0, -suffix.length)
  if (suffix === 'ion' && !/[st]$/.test(base)) return word
  return measure(base) > 1 ? base : word
}

function tidyEnd(word: string): string {
  let result = word
  if (result.endsWith('e')) {
    const base = result.slice(0, -1)
    const size = measure(base)
    if (size > 1 || (size === 1 && !endsShort(base))) result = base
  }
  return result.endsWith('ll') && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result
}

/** `y` is a vowel after a consonant. */
function isVowel(character: string | undefined, afterConsonant: boolean): boolean {
  return character !== undefined && ('aeiou'.includes(character) || (afterConsonant && character === 'y'))
}

function hasVowel(base: string): boolean {
  for (let index = 0; index < base.length; index++) if (isVowel(base[index], index > 0)) return true
  return false
}

/** How many times a vowel is followed by a consonant. */
function measure(base: string): number {
  let count = 0
  let consonant = false
  let seenVowel = false
  for (const character of base) {
    consonant = !isVowel(character, consonant)
    if (!consonant) seenVowel = true
    else if (seenVowel) {
      count++
      seenVowel = false
    }
  }
  return count
}

/** Ends consonant, vowel, consonant, the last not w, x or y. */
function endsShort(base: string): boolean {
  if (base.length < 3 || /[wxy]$/.test(base)) return false
  const kinds: boolean[] = []
  let consonant = false
  for (const character of base) {
    consonant = !isVowel(character, consonant)
    kinds.push(consonant)
  }
  return kinds.at(-1) === true && kinds.at(-2) === false && kinds.at(-3) === true
}
