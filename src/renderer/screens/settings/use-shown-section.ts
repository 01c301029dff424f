import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { sectionAt } from './section-at'
import { type SectionId, sectionElementId, sectionIds } from './sections'

/** The section that is being looked at in what scrolls, and how to go to one. */
export function useShownSection(body: RefObject<HTMLElement | null>, found: ReadonlySet<SectionId> | null) {
  const [current, setCurrent] = useState<SectionId>('model')
  /** Where the page stands since it was led to a section, which is the shown one until it is scrolled on. */
  const ledTo = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other sections are on the page when others are found
  useEffect(() => {
    const view = body.current
    if (view === null) return undefined
    const look = () => {
      if (ledTo.current === view.scrollTop) return
      ledTo.current = null
      const shown = sectionIds.flatMap((id) => {
        const element = document.getElementById(sectionElementId(id))
        return element === null || element.hidden ? [] : [{ id, top: element.offsetTop }]
      })
      const place = { top: view.scrollTop, viewHeight: view.clientHeight, wholeHeight: view.scrollHeight }
      const at = sectionAt(
        shown.map(({ top }) => top),
        place,
      )
      setCurrent((before) => shown[at]?.id ?? before)
    }
    look()
    view.addEventListener('scroll', look, { passive: true })
    return () => view.removeEventListener('scroll', look)
  }, [body, found])
  const show = useCallback(
    (id: SectionId) => {
      document.getElementById(sectionElementId(id))?.scrollIntoView({ block: 'start' })
      ledTo.current = body.current?.scrollTop ?? null
      setCurrent(id)
    },
    [body],
  )
  return { current, show }
}
