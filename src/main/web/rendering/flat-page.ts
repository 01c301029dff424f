/**
 * Runs in the page, in a world of its own, where the page's scripts can't put others in place of what it calls: answers
 * the page's text as HTML, as it stands there. Shadow trees are written where they are shown (Chromium's own `getHTML`
 * puts them into templates, which readers take for what is not shown); scripts, styles and what stands for pages without
 * scripts are left out. Answers null where it is longer than `maxCharacters`, or has more than `maxNodes`.
 */
export function flatPage(maxCharacters: number, maxNodes: number): string | null {
  const flat = document.implementation.createHTMLDocument()
  const left = new Set(['script', 'style', 'noscript', 'template', 'link', 'iframe', 'object', 'embed'])
  flat.documentElement.remove()
  // A stack instead of recursion: scripts nest deeper than a parser does.
  const waiting: [from: Node, into: Node][] = [[document.documentElement, flat]]
  let nodes = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [from, into] = next
    nodes += 1
    if (nodes > maxNodes) return null
    const copy = flat.importNode(from, false)
    into.appendChild(copy)
    const shown =
      from instanceof HTMLSlotElement && from.assignedNodes().length > 0
        ? from.assignedNodes({ flatten: true })
        : [...((from instanceof Element ? from.shadowRoot : null) ?? from).childNodes]
    for (const child of shown.reverse()) {
      const isText = child.nodeType === Node.TEXT_NODE
      if (isText || (child instanceof Element && !left.has(child.localName))) waiting.push([child, copy])
    }
  }
  // An address that links are relative to stays, wherever it was written.
  const html = flat.documentElement.outerHTML
  return html.length > maxCharacters ? null : `<!doctype html>\n${html}`
}
