import { expect, it } from 'vitest'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import type { Message } from '../../../shared/run/state'
import { entriesWithin, piecesOf, transcriptOf } from './transcript'

const said = (text: string): Message => ({
  ...{ id: text, runId: 'r', role: 'user', at: 0, text, attachments: [] },
})

it('leaves entries whole that are few enough', () => {
  const entries = ['One', 'Two']
  expect(entriesWithin(entries, 100)).toBe(entries)
})

it('cuts the longest to the same length, and leaves the short ones whole', () => {
  const entries = ['Short.', 'a'.repeat(5000), 'Brief.', 'b'.repeat(3000), 'c'.repeat(400)]
  const cut = entriesWithin(entries, 600)
  expect(cut[0]).toBe('Short.')
  expect(cut[2]).toBe('Brief.')
  expect(cut[4]).toBe(entries[4])
  expect(cut[1]).toHaveLength(cut[3]?.length ?? 0)
  expect(cut[1]).toMatch(/^a+…$/u)
  const size = cut.reduce((sum, entry) => sum + estimateTokens(entry), 0)
  expect(size).toBeLessThan(620)
  expect(size).toBeGreaterThan(550)
})

it('cuts between characters', () => {
  for (const entry of entriesWithin(['🥊'.repeat(1000), 'x'.repeat(999)], 100))
    expect(entry.isWellFormed()).toBe(true)
})

it('puts all of it into pieces in its order, none longer than is wished', () => {
  const entries = Array.from({ length: 500 }, (_, at) => `Entry ${at} ${'word '.repeat(at % 90)}end.`)
  const pieces = piecesOf(entries, 300)
  for (const piece of pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(300)
  expect(pieces.join('\n\n')).toBe(entries.join('\n\n'))
  expect(pieces.length).toBeLessThan((estimateTokens(entries.join('\n\n')) / 300) * 1.5)
})

it('has one entry for each message, however many there are', async () => {
  const messages = Array.from({ length: 2345 }, (_, at) => said(`Message ${at}`))
  const entries = await transcriptOf(messages)
  expect(entries).toEqual(messages.map((_, at) => `Person: Message ${at}`))
})
