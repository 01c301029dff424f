import type { Block } from '../structure/block'

/** A comment with the name of who made it, and of where it stands. */
export function said(author: string, blocks: Block[]): Block[] {
  const [first, ...others] = blocks
  if (author === '' || first === undefined) return blocks
  if (first.kind !== 'paragraph') return [{ kind: 'paragraph', text: `${author}:` }, ...blocks]
  return [{ kind: 'paragraph', text: `${author}: ${first.text.trim()}` }, ...others]
}
