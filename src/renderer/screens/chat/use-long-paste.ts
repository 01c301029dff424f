import { type ClipboardEvent, useState } from 'react'
import { attachPictures } from '../../stores/attached-pictures'
import { picturesOfPaste } from '../pasted-pictures'
import { longPaste } from './long-paste'

/** Attaches pictures that are pasted, and remembers the last long text that was. */
export function useLongPaste(id: string | null) {
  const [pasted, setPasted] = useState<string | null>(null)
  return {
    pasted,
    forgetPasted: () => setPasted(null),
    paste(event: ClipboardEvent) {
      const pictures = picturesOfPaste(event.clipboardData)
      if (pictures.length > 0) {
        event.preventDefault()
        void attachPictures(id, pictures)
      }
      setPasted(longPaste(event.clipboardData) ?? pasted)
    },
  }
}
