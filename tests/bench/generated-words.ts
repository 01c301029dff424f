/** Different words in a generated text: about what a large shelf of documents has. */
const VOCABULARY = 60_000

/** Numbers from 0 to below 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Words of three to eight letters. */
export function vocabulary(random: () => number): string[] {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26))
  return Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 3 + Math.floor(random() * 6) }, letter).join(''),
  )
}

/** Zipf's law: the n-th word is n times rarer than the first. */
export function pick(random: () => number, words: readonly string[]): string {
  return words[Math.floor(Math.exp(random() * Math.log(words.length))) - 1] ?? ''
}
