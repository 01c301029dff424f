import type { ToolInfo } from '../../../shared/contract/tools'
import { contentWords } from '../../model/question-words'

/** What a word counts for by where it stands. */
const weights = { name: 4, title: 3, module: 2, description: 1 }

/** Tools that words fit, best first; a word that few tools have counts for more. */
export function findTools(tools: readonly ToolInfo[], query: string): ToolInfo[] {
  const words = [...new Set(contentWords(query))]
  const texts = tools.map((tool) => ({ tool, places: placesOf(tool) }))
  const rarity = new Map(
    words.map((word) => {
      const having = texts.filter(({ places }) => weightIn(places, word) > 0).length
      return [word, Math.log(1 + tools.length / Math.max(1, having))]
    }),
  )
  return texts
    .map(({ tool, places }) => ({
      tool,
      score: words.reduce((sum, word) => sum + weightIn(places, word) * (rarity.get(word) ?? 0), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool)
}

type Place = readonly [weight: number, words: ReadonlySet<string>]

function placesOf({ name, aliases, title, moduleTitle, description }: ToolInfo): Place[] {
  const wordsOf = (text: string) => new Set(contentWords(text))
  return [
    [weights.name, wordsOf([name, ...aliases].join(' ').replaceAll('_', ' '))],
    [weights.title, wordsOf(title)],
    [weights.module, wordsOf(moduleTitle)],
    [weights.description, wordsOf(description)],
  ]
}

function weightIn(places: readonly Place[], word: string): number {
  return Math.max(0, ...places.filter(([, words]) => words.has(word)).map(([weight]) => weight))
}
