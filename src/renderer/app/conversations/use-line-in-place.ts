import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { routeFragment } from '../router'
import type { Row } from './rows'

/**
 * A line that had the focus and goes (deleted, archived, moved into a folded section) leaves it to the line that takes
 * its place; else the keyboard would begin anew at the top of the page. Answers what is to hear of each focus.
 */
export function useLineInPlace(
  nav: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): (event: FocusEvent) => void {
  const last = useRef<{ readonly id: string; readonly place: number } | null>(null)
  useEffect(() => {
    const left = last.current
    if (left === null || document.activeElement !== document.body) return
    if (rows.some(({ id }) => id === left.id)) return
    last.current = null
    const isLine = ({ kind }: Row) => kind === 'conversation'
    const next = rows.slice(left.place).find(isLine) ?? rows.slice(0, left.place).findLast(isLine)
    if (next !== undefined) linkOf(nav.current, next.id)?.focus()
  }, [nav, rows])
  return ({ target }) => {
    const link = target.closest('.ui-nav')?.querySelector('a')
    const place = rows.findIndex(({ id }) => link?.getAttribute('href') === fragmentOf(id))
    const row = rows[place]
    last.current = row === undefined ? null : { id: row.id, place }
  }
}

function linkOf(nav: HTMLElement | null, id: string): HTMLElement | null {
  return nav?.querySelector<HTMLElement>(`a[href="${CSS.escape(fragmentOf(id))}"]`) ?? null
}

function fragmentOf(id: string): string {
  return routeFragment({ screen: 'chat', id })
}
