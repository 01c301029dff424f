import type { Route } from '../../app/router'
import { goTo } from '../../stores/page'
import { notify } from '../../stores/toasts'
import { text } from '../../text/text'

/** Where a draft is written. */
interface WrittenAt<Draft> {
  readonly place: Route
  /** What is written there now. */
  readonly latest: () => Draft | undefined
  readonly change: (draft: Draft) => void
}

/** Drops what is written by now, also since it was drawn; where it is worth anything, with the way back to it. */
export function giveUp<Draft>(
  from: WrittenAt<Draft> & { readonly drop: () => void; readonly isWritten?: (draft: Draft) => boolean },
): void {
  const dropped = from.latest()
  from.drop()
  if (dropped !== undefined && (from.isWritten?.(dropped) ?? true)) offerBack(dropped, from)
}

/** Says that a draft is gone, with the way back to where it was written. */
export function offerBack<Draft>(dropped: Draft, from: WrittenAt<Draft>): void {
  tellDropped(() => {
    const begun = from.latest()
    from.change(dropped)
    // Another one was begun at its place: that can be brought back in turn.
    if (begun !== undefined) offerBack(begun, from)
    goTo(from.place)
  })
}

/** Says that what was written is gone, with the way back. */
export function tellDropped(bringBack: () => void): void {
  notify({
    tone: 'info',
    title: text().app.dropped,
    action: { label: text().activity.undo, onSelect: bringBack },
  })
}
