import type { Examples } from './examples'

const step = { number: 2, title: 'Create a note', field: 'title' }
const source = { source: 'output', name: 'found.results.0.title' }

/** Something that goes into the sentences of sequences. */
export const sequenceExamples = {
  'sequence.in_trash': { name: 'Weekly report' },
  'sequence.too_large': { limit: 200_000 },
  'sequence.has_problems': { name: 'Weekly report', count: 2 },
  'sequence.input_missing': { name: 'Topic' },
  'sequence.input_wrong': { name: 'Topic' },
  'sequence.input_unknown': { name: 'topic' },
  'sequence.value_missing': { ...step, ...source },
  'sequence.no_text': { ...step, ...source },
  'sequence.too_many': { ...step, ...source, limit: 10_000 },
  'sequence.text_too_long': { ...step, limit: 200_000 },
  'sequence.step_failed': { number: 2, title: 'Create a note', why: 'It is there already.' },
  'sequence.damaged_file': { place: 'sequence.steps', why: 'Expected an array' },
} satisfies Examples
