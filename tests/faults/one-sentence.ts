import { expect } from 'vitest'
import type { Finished } from '../support/run-command'

/** Expects that a command failed with a message on one line that people can read, and nothing else. */
export function expectOneSentence(finished: Finished, words: RegExp, status = 1): void {
  expect(finished.stderr.trimEnd()).toMatch(words)
  expect(finished).toMatchObject({ status, stdout: '' })
  const lines = finished.stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  // A stack or a class of error is for programmers.
  expect(lines[0]).not.toMatch(/Error:|\bat .*:\d+:\d+/)
  expect(lines[0]).toMatch(/[.!]$/)
}
