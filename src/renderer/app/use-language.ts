import { useEffect, useState } from 'react'
import type { Settings } from '../../shared/contract/settings'
import { chooseLanguage, type Language } from '../text/language'

/**
 * The language to show the page in. Another language is another page, with which an open dialog and what was typed in it
 * would go: a change in another window waits until none is open here.
 */
export function useLanguage(chosen: Settings['language']): Language {
  const [taken, setTaken] = useState(chosen)
  const waits = chosen !== taken && isDialogOpen()
  if (chosen !== taken && !waits) setTaken(chosen)
  useEffect(() => {
    if (!waits) return
    const look = () => {
      if (!isDialogOpen()) setTaken(chosen)
    }
    const observer = new MutationObserver(look)
    look()
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [waits, chosen])
  return chooseLanguage(waits ? taken : chosen)
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}
