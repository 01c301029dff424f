import { create } from 'zustand'
import type { AttachmentOf } from '../../shared/run/blocks'
import { type ConnectionStatus, watchConnection } from '../app/connection'
import { parseRoute, type Route, routeFragment } from '../app/router'

/** What the inspector panel shows. */
export type Inspected =
  | { readonly kind: 'tool_call'; readonly conversationId: string; readonly toolUseId: string }
  | { readonly kind: 'run'; readonly conversationId: string; readonly runId: string }
  /** A file as it was given with a message. */
  | { readonly kind: 'file'; readonly conversationId: string; readonly file: AttachmentOf<'file'> }
  | {
      readonly kind: 'document'
      readonly documentId: string
      readonly title: string
      readonly page: number | null
      readonly passage: { readonly start: number; readonly end: number } | null
    }

/** A place in a document, as the inspector is asked to show it. */
export type ShownPlace = Extract<Inspected, { kind: 'document' }>

interface PageState {
  readonly route: Route
  readonly inspected: Inspected | null
  /** Pixels. */
  readonly inspectorWidth: number
  readonly connection: ConnectionStatus
  /** The first snapshots have arrived. */
  readonly ready: boolean
  readonly paletteOpen: boolean
  /** The navigation on a narrow window, where it covers the work. */
  readonly navigationOpen: boolean
  /** The proposal whose dialog is open; `asked` when the person's own click proposed it, so that Cancel ends it. */
  readonly reviewing: { readonly id: string; readonly asked: boolean } | null
  /** Whether the dialog that was open last closed because of what became of the proposal, and not by the person. */
  readonly reviewEnded: boolean
  /** The address that waits for a yes. */
  readonly leavingTo: string | null
}

const widthKey = 'countersign-inspector-width'
const usualWidth = 480
/** The share of a wide window at which a page can be read without zooming. */
const usualShare = 0.36
/** Pixels; wider than this a page is larger than life. */
const usualWidest = 760

/** A choice of this window's, not of the person's: it is kept beside the page. */
function storedWidth(): number {
  const stored = Number(localStorage.getItem(widthKey))
  return stored > 0
    ? stored
    : Math.round(Math.min(usualWidest, Math.max(usualWidth, window.innerWidth * usualShare)))
}

/** Where the page is and what lies over it. */
export const usePage = create<PageState>(() => ({
  route: parseRoute(location.hash),
  inspected: null,
  inspectorWidth: storedWidth(),
  connection: 'connecting',
  ready: false,
  paletteOpen: false,
  navigationOpen: false,
  reviewing: null,
  reviewEnded: false,
  leavingTo: null,
}))

/** Keeps the page's state in step with the address and the connection; called once. */
export function followPage(): void {
  window.addEventListener('hashchange', () => {
    if (location.hash !== routeFragment(usePage.getState().route)) arrive(parseRoute(location.hash))
  })
  watchConnection((connection) => usePage.setState({ connection }))
}

/** Goes to a screen. */
export function goTo(route: Route): void {
  location.hash = routeFragment(route)
  // At once: the browser tells of a new address later, and what is typed until then would be written elsewhere.
  arrive(route)
}

/** Tells in the address, in the place of what stands there, what the screen shows by now. */
export function changeAddress(route: Route): void {
  history.replaceState(null, '', routeFragment(route))
  usePage.setState({ route })
}

/** What it answers goes to a screen, unless the person has gone elsewhere by then: nobody is fetched back. */
export function goOnFromHere(): (route: Route) => void {
  const { route: here } = usePage.getState()
  return (route) => {
    if (usePage.getState().route === here) goTo(route)
  }
}

/** What the inspector shows belongs to the screen where it was opened. */
function arrive(route: Route): void {
  usePage.setState((page) => ({
    route,
    navigationOpen: false,
    inspected: page.route.screen === route.screen ? page.inspected : null,
  }))
}

/** Opens the inspector panel on something; null closes it. */
export function inspect(inspected: Inspected | null): void {
  usePage.setState({ inspected })
}

/** Shows a document in the inspector, from one of its pages on. */
export function inspectDocument(
  { id, title }: { readonly id: string; readonly title: string },
  page = 1,
): void {
  inspect({ kind: 'document', documentId: id, title, page, passage: null })
}

/** Opens the dialog of a proposal; null closes it, as the person wishes. */
export function review(id: string | null, asked = false): void {
  usePage.setState({ reviewing: id === null ? null : { id, asked }, reviewEnded: false })
}

/** Closes the dialog of a proposal that waits no more. */
export function endReview(): void {
  usePage.setState({ reviewing: null, reviewEnded: true })
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

/** Remembers how wide the inspector is. */
export function changeInspectorWidth(inspectorWidth: number): void {
  localStorage.setItem(widthKey, String(inspectorWidth))
  usePage.setState({ inspectorWidth })
}
