/** What makes lines of a text field break where they do. */
const copied = [
  ...['direction', 'font-family', 'font-size', 'font-style', 'font-weight', 'letter-spacing', 'line-height'],
  ...['tab-size', 'text-align', 'text-indent', 'word-spacing', 'box-sizing', 'border-style', 'border-width'],
  ...['padding-top', 'padding-right', 'padding-bottom', 'padding-left'],
]

/** Where in a text field a place of its text is drawn, in pixels from its corner: a field tells that to nobody. */
export function caretPlace(
  area: HTMLTextAreaElement,
  at: number,
): { readonly left: number; readonly top: number; readonly height: number } {
  const looks = getComputedStyle(area)
  const copy = document.createElement('div')
  for (const name of copied) copy.style.setProperty(name, looks.getPropertyValue(name))
  Object.assign(copy.style, {
    ...{ position: 'fixed', visibility: 'hidden', top: '0', left: '0', width: `${area.offsetWidth}px` },
    ...{ whiteSpace: 'pre-wrap', overflowWrap: 'break-word' },
  })
  copy.textContent = area.value.slice(0, at)
  const mark = document.createElement('span')
  mark.textContent = area.value.slice(at, at + 1) || ' '
  copy.append(mark)
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetHeight } = mark
  copy.remove()
  return { left: offsetLeft - area.scrollLeft, top: offsetTop - area.scrollTop, height: offsetHeight }
}
