import { expect, it } from 'vitest'
import type { Message } from '../../../shared/run/state'
import { guessHeight } from './guess-height'

const said = (text: string): Message => ({
  ...{ role: 'user', id: text, runId: 'r', at: 0, attachments: [] },
  text,
})
const branchOf = (messages: readonly (Message | undefined)[]) => ({
  length: messages.length,
  message: (at: number) => messages[at],
})

it('guesses more where messages are longer', () => {
  const short = guessHeight(branchOf([said('Yes.'), said('No.')]))
  expect(guessHeight(branchOf([said('word '.repeat(200)), said('No.')]))).toBeGreaterThan(short)
  expect(guessHeight(branchOf([said('a\nb\nc\nd'), said('No.')]))).toBeGreaterThan(short)
})

it('goes by what is loaded, and guesses where nothing is', () => {
  const loaded = said('word '.repeat(200))
  expect(guessHeight(branchOf([undefined, undefined, loaded]))).toBe(guessHeight(branchOf([loaded])))
  expect(guessHeight(branchOf([undefined]))).toBeGreaterThan(0)
  expect(guessHeight(branchOf([]))).toBeGreaterThan(0)
})
