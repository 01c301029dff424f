import { expect, it } from 'vitest'
import { filterEntries, type PaletteEntry } from './palette-entries'

const entry = (title: string, detail?: string): PaletteEntry => ({
  id: title,
  group: '',
  title,
  detail,
  run: () => {},
})
const titles = (entries: readonly PaletteEntry[]) => entries.map((found) => found.title)

it('finds by every word, in titles and details, titles that begin so first', () => {
  const entries = [entry('Search library', 'search_library'), entry('Library'), entry('Settings')]
  expect(titles(filterEntries(entries, 'libr'))).toEqual(['Library', 'Search library'])
  expect(titles(filterEntries(entries, 'library search'))).toEqual(['Search library'])
  expect(titles(filterEntries(entries, 'search_l'))).toEqual(['Search library'])
  expect(filterEntries(entries, 'nothing')).toEqual([])
})

it('shows those first that have the words whole', () => {
  const reports = ['Report 95', 'Report 51', 'Report 5', 'Report 5a'].map((title) => entry(title))
  expect(titles(filterEntries(reports, 'report 5'))).toEqual([
    'Report 5',
    'Report 95',
    'Report 51',
    'Report 5a',
  ])
})

it('finds by other words that are not shown, last', () => {
  const model = { ...entry('Model'), otherWords: 'API key Ollama' }
  const found = filterEntries([model, entry('Ollama at home')], 'ollama')
  expect(titles(found)).toEqual(['Ollama at home', 'Model'])
  expect(titles(filterEntries([model], 'model key'))).toEqual(['Model'])
})

it('shows everything in order before anything is typed', () => {
  expect(titles(filterEntries([entry('b'), entry('a')], ' '))).toEqual(['b', 'a'])
})
