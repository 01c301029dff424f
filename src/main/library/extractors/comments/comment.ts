import type { Block } from '../structure/block'
import { said } from './said'

/** What somebody said of a cell or a slide. */
export type Comment = {
  /** The cell, such as `B2`; empty on a slide. */
  readonly cell: string
  /** Empty where nobody is named. */
  readonly author: string
  text: string
}

/** A comment as paragraphs, the first of which names its author and its cell. */
export function commentBlocks({ author, cell, text }: Comment): Block[] {
  const who = cell === '' ? author : author === '' ? cell : `${author} (${cell})`
  // Excel begins a note with its author's name.
  const words = author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text
  const lines = words.split('\n').map((line) => line.trim())
  return said(
    who,
    lines.filter((line) => line !== '').map((line) => ({ kind: 'paragraph', text: line })),
  )
}
