import { type Route, routeFragment } from '../app/router'
import { showCollection, useDocuments } from './documents'
import { useLibrary } from './library'
import { changeAddress, goTo, usePage } from './page'
import { attempt } from './toasts'

type LibraryRoute = Extract<Route, { screen: 'library' }>

/** Whether what is shown changes because the address says so. */
let taking = false

/**
 * Keeps what the library shows in step with the address, so that it is there again when the page is loaded anew and by
 * going back and forward: each collection is a place of its own, and the filters belong to it. Called once.
 */
export function followLibraryAddress(): void {
  usePage.subscribe(({ route }, { route: before }) => {
    if (route !== before && route.screen === 'library') take(route, before.screen !== 'library')
  })
  useLibrary.subscribe(({ collectionId }, before) => {
    if (collectionId !== before.collectionId) write(goTo)
  })
  useDocuments.subscribe(({ filter }, before) => {
    if (filter !== before.filter) write(changeAddress)
  })
  const { route } = usePage.getState()
  if (route.screen === 'library') take(route, false)
}

function take(route: LibraryRoute, arriving: boolean): void {
  if (isSame(route, shown())) return
  // Who comes back to the library finds it as it was left.
  if (arriving && isSame(route, { screen: 'library', collectionId: null, filter: {} })) {
    changeAddress(shown())
    return
  }
  const { collections } = useLibrary.getState()
  const isGone = collections.length > 0 && !collections.some(({ id }) => id === route.collectionId)
  taking = true
  try {
    useDocuments.setState({ filter: route.filter })
    void attempt(showCollection(isGone ? null : route.collectionId))
  } finally {
    taking = false
  }
  if (!isSame(route, shown())) changeAddress(shown())
}

function write(to: (route: LibraryRoute) => void): void {
  const { route } = usePage.getState()
  if (!taking && route.screen === 'library' && !isSame(route, shown())) to(shown())
}

function shown(): LibraryRoute {
  const { collectionId } = useLibrary.getState()
  return { screen: 'library', collectionId, filter: useDocuments.getState().filter }
}

function isSame(one: Route, other: Route): boolean {
  return routeFragment(one) === routeFragment(other)
}
