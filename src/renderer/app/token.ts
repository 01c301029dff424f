const storageKey = 'countersign-token'
const fragment = /^#token=([\w-]+)$/

/** Takes the token out of the address before anything else reads the fragment, so that no history keeps it. */
function takeToken(): string | null {
  const given = fragment.exec(location.hash)?.[1]
  if (given !== undefined) {
    sessionStorage.setItem(storageKey, given)
    history.replaceState(null, '', location.pathname)
  }
  return sessionStorage.getItem(storageKey)
}

/** What lets this page talk to its host; null in the Electron shell and in a page opened without it. */
export const token = takeToken()
