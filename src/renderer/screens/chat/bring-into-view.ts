import { rangesOf } from './mark-found'

/** Frames in which what was found must stay in view: the list moves its messages until it knows their heights. */
const stillFrames = 12
/** Frames after which it is not looked for any more: words that are split by bold or a link are not found in a text. */
const mostFrames = 180
/** Where it comes to stand, from the top of the view. */
const shareAbove = 1 / 3
/** What a person does who goes elsewhere. */
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolls to the first place of a text in a message that is higher than the view, once the message is drawn and until
 * the person scrolls; answers how to end that.
 */
export function bringIntoView(root: HTMLElement, index: number, words: string): () => void {
  const scroller = root.parentElement ?? root
  let frame = 0
  let still = 0
  let left = mostFrames
  const end = () => {
    cancelAnimationFrame(frame)
    for (const input of inputs) scroller.removeEventListener(input, end)
  }
  const look = () => {
    const message = root.querySelector<HTMLElement>(`[data-index="${index}"]`)
    const range = message === null ? undefined : rangesOf(message, words)[0]
    still = range !== undefined && isInView(scroller, range) ? still + 1 : 0
    left -= 1
    if (still < stillFrames && left > 0) frame = requestAnimationFrame(look)
    else end()
  }
  for (const input of inputs) scroller.addEventListener(input, end, { passive: true })
  frame = requestAnimationFrame(look)
  return end
}

/** Whether a range is in view; where it is not, it is scrolled to, and looked at again. */
function isInView(scroller: HTMLElement, range: Range): boolean {
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = range.getBoundingClientRect()
  if (top >= view.top && bottom <= view.bottom) return true
  scroller.scrollTop += top - view.top - view.height * shareAbove
  return false
}
