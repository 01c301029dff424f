import { frame, freshId, piecesOf, type Said } from './shape'

/** What three of the servers read of a block, whatever else is in it. */
interface SeenBlock {
  readonly type?: unknown
  readonly text?: unknown
}

/** The words of a content. */
export function textOf(content: string | readonly SeenBlock[]): string {
  return typeof content === 'string'
    ? content
    : content.map(({ type, text }) => (type === 'text' ? String(text ?? '') : '')).join('')
}

/** How many pictures are in a content. */
export function imagesIn(content: string | readonly SeenBlock[]): number {
  return typeof content === 'string' ? 0 : content.filter(({ type }) => type === 'image').length
}

/** A block as it is streamed: what it begins with, and its pieces. */
export interface StreamedBlock {
  readonly start: object
  readonly deltas: readonly object[]
}

/** How a server begins its blocks. */
export interface BlockForms {
  readonly thinking: object
  /** Sent at the end of the thinking. */
  readonly signature?: string
  /** What stands before the id of a call, and how many characters it has. */
  readonly callId: readonly [before: string, length: number]
  /** What a call begins with besides its id and name. */
  readonly call: object
}

/** An answer in blocks: thinking, text, calls in pieces of a few characters. */
export function streamedBlocks(said: Said, forms: BlockForms): StreamedBlock[] {
  const { thinking = [], text = [], calls = [] } = said
  const signature =
    forms.signature === undefined ? [] : [{ type: 'signature_delta', signature: forms.signature }]
  return [
    ...(thinking.length === 0
      ? []
      : [
          {
            start: forms.thinking,
            deltas: [...thinking.map((each) => ({ type: 'thinking_delta', thinking: each })), ...signature],
          },
        ]),
    ...(text.length === 0
      ? []
      : [
          {
            start: { type: 'text', text: '' },
            deltas: text.map((each) => ({ type: 'text_delta', text: each })),
          },
        ]),
    ...calls.map(({ name, input }) => ({
      start: { type: 'tool_use', id: freshId(...forms.callId), name, ...forms.call },
      deltas: piecesOf(input).map((each) => ({ type: 'input_json_delta', partial_json: each })),
    })),
  ]
}

/** A block that begins, and its pieces. */
export function beginning({ start, deltas }: StreamedBlock, index: number): string[] {
  return [
    frame('content_block_start', { type: 'content_block_start', index, content_block: start }),
    ...deltas.map((delta) => frame('content_block_delta', { type: 'content_block_delta', index, delta })),
  ]
}

/** A block that ends. */
export function ending(index: number): string {
  return frame('content_block_stop', { type: 'content_block_stop', index })
}

/** The same answer whole. */
export function wholeBlocks(said: Said, callId: BlockForms['callId'], signature: string): object[] {
  const { thinking = [], text = [], calls = [] } = said
  return [
    ...(thinking.length > 0 ? [{ type: 'thinking', thinking: thinking.join(''), signature }] : []),
    ...(text.length > 0 ? [{ type: 'text', text: text.join('') }] : []),
    ...calls.map(({ name, input }) => ({ type: 'tool_use', id: freshId(...callId), name, input })),
  ]
}
