import { findNoteLinks, isEscaped } from '../../shared/markdown/note-links'
import { alignSource } from './align-source'
import { type TextTreeNode, withinWords } from './within-words'

/** The element that a link to a note is put into; Markdown itself never makes one. */
export const noteLinkElement = 'dfn'

/** A rehype plugin that puts each `[[Title]]` into an element of its own, with its words as they are written. */
export function linkNotes() {
  return (tree: TextTreeNode, { value }: { readonly value: unknown }): void => {
    const source = String(value)
    withinWords(tree, (text, node) => {
      const parts = findNoteLinks(text)
      if (parts.every((part) => typeof part === 'string')) return parts
      const isWritten = bracketsIn(source, text, node)
      let at = 0
      return parts.map((part) => {
        const from = at
        at += typeof part === 'string' ? part.length : part.text.length
        if (typeof part === 'string') return part
        const opens = part.text.startsWith('!') ? from + 1 : from
        if (!isWritten(opens) || !isWritten(at - 2)) return part.text
        return { tagName: noteLinkElement, properties: {}, text: part.text }
      })
    })
  }
}

/** Tells of two brackets that are drawn whether they stand side by side in the source, the first without a backslash. */
function bracketsIn(source: string, text: string, { position }: TextTreeNode): (place: number) => boolean {
  const { start, end } = position ?? {}
  // What a plugin made has no place; what is drawn as it is written has nothing before its brackets.
  if (start?.offset === undefined || end?.offset === undefined) return () => true
  if (source.slice(start.offset, end.offset) === text) return () => true
  const { starts } = alignSource(source, start.offset, text, end.offset)
  return (place) => {
    const first = starts[place] ?? 0
    return starts[place + 1] === first + 1 && !isEscaped(source, first)
  }
}
