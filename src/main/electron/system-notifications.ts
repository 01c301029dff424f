import { Notification } from 'electron'
import type { Notifications } from '../host'

/** The system's own notifications, or null where it has none; a click on one calls `bringToFront` first, with what it is about. */
export function createSystemNotifications(bringToFront: (about: string) => void): Notifications | null {
  if (!Notification.isSupported()) return null
  /** Held while they are shown: one that nobody holds forgets its click. */
  const shown = new Map<string, Notification>()
  return {
    show({ about, title, body, clicked }) {
      shown.get(about)?.close()
      // Some systems read the text below the title as markup: what is not ours stands in the title alone.
      const notification = new Notification({ title, body })
      const forget = () => {
        if (shown.get(about) === notification) shown.delete(about)
      }
      notification.on('click', () => {
        forget()
        bringToFront(about)
        clicked()
      })
      notification.on('close', forget)
      shown.set(about, notification)
      notification.show()
    },
  }
}
