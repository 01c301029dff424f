import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { showMessage } from '../../stores/conversations'
import { attempt } from '../../stores/toasts'
import { chatText } from '../../text/chat'
import { IconButton } from '../../ui/icon-button'

/** The arrow that was pressed: what it shows is another message, whose arrow the focus goes to. */
let pressed: 'previous' | 'next' | null = null

/** Arrows between the versions of a message: each leads to the branch that was last shown with it. */
export function VersionSwitch({
  conversationId,
  ids,
  current,
  busy,
}: {
  readonly conversationId: string
  /** In the order in which they came. */
  readonly ids: readonly string[]
  /** Null where none of them is shown. */
  readonly current: string | null
  /** A run is at work: branches stay as they are until it ends. */
  readonly busy: boolean
}) {
  const t = chatText().branch
  const count = current === null ? ids.length + 1 : ids.length
  const at = current === null ? ids.length : ids.indexOf(current)
  const group = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (pressed !== null && document.activeElement === document.body) {
      const arrows = [...(group.current?.querySelectorAll('button') ?? [])]
      const wanted = pressed === 'previous' ? arrows[0] : arrows[1]
      const usable = wanted?.disabled ? arrows.find((arrow) => !arrow.disabled) : wanted
      usable?.focus()
    }
    pressed = null
  }, [])
  /** What there is none of is not to be had after the run either. */
  const stateOf = (isThere: boolean) => ({
    disabled: !isThere,
    blocked: busy && isThere ? t.afterRun : undefined,
  })
  const go = (to: number) => {
    const id = ids[to]
    pressed = to < at ? 'previous' : 'next'
    if (id !== undefined) void attempt(showMessage(conversationId, id))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <span ref={group} className="versions" role="group" aria-label={t.versions}>
      <IconButton
        icon={ChevronLeft}
        size="sm"
        label={t.previous}
        tooltipSide="top"
        {...stateOf(at > 0)}
        onClick={() => go(at - 1)}
      />
      <span className="numeric">{t.place(at + 1, count)}</span>
      <IconButton
        icon={ChevronRight}
        size="sm"
        label={t.next}
        tooltipSide="top"
        {...stateOf(at < ids.length - 1)}
        onClick={() => go(at + 1)}
      />
    </span>
  )
}
