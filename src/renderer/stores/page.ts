import { create } from 'zustand'
import { type ConnectionStatus, watchConnection } from '../app/connection'
import { parseRoute, type Route, routeFragment } from '../app/router'

/** What the inspector panel shows. */
export type Inspected =
  | { readonly kind: 'tool_call'; readonly conversationId: string; readonly toolUseId: string }
  | {
      readonly kind: 'document'
      readonly documentId: string
      readonly title: string
      readonly page: number | null
      readonly passage: { readonly start: number; readonly end: number } | null
    }

interface PageState {
  readonly route: Route
  readonly inspected: Inspected | null
  readonly connection: ConnectionStatus
  /** The first snapshots have arrived. */
  readonly ready: boolean
  readonly paletteOpen: boolean
  /** The navigation on a narrow window, where it covers the work. */
  readonly navigationOpen: boolean
  /** The proposal whose dialog is open. */
  readonly reviewing: string | null
  /** The address that waits for a yes. */
  readonly leavingTo: string | null
}

/** Where the page is and what lies over it. */
export const usePage = create<PageState>(() => ({
  route: parseRoute(location.hash),
  inspected: null,
  connection: 'connecting',
  ready: false,
  paletteOpen: false,
  navigationOpen: false,
  reviewing: null,
  leavingTo: null,
}))

/** Keeps the page's state in step with the address and the connection; called once. */
export function followPage(): void {
  window.addEventListener('hashchange', () => {
    usePage.setState({ route: parseRoute(location.hash), navigationOpen: false })
  })
  watchConnection((connection) => usePage.setState({ connection }))
}

/** Goes to a screen. */
export function goTo(route: Route): void {
  const fragment = routeFragment(route)
  if (location.hash === fragment) usePage.setState({ route, navigationOpen: false })
  else location.hash = fragment
}

/** Goes to a screen without a step back to the present one. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', routeFragment(route))
  usePage.setState({ route })
}

/** Opens the inspector panel on something; null closes it. */
export function inspect(inspected: Inspected | null): void {
  usePage.setState({ inspected })
}

/** Opens the dialog of a proposal; null closes it. */
export function review(reviewing: string | null): void {
  usePage.setState({ reviewing })
}

/** Asks before an address is opened outside; null means no. */
export function leaveTo(leavingTo: string | null): void {
  usePage.setState({ leavingTo })
}

/** Opens or closes the palette of commands. */
export function showPalette(paletteOpen: boolean): void {
  usePage.setState({ paletteOpen })
}

/** Shows or hides the navigation of a narrow window. */
export function showNavigation(navigationOpen: boolean): void {
  usePage.setState({ navigationOpen })
}
