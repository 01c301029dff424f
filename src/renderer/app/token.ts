const storageKey = 'countersign-token'
const fragment = /^#token=([\w-]+)$/

/** Keeps the token that the address holds and takes it out of there, so that no history keeps it; `route` takes its place. */
function keepGiven(route: string): boolean {
  const given = fragment.exec(location.hash)?.[1]
  if (given === undefined) return false
  sessionStorage.setItem(storageKey, given)
  history.replaceState(null, '', location.pathname + route)
  return true
}

/** Takes the token out of the address before anything else reads the fragment. */
function takeToken(): string | null {
  keepGiven('')
  return sessionStorage.getItem(storageKey)
}

/** What lets this page talk to its host; null in the Electron shell and in a page opened without it. */
export const token = takeToken()

/** Begins the page anew where it was once an address with a token is opened in its tab, which loads nothing by itself. */
export function followGivenToken(): void {
  window.addEventListener('hashchange', ({ oldURL }) => {
    if (keepGiven(new URL(oldURL).hash)) location.reload()
  })
}
