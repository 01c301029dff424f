import { englishStopWords } from '../../src/main/library/analysis/stop-words'
import { seeded } from './generated-words'

/** Documents of generated English-like text, the same for the same seed. */
export type GeneratedText = {
  /** A document: a title and paragraphs about a topic of its own. */
  document(paragraphs: number): { readonly title: string; readonly text: string }
  /** Three to six words as people ask: some of one topic, some of anything, small words between. */
  question(): string
  /** As many words of those that stand in one of a hundred to one of ten passages: nearly every passage has one. */
  commonQuestion(): string
}

const VOCABULARY = 400_000
/** The small words of English are the commonest; a question is not searched by them. */
const SMALL_WORDS = 120
/** The words after them of which common questions are made. */
const COMMON_WORDS = 1000
const WORDS_PER_PARAGRAPH = 90
const TOPICS = 20_000
const WORDS_PER_TOPIC = 40
/** So many words of a text are of its topic: words come in bursts. */
const TOPIC_SHARE = 0.15

/** Starts the generator. Words follow Zipf’s law, the commonest being the small words of English. */
export function generateText(seed: number): GeneratedText {
  const random = seeded(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  const syllables = Array.from({ length: 400 }, () =>
    [pick([...'bcdfghklmnprstvw']), pick([...'aeiou']), pick(['', '', 'n', 'r', 's', 'l', 't'])].join(''),
  )
  const made = new Set<string>()
  while (made.size < VOCABULARY) {
    const length = 1 + Math.floor(random() * 4)
    made.add(
      Array.from({ length }, () => pick(syllables)).join('') + pick(['', '', 's', 'ed', 'ing', 'ation']),
    )
  }
  const words = [...englishStopWords.slice(0, SMALL_WORDS), ...made]
  const rank = () => Math.floor(Math.exp(random() * Math.log(words.length))) - 1
  const zipf = () => words[rank()] ?? ''
  const topics = Array.from({ length: TOPICS }, () =>
    Array.from(
      { length: WORDS_PER_TOPIC },
      () => words[500 + Math.floor(random() ** 2 * (words.length - 500))] ?? '',
    ),
  )
  const common = words.slice(SMALL_WORDS, SMALL_WORDS + COMMON_WORDS)
  const topicWord = (topic: readonly string[]) => topic[Math.floor(random() ** 2 * topic.length)] ?? ''
  const inQuestion = (word: () => string) =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, word).join(' ')
  return {
    document(paragraphs) {
      const topic = pick(topics)
      const word = () => (random() < TOPIC_SHARE ? topicWord(topic) : zipf())
      const paragraph = () => {
        const sentences: string[] = []
        for (let left = WORDS_PER_PARAGRAPH; left > 0; left -= 15) {
          sentences.push(`${Array.from({ length: 15 }, word).join(' ')}.`)
        }
        return sentences.join(' ')
      }
      return {
        title: `${topicWord(topic)} ${zipf()} ${topicWord(topic)}`,
        text: Array.from({ length: paragraphs }, paragraph).join('\n\n'),
      }
    },
    question() {
      const topic = pick(topics)
      return inQuestion(() => (random() < 0.5 ? topicWord(topic) : zipf()))
    },
    commonQuestion: () => inQuestion(() => pick(common)),
  }
}
