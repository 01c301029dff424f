import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { attempt } from '../../stores/toasts'

/** What an editor shows of its being saved. */
interface Saving {
  /** Whether it was tried to save: before that what is missing is no mistake. */
  readonly asked: boolean
  readonly busy: boolean
  /** Saves where nothing is wrong and nothing is being saved, and else goes to the first field that is; a failure is told. */
  readonly trySaving: (isRight: () => boolean, work: () => Promise<unknown>) => Promise<void>
  /** As if it had not been tried. */
  readonly forget: () => void
}

/** For forms whose fields say themselves what is wrong with them. */
export function useSaving(form: RefObject<HTMLFormElement | null>): Saving {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  return {
    asked,
    busy,
    forget: () => setAsked(false),
    async trySaving(isRight, work) {
      if (busy) return
      // What is wrong is marked before it is looked for.
      flushSync(() => setAsked(true))
      if (!isRight()) {
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        return
      }
      setBusy(true)
      await attempt(work())
      setBusy(false)
    },
  }
}
