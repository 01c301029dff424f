import { useState } from 'react'
import { attemptAndTell } from '../../stores/toasts'

/** Brings something back from the trash, and tells under which name; `busy` while it does. */
export function useBringBack(
  restore: () => Promise<string>,
  restored: (name: string) => string,
): { readonly busy: boolean; readonly bringBack: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const bringBack = async () => {
    setBusy(true)
    await attemptAndTell(restore(), restored)
    setBusy(false)
  }
  return { busy, bringBack }
}
