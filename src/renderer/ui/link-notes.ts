import { findNoteLinks } from '../../shared/markdown/note-links'
import { type TextTreeNode, withinWords } from './within-words'

/** The element that a link to a note is put into; Markdown itself never makes one. */
export const noteLinkElement = 'dfn'

/** A rehype plugin that puts each `[[Title]]` into an element of its own, with its words as they are written. */
export function linkNotes() {
  return (tree: TextTreeNode): void =>
    withinWords(tree, (text) =>
      findNoteLinks(text).map((part) =>
        typeof part === 'string' ? part : { tagName: noteLinkElement, properties: {}, text: part.text },
      ),
    )
}
