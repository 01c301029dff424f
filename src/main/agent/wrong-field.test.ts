import { expect, it } from 'vitest'
import { AppError, toErrorShape } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { withField } from './wrong-field'

const fieldOf = (error: AppError, input: unknown) => withField(toErrorShape(error), input).field

it('names the field that was given the path or id that the sentence has', () => {
  const path = '/home/ada/tides.md'
  const folder = new AppError('invalid_input', say('file.folder', { path }))
  expect(fieldOf(folder, { content: 'x', path: 'tides.md' })).toBe('path')
  expect(fieldOf(folder, { source: path, title: 'Tides' })).toBe('source')
  expect(fieldOf(new AppError('invalid_input', say('path.nul')), { content: 'x', path: 'a\0' })).toBe('path')
  const none = new AppError('not_found', say('document.none', { id: 'nope' }))
  expect(fieldOf(none, { query: 'tides', doc_id: 'nope' })).toBe('doc_id')
  expect(fieldOf(none, { doc_ids: ['there', 'nope'], add_tags: ['nope'] })).toBe('doc_ids.1')
  expect(fieldOf(folder, { items: [{ to: 'tides.md' }, { from: path }] })).toBe('items.1.from')
})

it('leaves an error that names its field, is about no field, or is nobody’s wrong input', () => {
  const path = '/home/ada/tides.md'
  const sentence = say('file.folder', { path })
  expect(fieldOf(new AppError('invalid_input', sentence, { field: 'items' }), { path })).toBe('items')
  expect(fieldOf(new AppError('invalid_input', sentence), { items: [{ from: 'tides.md' }] })).toBeUndefined()
  expect(fieldOf(new AppError('conflict', sentence), { path })).toBeUndefined()
  expect(fieldOf(new AppError('invalid_input', 'No sentence of the catalogue.'), { path })).toBeUndefined()
  expect(fieldOf(new AppError('invalid_input', sentence), null)).toBeUndefined()
})

it('names a field as the tool’s own input calls it', () => {
  const wrong = (field: string) => new AppError('not_found', say('document.none', { id: 'nope' }), { field })
  expect(fieldOf(wrong('assistantId'), { assistant_id: 'x' })).toBe('assistant_id')
  expect(fieldOf(wrong('assistantId'), { assistantId: 'x', assistant_id: 'y' })).toBe('assistantId')
  expect(fieldOf(wrong('assistantId'), { title: 'x' })).toBe('assistantId')
})
