/**
 * While text of a layer is selected with the pointer, keeps the selection where the pointer is: between words there is
 * nothing, for which Chromium takes the whole layer. An element that can't be selected, `end`, lies behind all words
 * meanwhile, in the order of the text right where the selection ends, so that it is what the pointer finds between
 * them (the way of pdf.js's TextLayerBuilder). Answers what ends it.
 */
export function keepSelectionNear(layer: HTMLElement, end: HTMLElement): () => void {
  const ended = new AbortController()
  const { signal } = ended
  let before: Range | null = null
  const rest = () => {
    before = null
    end.classList.remove('page-text-end-selecting')
    layer.append(end)
  }
  layer.addEventListener('pointerdown', () => end.classList.add('page-text-end-selecting'), { signal })
  window.addEventListener('pointerup', rest, { signal })
  window.addEventListener('blur', rest, { signal })
  document.addEventListener(
    'selectionchange',
    () => {
      const selection = document.getSelection()
      if (!end.classList.contains('page-text-end-selecting')) return
      if (selection === null || selection.rangeCount === 0) return
      const range = selection.getRangeAt(0)
      if (!range.intersectsNode(layer)) return
      const isStartMoved =
        before !== null &&
        (range.compareBoundaryPoints(Range.END_TO_END, before) === 0 ||
          range.compareBoundaryPoints(Range.START_TO_END, before) === 0)
      const word = wordAt(layer, isStartMoved ? range.startContainer : range.endContainer)
      if (word !== null) layer.insertBefore(end, isStartMoved ? word : word.nextSibling)
      before = range.cloneRange()
    },
    { signal },
  )
  return () => {
    rest()
    ended.abort()
  }
}

/** The child of a layer in which a place of a selection is. */
function wordAt(layer: HTMLElement, place: Node): Node | null {
  let word: Node | null = place
  while (word !== null && word.parentNode !== layer) word = word.parentNode
  return word
}
