import { expect, it } from 'vitest'
import { runStanding, whyNotRun } from './run-standing'

it('goes by the newest that is known of the conversation', () => {
  const run = { status: 'running', waiting: 0 } as const
  expect(runStanding(run, undefined)).toBe('at_work')
  expect(runStanding(run, { running: true, waiting: 1, ended: null })).toBe('waits')
  expect(runStanding(run, { running: false, waiting: 0, ended: null })).toBe('completed')
  expect(runStanding(run, { running: false, waiting: 0, ended: 'failed' })).toBe('failed')
  expect(runStanding({ status: 'stopped', waiting: 0 }, { running: false, waiting: 0, ended: null })).toBe(
    'stopped',
  )
  expect(runStanding({ status: 'failed', waiting: 0 }, { running: true, waiting: 0, ended: null })).toBe(
    'at_work',
  )
  expect(runStanding({ status: 'completed', waiting: 2 }, undefined)).toBe('waits')
})

it('says why a task can’t be worked on', () => {
  const needs = [
    { title: 'Buy paint', status: 'open' },
    { title: 'Measure', status: 'done' },
  ] as const
  expect(whyNotRun('open', [], null)).toBeNull()
  expect(whyNotRun('open', needs, null)).toEqual({ why: 'blocked', needs: ['Buy paint'] })
  expect(whyNotRun('done', needs, null)).toEqual({ why: 'ended' })
  expect(whyNotRun('open', needs, 'at_work')).toEqual({ why: 'at_work' })
  expect(whyNotRun('open', needs, 'waits')).toEqual({ why: 'waits' })
})
