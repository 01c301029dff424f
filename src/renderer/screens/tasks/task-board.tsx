import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { isEnded, type TaskLine, type TaskStatus } from '../../../shared/contract/tasks'
import { setTaskStatus } from '../../stores/tasks'
import { attempt } from '../../stores/toasts'
import { tasksText } from '../../text/tasks'
import { afterPaint } from '../../ui/after-paint'
import { Count } from '../../ui/badge'
import { HiddenText } from '../../ui/hidden-text'
import { VirtualList } from '../../ui/virtual-list'
import { useOpenedRow } from '../use-opened-row'
import { type BoardColumn, boardColumns, columnBeside } from './board'
import { BoardCard } from './board-card'
import { matches } from './matching'
import { statusIcons } from './task-marks'
import { useCardDrag } from './use-card-drag'
import { useNarrowing, useNarrowingKey, useTaskLines } from './use-task-lines'
import './task-board.css'

/** Pixels of a card with one line; the real height is measured. */
const cardHeight = 64

/** Tasks in a column for each status; they are moved by dragging or by the arrow keys on their handles. */
export function TaskBoard({ id }: { readonly id: string | null }) {
  const lines = useTaskLines()
  const narrowing = useNarrowing()
  const frame = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState('')
  const [grabbed, setGrabbed] = useState<string | null>(null)
  const t = tasksText()
  const columns = useMemo(
    () => boardColumns(lines.filter((line) => matches(line, { ...narrowing, status: 'all' }))),
    [lines, narrowing],
  )
  const move = async (line: TaskLine, status: TaskStatus) => {
    if (line.status === status) return
    setTold(t.moved(line.title, t.statuses[status]))
    await attempt(setTaskStatus(line.id, status))
  }
  const drag = useCardDrag(frame, (line, status) => void move(line, status))
  const press = (line: TaskLine, event: KeyboardEvent) => {
    const direction = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null
    const beside = direction === null ? null : columnBeside(columns, line.status, direction)
    if (direction !== null) event.preventDefault()
    if (beside === null) return
    setGrabbed(line.id)
    // Once it is stored it may have another place in its column.
    void move(line, beside).then(() => keepInView(() => handleOf(frame.current, line.id)))
  }
  useEffect(() => {
    // The handle that was moved by a key keeps the keyboard in its new column.
    if (grabbed === null) return
    handleOf(frame.current, grabbed)?.focus()
    keepInView(() => handleOf(frame.current, grabbed))
    setGrabbed(null)
  }, [grabbed])
  return (
    <div ref={frame} className="board-frame" data-dragging={drag.card !== null || undefined}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the cards */}
      <div className="board" onKeyDown={goBeside}>
        {columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            current={id}
            over={drag.over === column.status}
            kept={drag.card?.id ?? grabbed}
            cardOf={(line) => (
              <BoardCard
                line={line}
                current={line.id === id}
                dragged={drag.card?.id === line.id}
                onGrab={(event) => drag.begin(line, event)}
                onKey={(event) => press(line, event)}
                onMove={(status) => void move(line, status)}
              />
            )}
          />
        ))}
      </div>
      {drag.card !== null && drag.at !== null && (
        <div
          aria-hidden
          className="board-ghost"
          style={{ transform: `translate(${drag.at.x}px, ${drag.at.y}px)` }}
        >
          <HiddenText text={drag.card.title} />
        </div>
      )}
      <p className="visually-hidden" role="status">
        {told}
      </p>
    </div>
  )
}

function Column({
  column: { status, lines },
  current,
  over,
  kept,
  cardOf,
}: {
  readonly column: BoardColumn
  readonly current: string | null
  /** Whether what is dragged would be dropped here. */
  readonly over: boolean
  /** The card that stays although it may be out of view. */
  readonly kept: string | null
  readonly cardOf: (line: TaskLine) => ReactNode
}) {
  const t = tasksText()
  const Icon = statusIcons[status]
  const resetKey = useNarrowingKey()
  const opened = useOpenedRow(current, (id) => lines.findIndex((line) => line.id === id))
  const keep = useMemo(
    () => (kept === null ? opened.keep : new Set([...(opened.keep ?? []), kept])),
    [kept, opened.keep],
  )
  return (
    <section
      className="board-column"
      data-status={status}
      data-over={over || undefined}
      data-ended={isEnded(status) || undefined}
      aria-label={t.columnOf(t.statuses[status], lines.length)}
    >
      <h2 className="board-head">
        <Icon size={14} aria-hidden />
        {t.statuses[status]}
        <Count value={lines.length} max={9999} />
      </h2>
      {lines.length === 0 ? (
        <p className="board-empty">{t.columnEmpty}</p>
      ) : (
        <VirtualList
          label={t.statuses[status]}
          className="board-cards"
          items={lines}
          itemKey={(line) => line.id}
          estimateHeight={cardHeight}
          gap={8}
          paddingEnd={12}
          byKeys
          resetKey={resetKey}
          goTo={opened.goTo}
          keep={keep}
          renderItem={cardOf}
        />
      )}
    </section>
  )
}

function handleOf(board: HTMLElement | null, id: string): HTMLElement | null {
  return board?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .board-grip`) ?? null
}

/**
 * Keeps the handle of a moved card in view, and the keyboard on it: in a long column the cards above it are measured only
 * once they are drawn, which moves it, and in another place it may be drawn anew.
 */
function keepInView(handleNow: () => HTMLElement | null): void {
  afterPaint(() => {
    const handle = handleNow()
    // Whoever has gone elsewhere meanwhile is left there.
    if (document.activeElement === document.body) handle?.focus({ preventScroll: true })
    if (document.activeElement === handle) handle?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** The arrow keys to the sides go to the card that is as far down in the next column which has any. */
function goBeside(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
  // With Alt the browser goes back.
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (step === 0 || !(target instanceof Element) || !target.matches('[data-opens]')) return
  event.preventDefault()
  const columns = [...currentTarget.querySelectorAll('.board-column')]
  const from = columns.findIndex((column) => column.contains(target))
  const beside = step > 0 ? columns.slice(from + 1) : columns.slice(0, from).toReversed()
  const cards = beside.map((column) => [...column.querySelectorAll<HTMLElement>('[data-opens]')])
  const place = target.getBoundingClientRect().top
  const next = cards
    .find((column) => column.length > 0)
    ?.toSorted((a, b) => Math.abs(topOf(a) - place) - Math.abs(topOf(b) - place))[0]
  next?.focus()
}

function topOf(element: HTMLElement): number {
  return element.getBoundingClientRect().top
}
