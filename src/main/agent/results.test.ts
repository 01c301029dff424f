import { expect, it } from 'vitest'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { failureOf } from './results'

const path = '/home/ada/tides.pdf'

it.each([
  ['a file that is to be created and is there', say('file.exists_for_create', { path }), 'edit_file'],
  ['a PDF that is read as text', say('file.pdf', { path }), 'add_document'],
  ['what is no text', say('file.not_text', { path }), 'add_document'],
  [
    'a file that is too large to be read',
    say('file.too_large_to_read', { path, size: 9e6, limit: 4e6 }),
    'search_file_contents',
  ],
] as const)('%s: people are told what is, and the model which tools help', (_what, words, tool) => {
  const { content, error } = failureOf(new AppError('unsupported', words))
  expect(content).toContain(tool)
  expect(content.startsWith(error?.message ?? '-')).toBe(true)
  expect(error?.message).not.toMatch(/\b[a-z]+_[a-z]+\b/u)
})
