import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../shared/run/estimate-tokens'
import { estimateMessages, estimateTools } from './estimate-tokens'
import { piecesOf } from './transcript'

describe('an estimate of tokens', () => {
  it('is rather too high than too low for the scripts that people write in', () => {
    // Counts of a current tokenizer lie between the two bounds for text of each script.
    expect(estimateTokens('The tide rises twice a day, and the ship leaves with it.')).toBeGreaterThanOrEqual(
      13,
    )
    expect(estimateTokens('a'.repeat(1000))).toBe(310)
    expect(estimateTokens('я'.repeat(1000))).toBe(550)
    expect(estimateTokens('潮'.repeat(1000))).toBe(1100)
    expect(estimateTokens('')).toBe(0)
  })

  it('counts pictures, calls, results and schemas', () => {
    const picture = { sha256: 'x', mediaType: 'image/png' as const, width: 1500, height: 800, size: 1 }
    const result = (images: (typeof picture)[]) => [
      {
        role: 'user' as const,
        content: [{ type: 'tool_result' as const, toolUseId: 'a', content: 'words', isError: false, images }],
      },
    ]
    expect(estimateMessages(result([picture, picture])) - estimateMessages(result([]))).toBe(3200)
    const tool = {
      name: 'a',
      description: 'b',
      inputSchema: { type: 'object', description: 'x'.repeat(1000) },
    }
    expect(estimateTools([tool])).toBeGreaterThan(310)
  })
})

describe('pieces of a conversation', () => {
  it('hold everything in its order and are no longer than they may be', () => {
    const entries = ['one '.repeat(50), 'two '.repeat(5000), '😀'.repeat(3000), 'end']
    const pieces = piecesOf(entries, 500)
    expect(pieces.join('').replaceAll('\n', '')).toBe(entries.join(''))
    for (const piece of pieces) expect(estimateTokens(piece)).toBeLessThanOrEqual(500)
    for (const piece of pieces) expect(piece.isWellFormed()).toBe(true)
  })
})
