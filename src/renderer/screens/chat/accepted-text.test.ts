import { expect, it } from 'vitest'
import type { Document } from '../../../shared/contract/document'
import type { ToolInfo } from '../../../shared/contract/tools'
import { acceptedText } from './accepted-text'

const readDocument: ToolInfo = {
  name: 'read_document',
  title: 'Read a document',
  description: 'Reads a document.',
  module: 'library',
  moduleTitle: 'Library',
  icon: 'library',
  class: 'read',
  aliases: [],
  primary: 'doc_id',
  sends: false,
  inputSchema: {},
  outputSchema: {},
}
const suggestion = { tool: readDocument, name: 'read_document' }

it('begins a call with the name of a tool, and goes on behind it', () => {
  expect(acceptedText({ kind: 'tool', suggestion }, '/rea', null)).toBe('/read_document ')
  expect(acceptedText({ kind: 'help', name: 'help' }, '/', null)).toBe('/help ')
})

it('puts the name of a tool where it is asked about', () => {
  expect(acceptedText({ kind: 'topic', suggestion, start: 6 }, '/help rea', null)).toBe('/help read_document')
})

it('gives a document in place of the words that it was looked for by', () => {
  const document = { id: 'd', title: 'Tides' } as Document
  const argument = { start: 15, words: 'ti' }
  expect(acceptedText({ kind: 'argument', document, written: 'Tides' }, '/read_document ti', argument)).toBe(
    '/read_document Tides',
  )
})
