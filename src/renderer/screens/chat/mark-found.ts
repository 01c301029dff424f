const highlightName = 'found'

/**
 * Marks a text wherever it stands in what is drawn, without touching the elements, and goes on while they change;
 * answers how to end that.
 */
export function markFound(root: HTMLElement | null, words: string): (() => void) | undefined {
  if (root === null || words.trim() === '') return undefined
  let frame = 0
  const mark = () => {
    frame = 0
    CSS.highlights.set(highlightName, new Highlight(...rangesOf(root, words)))
  }
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(mark)
  })
  observer.observe(root, { childList: true, subtree: true, characterData: true })
  mark()
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
    CSS.highlights.delete(highlightName)
  }
}

/** Where a text stands. Within one text node each: what is split by bold or a link is found by its message, and not marked. */
export function rangesOf(root: HTMLElement, words: string): Range[] {
  const wanted = words.toLowerCase()
  const ranges: Range[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.nodeValue?.toLowerCase() ?? ''
    // A letter that changes its length in lower case would shift what is marked.
    if (text.length !== node.nodeValue?.length) continue
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + wanted.length)
      ranges.push(range)
    }
  }
  return ranges
}
