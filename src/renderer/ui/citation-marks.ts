import { findCitations } from '../../shared/run/citation-marks'
import { type TextTreeNode, withinWords } from './within-words'

/**
 * A rehype plugin that puts each citation into a numbered `cite` element; Markdown itself never makes one. `first` is
 * the number of the first.
 */
export function citeCitations({ first = 0 }: { readonly first?: number } = {}) {
  return (tree: TextTreeNode): void => {
    let next = first
    withinWords(tree, (text) =>
      findCitations(text).map((part) =>
        typeof part === 'string'
          ? part
          : { tagName: 'cite', properties: { dataIndex: next++ }, text: part.text },
      ),
    )
  }
}
