import { afterPaint } from '../../ui/after-paint'
import { isTyping } from '../../ui/is-typing'
import { type DecidingControl, decidingControl } from './deciding-control'
import { createInputGuard } from './input-guard'
import { followPointer, type PointerSighting } from './resting-pointer'

/** Keys that scroll what has the focus. */
const scrollKeys: ReadonlySet<string> = new Set([
  'ArrowDown',
  'ArrowUp',
  'PageDown',
  'PageUp',
  'Home',
  'End',
  ' ',
])

/** What may put something else under a mouse, of which the browser does not tell: the same button for more. */
const unseenByMouse = { subtree: true, attributeFilter: ['data-decides'] }

/** The same for a finger that is lifted: the browser tells nothing. */
const unseenByFinger = { subtree: true, childList: true, characterData: true, attributes: true }

/** What moves things although the document stays as it is. */
const moves = ['scroll', 'resize', 'load', 'transitionend', 'animationend']

/** Ignores presses of the pointer, for a moment, where something that decides came under it by itself; until the signal. */
export function guardPointer(signal: AbortSignal): void {
  const guard = createInputGuard<'here'>()
  const pointer = followPointer(guard, (x, y) => decidingControl(document.elementFromPoint(x, y)))
  const watch = watchUnseen(signal, () => pointer.lookAgain(performance.now()))
  let ignoring = false
  let pressed: DecidingControl | undefined
  let pans = false

  const see = (event: PointerEvent) => {
    watch(event.pointerType !== 'mouse')
    pointer.see(sightingOf(event))
  }
  const press = (event: PointerEvent) => {
    watch(event.pointerType !== 'mouse')
    const sighting = sightingOf(event)
    // By when it was pressed, not by when a busy page came to it.
    const ignored = pointer.press(sighting)
    ignoring = ignored && event.button === 0
    pressed = sighting.control
    pans = false
    if (ignoring) stop(event)
  }
  const follow = (event: MouseEvent) => {
    const now = decidingControl(event.target)
    // What it decides on changed while it was held.
    const isOther = now !== pressed && now?.element === pressed?.element
    // Keys and screen readers press without a pointer.
    if ((ignoring || isOther) && event.detail > 0) stop(event)
    if (event.type !== 'click') return
    ignoring = false
    pressed = undefined
  }
  const scroll = (event: Event) => {
    if (!(event instanceof KeyboardEvent) || isScrollKey(event)) pointer.scrolls(event.timeStamp)
  }
  // The finger scrolls from here on, and tells of it as long as it does.
  const pan = (event: Event) => {
    if (event.type === 'pointercancel') pans = true
    if (pans) scroll(event)
  }
  const watches = { capture: true, passive: true, signal }
  window.addEventListener('pointermove', see, watches)
  // Told too, at the place where a mouse rests, when something else comes to be under it.
  window.addEventListener('pointerover', see, watches)
  window.addEventListener('wheel', scroll, watches)
  window.addEventListener('keydown', scroll, watches)
  window.addEventListener('pointercancel', pan, watches)
  window.addEventListener('touchmove', pan, watches)
  const stops = { capture: true, signal }
  window.addEventListener('pointerdown', press, stops)
  window.addEventListener('mousedown', follow, stops)
  window.addEventListener('click', follow, stops)
  signal.addEventListener('abort', () => guard.end())
}

/** Looks after each paint with which something may have changed of which the browser does not tell by itself. */
function watchUnseen(signal: AbortSignal, look: () => void): (byFinger: boolean) => void {
  let watched: boolean | null = null
  let stopWaiting: (() => void) | null = null
  const lookSoon = () => {
    stopWaiting ??= afterPaint(() => {
      stopWaiting = null
      look()
    })
  }
  const changed = new MutationObserver(lookSoon)
  const moved = () => {
    if (watched === true) lookSoon()
  }
  for (const type of moves) window.addEventListener(type, moved, { capture: true, passive: true, signal })
  signal.addEventListener('abort', () => {
    changed.disconnect()
    stopWaiting?.()
  })
  return (byFinger) => {
    if (byFinger === watched) return
    watched = byFinger
    changed.observe(document.documentElement, byFinger ? unseenByFinger : unseenByMouse)
  }
}

function sightingOf({
  clientX,
  clientY,
  timeStamp,
  pointerType,
  target,
}: PointerEvent): PointerSighting<DecidingControl> {
  return { x: clientX, y: clientY, at: timeStamp, pointerType, control: decidingControl(target) }
}

/** Whether a key scrolls there, instead of moving in a text or pressing a button. */
function isScrollKey({ key, target }: KeyboardEvent): boolean {
  if (!scrollKeys.has(key) || isTyping(target)) return false
  return !(target instanceof Element && target.closest('button, a, summary'))
}

function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
