import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analysis/analyze'
import type { Language } from '../analysis/languages'
import { parseQuery } from './query'

function formsOf(query: string, ...languages: Language[]): string[] {
  return parseQuery(query, languages.map(createAnalyzer)).words.map(({ written }) => written)
}

describe('the words of a query', () => {
  it('are all of a long one, each once with how often it is there', () => {
    const query = Array.from({ length: 200 }, (_, index) => `word${'abcdefghij'[index % 10]} q${index}`).join(
      ' ',
    )
    const { words } = parseQuery(query, [createAnalyzer('en')])
    expect(words.length).toBeGreaterThan(200)
    expect(words.find(({ form }) => form === 'wordb')?.times).toBe(20)
  })

  it('are without small words of Vietnamese, told by their marks', () => {
    expect(formsOf('thủ đô của Pháp là gì', 'vi')).toEqual(['thủ', 'đô', 'pháp'])
    expect(formsOf('thủ đô', 'en', 'es', 'vi')).toEqual(['thủ', 'đô'])
    expect(formsOf('la', 'vi')).toEqual(['la'])
  })

  it('are without the ending of a possessive, which phrases keep', () => {
    const query = 'what’s the capital of Levoca\'s county "the landlord’s consent" crew S'
    const { words, phrases } = parseQuery(query, [createAnalyzer('en')])
    expect(words.map(({ form }) => form)).toEqual([
      ...['capital', 'levoca', 'county', 'landlord', 'consent', 'crew', 's'],
    ])
    expect(phrases[0]?.map(({ form }) => form)).toContain('s')
  })

  it('keep their marks where a language of the library does', () => {
    expect(formsOf('mã số', 'vi')).toEqual(['mã', 'số'])
    expect(formsOf('crème', 'en', 'fr')).toEqual(['creme'])
  })

  it('are left out as small ones of the language that the question is in', () => {
    const analyzers = (['en', 'de', 'ro'] as const).map(createAnalyzer)
    const formsIn = (query: string) =>
      parseQuery(query, analyzers, ['en', 'de']).words.map(({ form }) => form)
    expect(formsIn('what was the war about')).toContain('war')
    expect(formsIn('worum ging es in dem Krieg, und wer war dabei')).not.toContain('war')
  })

  it('are left out as small ones of what the library is mostly in, where a question is too short to tell', () => {
    const analyzers = (['en', 'ro'] as const).map(createAnalyzer)
    const formsIn = (...main: Language[]) =>
      parseQuery('data import', analyzers, main).words.map(({ form }) => form)
    expect(formsIn('en')).toEqual(['data', 'import'])
    expect(formsIn('en', 'ro')).toEqual(['import'])
  })
})
