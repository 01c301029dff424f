import { notify } from '../../stores/toasts'
import { text } from '../../text/text'

/** Says that what was written is gone, with the way back. */
export function tellDropped(bringBack: () => void): void {
  notify({
    tone: 'info',
    title: text().app.dropped,
    action: { label: text().activity.undo, onSelect: bringBack },
  })
}
