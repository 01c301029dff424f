import { expect, it } from 'vitest'
import { firstStep } from './beginning'

const right = { known: true, problemCount: 0, inputCount: 0 }

it('saves before a run, also where it will ask for inputs', () => {
  expect(firstStep('run', right)).toBe('save')
  expect(firstStep('run', { ...right, inputCount: 2 })).toBe('save')
})

it('dry-runs what is written, and asks for its inputs where it has any', () => {
  expect(firstStep('dry_run', right)).toBe('dry_run')
  expect(firstStep('dry_run', { ...right, inputCount: 2 })).toBe('ask_inputs')
})

it('shows what is wrong in place of either', () => {
  expect(firstStep('run', { ...right, problemCount: 1 })).toBe('show_problem')
  expect(firstStep('dry_run', { ...right, problemCount: 1, inputCount: 2 })).toBe('show_problem')
})

it('begins nothing before the catalog says what is right', () => {
  expect(firstStep('run', { ...right, known: false })).toBe('nothing')
  expect(firstStep('dry_run', { ...right, known: false, problemCount: 1 })).toBe('nothing')
})
