/** How far a page is scrolled; pixels. */
export interface ScrollPlace {
  readonly top: number
  readonly viewHeight: number
  readonly wholeHeight: number
}

/** Where in the window a section counts as reached, as a share of its height: about where a heading is read. */
const readingShare = 1 / 6

/**
 * Which of the sections that begin at `tops` is being looked at. Over the last windowful the line that decides moves
 * down to the window's end, so that the last sections, which never reach its top, have their turn too.
 */
export function sectionAt(tops: readonly number[], { top, viewHeight, wholeHeight }: ScrollPlace): number {
  const furthest = Math.max(0, wholeHeight - viewHeight)
  const lastStretch = Math.min(furthest, viewHeight)
  const done = lastStretch === 0 ? 0 : 1 - Math.min(1, (furthest - top) / lastStretch)
  const line = top + viewHeight * (readingShare + (1 - readingShare) * done)
  const next = tops.findIndex((begin) => begin > line)
  return Math.max(0, (next === -1 ? tops.length : next) - 1)
}
