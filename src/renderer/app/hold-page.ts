import { pageHost } from './host'

/**
 * Has a browser ask before the page is left or loaded anew, until the function that it answers is called: files that are
 * not handed over yet would be lost with the page. The shell has their paths, and no such question.
 */
export function holdPage(): () => void {
  if (pageHost !== undefined) return () => {}
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
