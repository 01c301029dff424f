const storageKey = 'countersign-token'
const fragment = /^#token=([\w-]+)$/

/** The token that the address holds. */
function givenToken(): string | undefined {
  return fragment.exec(location.hash)?.[1]
}

/** Keeps a token that the address holds and takes it out of there, so that no history keeps it; `route` takes its place. */
function keep(given: string, route: string): void {
  sessionStorage.setItem(storageKey, given)
  history.replaceState(null, '', location.pathname + route)
}

/** Takes the token out of the address before anything else reads the fragment. */
function takeToken(): string | null {
  const given = givenToken()
  if (given !== undefined) keep(given, '')
  return sessionStorage.getItem(storageKey)
}

/** What lets this page talk to its host; null in the Electron shell and in a page opened without it. */
export const token = takeToken()

/**
 * Begins the page anew, where it was, once an address with another token is opened in its tab, which loads nothing by
 * itself; its own address leads to the beginning.
 */
export function followGivenToken(): void {
  window.addEventListener('hashchange', ({ oldURL }) => {
    const given = givenToken()
    if (given === undefined) return
    const isAnother = given !== token
    keep(given, isAnother ? new URL(oldURL).hash : '')
    if (isAnother) location.reload()
  })
}
