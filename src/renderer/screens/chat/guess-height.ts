import type { Message } from '../../../shared/run/state'
import type { Branch } from './branch'

/** Messages from the end that are looked at: the others may not be loaded, and are about as long. */
const lookedAt = 60
/** About, in pixels: a line of text, a line that a tool call is, and what stands around a message. */
const height = { line: 26, call: 32, around: 60 }
/** About as many as fit in a line. */
const charactersPerLine = 90
/** For a branch of which nothing is loaded, in pixels. */
const usual = 200

/** A first guess at the height of a message of a branch, in pixels; the real one is measured once it is drawn. */
export function guessHeight({ length, message }: Pick<Branch, 'length' | 'message'>): number {
  const places = Array.from({ length: Math.min(length, lookedAt) }, (_, at) => length - 1 - at)
  const heights = places.flatMap((at) => heightOf(message(at)) ?? [])
  if (heights.length === 0) return usual
  return Math.round(heights.reduce((sum, each) => sum + each, 0) / heights.length)
}

function heightOf(message: Message | undefined): number | undefined {
  if (message === undefined) return undefined
  if (message.role === 'user') return height.around + textHeight(message.text)
  return message.blocks.reduce((sum, block) => {
    if (block?.type === 'text') return sum + textHeight(block.text)
    return sum + (block?.type === 'tool_use' ? height.call : 0)
  }, height.around)
}

function textHeight(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.ceil(line.length / charactersPerLine), 0)
  return lines * height.line
}
