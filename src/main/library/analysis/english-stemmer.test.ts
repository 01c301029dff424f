import { readFileSync } from 'node:fs'
import { stemmer } from '@orama/stemmers/english'
import { describe, expect, it } from 'vitest'
import { stemEnglish } from './english-stemmer'

const ENDINGS = [
  ...['', 's', 'es', 'ies', 'sses', 'eed', 'ed', 'ing', 'y', 'e', 'll', 'sion', 'tion', 'ion', 'ational'],
  ...['tional', 'enci', 'anci', 'izer', 'bli', 'alli', 'entli', 'eli', 'ousli', 'ization', 'ation', 'ator'],
  ...['alism', 'iveness', 'fulness', 'ousness', 'aliti', 'iviti', 'biliti', 'logi', 'icate', 'ative'],
  ...['alize', 'iciti', 'ical', 'ful', 'ness', 'al', 'ance', 'ence', 'er', 'ic', 'able', 'ible', 'ant'],
  ...['ement', 'ment', 'ent', 'ou', 'ism', 'ate', 'iti', 'ous', 'ive', 'ize'],
]

/** Every word of so many letters out of some. */
function wordsOf(letters: string, length: number): string[] {
  if (length === 0) return ['']
  return wordsOf(letters, length - 1).flatMap((word) => [...letters].map((letter) => word + letter))
}

const differing = (words: readonly string[]) => words.filter((word) => stemEnglish(word) !== stemmer(word))

describe('the stemmer of English', () => {
  it('answers what the package does for every beginning of vowels and consonants before one or two endings', () => {
    const beginnings = [0, 1, 2, 3, 4].flatMap((length) => wordsOf('aytswé', length))
    for (const ending of ENDINGS) expect(differing(beginnings.map((word) => word + ending))).toEqual([])
    const short = [0, 1, 2].flatMap((length) => wordsOf('ayt', length))
    for (const first of ENDINGS) {
      for (const second of ENDINGS) {
        expect(differing(short.map((word) => word + first + second))).toEqual([])
      }
    }
  })

  it('answers what the package does for real words', () => {
    const text = readFileSync('docs/decisions/0007-own-index.md', 'utf8').toLowerCase()
    const words = [...new Set(text.match(/[\p{L}\p{N}]+/gu))]
    expect(words.length).toBeGreaterThan(500)
    expect(differing(words)).toEqual([])
    expect(stemEnglish('installations')).toBe('instal')
  })
})
