import { expect, it } from 'vitest'
import { withStop } from './with-stop'

it('ends what does not end a sentence by itself', () => {
  expect(['Not now', 'Not now.', 'Why?', 'He said “no.”', '不要。', 'See (1)'].map(withStop)).toEqual([
    'Not now.',
    'Not now.',
    'Why?',
    'He said “no.”',
    '不要。',
    'See (1).',
  ])
})
