import { expect } from 'vitest'
import type { Finished } from '../support/run-command'

/** Expects that a command failed with a message on one line that people can read. */
export function expectOneSentence(finished: Finished, words: RegExp, status = 1): void {
  const said = finished.stderr.trimEnd()
  expect(said).toMatch(words)
  expect(finished.status).toBe(status)
  expect(said.split('\n')).toHaveLength(1)
  // A stack or a class of error is for programmers.
  expect(said).not.toMatch(/Error:|\bat .*:\d+:\d+/)
  expect(said).toMatch(/[.!]$/)
}
