import type { Route } from '../../app/router'
import { goTo } from '../../stores/page'
import { notify } from '../../stores/toasts'
import { text } from '../../text/text'

/** Says that a draft is gone, with the way back to where it was written. */
export function offerBack<Draft>(
  dropped: Draft,
  from: {
    readonly place: Route
    /** What is written there now. */
    latest(): Draft | undefined
    change(draft: Draft): void
  },
): void {
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
