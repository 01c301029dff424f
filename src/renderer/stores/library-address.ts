import { type Route, routeFragment, type Screen, screenRoute } from '../app/router'
import { showCollection, useDocuments } from './documents'
import { useLibrary } from './library'
import { searchLibrary, useLibrarySearch } from './library-search'
import { changeAddress, goTo, usePage } from './page'
import { attempt } from './toasts'

type LibraryRoute = Extract<Route, { screen: 'library' }>

/** Whether what is shown changes because the address says so. */
let taking = false

/**
 * Keeps what the library shows in step with the address, so that it is there again when the page is loaded anew and by
 * going back and forward: each collection is a place of its own, and filters, order and the words searched for belong to
 * it. Called once.
 */
export function followLibraryAddress(): void {
  usePage.subscribe(({ route }, { route: before }) => {
    if (route !== before && route.screen === 'library') take(route)
  })
  useLibrary.subscribe(({ collectionId, collections }, { collectionId: before }) => {
    if (collectionId === before) return
    const isGone = before !== null && !collections.some(({ id }) => id === before)
    // Nobody would come back to one that is gone.
    write(isGone ? changeAddress : goTo)
  })
  useDocuments.subscribe(({ filter, sort }, before) => {
    if (filter !== before.filter || sort !== before.sort) write(changeAddress)
  })
  useLibrarySearch.subscribe(({ query }, before) => {
    if (query !== before.query) write(changeAddress)
  })
  const { route } = usePage.getState()
  if (route.screen === 'library') take(route)
}

/** Where a screen is that is gone to by its name: the library as it was left, the others without anything open. */
export function homeRoute(screen: Screen, library: LibraryRoute = shownLibrary()): Route {
  return screen === 'library' ? library : screenRoute(screen)
}

/** The same for links, which follow what the library shows. */
export function useHomeRoute(): (screen: Screen) => Route {
  const collectionId = useLibrary((state) => state.collectionId)
  const filter = useDocuments((state) => state.filter)
  const sort = useDocuments((state) => state.sort)
  const words = useLibrarySearch((state) => state.query)
  return (screen) => homeRoute(screen, { screen: 'library', collectionId, filter, sort, words })
}

function take(route: LibraryRoute): void {
  const shown = shownLibrary()
  if (isSame(route, shown)) return
  const { words } = route
  const { collections } = useLibrary.getState()
  const isGone = collections.length > 0 && !collections.some(({ id }) => id === route.collectionId)
  taking = true
  try {
    if (!isSame(route, { ...shown, words })) {
      useDocuments.setState({ filter: route.filter, sort: route.sort })
      void attempt(showCollection(isGone ? null : route.collectionId))
    }
    if (words !== shown.words) void attempt(searchLibrary(words))
  } finally {
    taking = false
  }
  if (!isSame(route, shownLibrary())) changeAddress(shownLibrary())
}

function write(to: (route: LibraryRoute) => void): void {
  const { route } = usePage.getState()
  if (!taking && route.screen === 'library' && !isSame(route, shownLibrary())) to(shownLibrary())
}

/** The library as it is, or was left. */
export function shownLibrary(): LibraryRoute {
  const { collectionId } = useLibrary.getState()
  const { filter, sort } = useDocuments.getState()
  return { screen: 'library', collectionId, filter, sort, words: useLibrarySearch.getState().query }
}

function isSame(one: Route, other: Route): boolean {
  return routeFragment(one) === routeFragment(other)
}
