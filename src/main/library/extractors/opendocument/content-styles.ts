import type { XmlAttributes } from '../package/xml'

/** The styles that stand before the body of a text: formatting by hand, and lists. */
export type ContentStyles = {
  /** Takes an element that stands before the body. */
  open(name: string, attributes: XmlAttributes): void
  /** The named style of a paragraph: formatting by hand makes one without a name that is based on it. */
  named(style: string | undefined): string
  /** Whether the items of a list are numbered. */
  isOrdered(listStyle: string): boolean
}

/** Starts with no styles. */
export function createContentStyles(): ContentStyles {
  const parents = new Map<string, string>()
  const ordered = new Set<string>()
  let listStyle = ''
  return {
    open(name, attributes) {
      if (name === 'style')
        parents.set(attributes['style:name'] ?? '', attributes['style:parent-style-name'] ?? '')
      if (name === 'list-style') listStyle = attributes['style:name'] ?? ''
      // A list is as its first level is.
      if (name === 'list-level-style-number' && attributes['text:level'] === '1') ordered.add(listStyle)
    },
    named: (style) => parents.get(style ?? '') ?? style ?? '',
    isOrdered: (style) => ordered.has(style),
  }
}
