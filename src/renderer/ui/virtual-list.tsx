// biome-ignore-all lint/a11y/useSemanticElements: the items are positioned, and most are absent

import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names'
import { useOverscan } from './overscan'
import { movedRow } from './row-selection'
import { ScrollArea } from './scroll-area'
import './virtual-list.css'

/** Props of {@link VirtualList}. */
export interface VirtualListProps<Item> {
  /** The accessible name. */
  readonly label: string
  readonly items: readonly Item[]
  readonly itemKey: (item: Item) => string
  /** A first guess in pixels; the real height is measured. */
  readonly estimateHeight: number | ((item: Item) => number)
  readonly renderItem: (item: Item, index: number) => ReactNode
  readonly gap?: number
  /** Items beyond the view that exist. */
  readonly overscan?: number
  readonly paddingStart?: number
  readonly paddingEnd?: number
  /** For a transcript: starts at the end and follows what is appended while the end is in view. */
  readonly followEnd?: boolean
  /** Brings an item to the top, or with `auto` into view; another object asks again. */
  readonly goTo?: { readonly index: number; readonly align?: 'start' | 'auto' } | undefined
  /** Another value is another list: it begins at its top. */
  readonly resetKey?: string
  /** Keys of items that stay although they are out of view, because something in them must not be lost. */
  readonly keep?: ReadonlySet<string>
  /** Arrow keys, Page keys, Home and End go from what opens one item (`data-opens` in it) to what opens another. */
  readonly byKeys?: boolean
  readonly className?: string
}

/**
 * A list of any length with items of any height: only the visible ones exist, and the one that had the focus last, which
 * scrolling does not take away. Needs a parent with a height.
 */
export function VirtualList<Item>({
  label,
  items,
  itemKey,
  estimateHeight,
  renderItem,
  gap = 0,
  overscan = 6,
  paddingStart = 0,
  paddingEnd = 0,
  followEnd = false,
  goTo,
  resetKey = '',
  keep,
  byKeys = false,
  className,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const beyond = useOverscan(overscan)
  const [focused, setFocused] = useState<string | null>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      if (typeof estimateHeight === 'number') return estimateHeight
      const item = items[index]
      return item === undefined ? 0 : estimateHeight(item)
    },
    getItemKey: (index) => {
      const item = items[index]
      return item === undefined ? index : itemKey(item)
    },
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range)
      const keys = new Set([...(keep ?? []), ...(focused === null ? [] : [focused])])
      if (keys.size === 0) return visible
      const kept = items.flatMap((item, index) => (keys.has(itemKey(item)) ? [index] : []))
      return [...new Set([...visible, ...kept])].toSorted((a, b) => a - b)
    },
    overscan: beyond,
    gap,
    paddingStart,
    paddingEnd,
    initialRect: { width: 800, height: 600 },
    anchorTo: followEnd ? 'end' : 'start',
    followOnAppend: followEnd,
  })
  const held = useHeldItem(virtual)
  const empty = items.length === 0
  const toEnd = useEffectEvent(() => virtual.scrollToEnd())
  const moveTo = useEffectEvent(({ index, align = 'start' }: NonNullable<typeof goTo>) =>
    virtual.scrollToIndex(index, { align }),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list begins at its top
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [resetKey])
  // Once, when there is an end; then the person scrolls.
  useLayoutEffect(() => {
    if (followEnd && !empty) toEnd()
  }, [followEnd, empty])
  useLayoutEffect(() => {
    if (goTo === undefined) return
    held.current = goTo.index
    moveTo(goTo)
  }, [goTo, held])
  /** The item that a key led to, until it is there. */
  const wanted = useRef<number | null>(null)
  const arrive = () => {
    if (wanted.current === null) return
    const item = scroller.current?.querySelector(`[data-index="${wanted.current}"]`)
    if (item === null || item === undefined) return
    wanted.current = null
    item.querySelector<HTMLElement>('[data-opens]')?.focus({ preventScroll: true })
  }
  useLayoutEffect(arrive)
  // Where the focus leaves the list the item stays all the same: a window that is left and come back to has it there.
  const stay = ({ target }: FocusEvent) => {
    const item = items[placeOf(target)]
    if (item !== undefined) setFocused(itemKey(item))
  }
  const press = (event: KeyboardEvent) => {
    const { target, key } = event
    // Keys elsewhere in an item belong to what has the focus there.
    if (!(target instanceof Element) || !target.matches('[data-opens]')) return
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const at = placeOf(target)
    const { startIndex = 0, endIndex = 0 } = virtual.range ?? {}
    const to = movedRow(key, at, items.length, Math.max(1, endIndex - startIndex - 1))
    if (to === undefined) return
    event.preventDefault()
    wanted.current = to
    virtual.scrollToIndex(to, { align: 'auto' })
    arrive()
  }
  return (
    <ScrollArea
      ref={scroller}
      className={classNames('ui-list', className)}
      aria-label={label}
      onFocus={stay}
      onPointerDownCapture={({ target }) => {
        if (target instanceof Element) held.current = placeOf(target)
      }}
      onKeyDown={byKeys ? press : undefined}
    >
      <div role="list" className="ui-list-body" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((entry) => {
          const item = items[entry.index]
          if (item === undefined) return null
          return (
            <div
              key={entry.key}
              ref={virtual.measureElement}
              data-index={entry.index}
              role="listitem"
              aria-setsize={items.length}
              aria-posinset={entry.index + 1}
              className="ui-list-item"
              style={{ transform: `translateY(${entry.start}px)` }}
            >
              {renderItem(item, entry.index)}
            </div>
          )
        })}
      </div>
    </ScrollArea>
  )
}

/**
 * The index of the item that was gone to or pressed last: while it is in view it stays where it is, whatever height the
 * items above it get, so that a press ends on what it began on. NaN for none.
 */
function useHeldItem(virtual: Virtualizer<HTMLDivElement, Element>): RefObject<number> {
  const held = useRef(Number.NaN)
  useLayoutEffect(() => {
    virtual.shouldAdjustScrollPositionOnItemSizeChange = ({ index, key, start, end }) => {
      const top = virtual.scrollOffset ?? 0
      const item = virtual.measurementsCache[held.current]
      if (item !== undefined && item.end > top && item.start < top + (virtual.scrollRect?.height ?? 0)) {
        return index < held.current
      }
      // As the virtualizer does by itself: with what was guessed of an item above the view, and with what ends there.
      if (!virtual.itemSizeCache.has(key)) return start < top
      return end <= top && virtual.scrollDirection !== 'backward'
    }
  }, [virtual])
  return held
}

/** Where among the items that of an element is; NaN where it is in none. Rows within an item have places of their own. */
function placeOf(element: Element): number {
  return Number(element.closest<HTMLElement>('.ui-list-item')?.dataset.index)
}
