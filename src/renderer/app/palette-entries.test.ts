import { expect, it } from 'vitest'
import { documentsLeft, filterEntries, type PaletteEntry } from './palette-entries'

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

it('knows how many documents fit that are not shown', () => {
  const shown = [entry('document 1'), entry('document 2'), entry('note 1')]
  expect(documentsLeft(shown, 1274)).toBe(1272)
  // Those that were loaded before anything was typed may be more than are asked for by name.
  expect(documentsLeft(shown, 1)).toBe(0)
})

it('shows everything in order before anything is typed', () => {
  expect(titles(filterEntries([entry('b'), entry('a')], ' '))).toEqual(['b', 'a'])
})
