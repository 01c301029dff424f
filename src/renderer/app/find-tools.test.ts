import { expect, it } from 'vitest'
import { findTools } from './find-tools'

const tool = (name: string, title: string, description = '', aliases: readonly string[] = []) => ({
  ...{ name, title, description, aliases: [...aliases] },
  moduleTitle: 'Library',
})
const files = tool('search_files', 'Search in files', 'Documents are found with search_library.')
const library = tool('search_library', 'Search the library', 'Finds passages.', ['search_rag'])
const status = tool('get_document_status', 'Look at a document')
const names = (typed: string) => findTools([files, library, status], typed).map(({ name }) => name)

it('finds tools that are called so before those whose description says it', () => {
  expect(names('search library')).toEqual(['search_library', 'search_files'])
  expect(names('SEARCH')).toEqual(['search_files', 'search_library'])
})

it('finds a tool by its former name, its description and its module', () => {
  expect(names('rag')).toEqual(['search_library'])
  expect(names('passages')).toEqual(['search_library'])
  expect(names('library status')).toEqual(['get_document_status'])
  expect(names('weather')).toEqual([])
})

it('leaves all of them in their order before anything is typed', () => {
  expect(names(' ')).toEqual(['search_files', 'search_library', 'get_document_status'])
})
