import { type LibraryView, parseView, viewQuery, wholeLibrary } from './library-route'

/** Where the page is; `id` null is a new conversation. */
export type Route =
  | { readonly screen: 'chat'; readonly id: string | null }
  | { readonly screen: 'inbox' }
  /** The documents of a collection, or of all. */
  | ({ readonly screen: 'library'; readonly collectionId: string | null } & LibraryView)
  /** `new` is one that is being made. */
  | { readonly screen: 'tasks'; readonly id: string | null }
  /** `new` is one that is being written. */
  | { readonly screen: 'notes'; readonly id: string | null }
  /** `new-person` and `new-organization` are ones that are being made. */
  | { readonly screen: 'contacts'; readonly id: string | null }
  | { readonly screen: 'activity' }
  /** The name of one; `new` is one that asks an address and is being made. */
  | { readonly screen: 'tools'; readonly id: string | null }
  /** `new` is one that is being written. */
  | { readonly screen: 'sequences'; readonly id: string | null }
  /** `new` is one that is being made. */
  | { readonly screen: 'assistants'; readonly id: string | null }
  /** `new` is one that is being made. */
  | { readonly screen: 'missions'; readonly id: string | null }
  /** A section of them. */
  | { readonly screen: 'settings'; readonly id: string | null }

/** The screens in the order of the navigation. */
export const screens = [
  'chat',
  'inbox',
  'library',
  'tasks',
  'notes',
  'contacts',
  'activity',
  'tools',
  'sequences',
  'assistants',
  'missions',
  'settings',
] as const
/** One of {@link screens}. */
export type Screen = (typeof screens)[number]

/** Reads a fragment such as `#/chat/ID`; anything else is a new conversation. */
export function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#\/?/, '').split('?')
  const [screen, id] = path.split('/')
  switch (screen) {
    case 'inbox':
    case 'activity':
      return { screen }
    case 'library':
      return { screen, collectionId: decoded(id), ...parseView(query) }
    case 'tasks':
    case 'notes':
    case 'contacts':
    case 'tools':
    case 'sequences':
    case 'assistants':
    case 'missions':
    case 'settings':
      return { screen, id: decoded(id) }
    default:
      return { screen: 'chat', id: screen === 'chat' ? decoded(id) : null }
  }
}

/** Null also for what nobody encoded: a person can write anything in the address. */
function decoded(id: string | undefined): string | null {
  try {
    return id ? decodeURIComponent(id) : null
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** The fragment of a route. */
export function routeFragment(route: Route): string {
  if (route.screen === 'library') {
    const query = viewQuery(route)
    return `${fragmentOf('library', route.collectionId)}${query && `?${query}`}`
  }
  return fragmentOf(route.screen, 'id' in route ? route.id : null)
}

function fragmentOf(screen: Screen, id: string | null): string {
  return id === null ? `#/${screen}` : `#/${screen}/${encodeURIComponent(id)}`
}

/** A screen without anything that is open in it. */
export function screenRoute(screen: Screen): Route {
  switch (screen) {
    case 'chat':
    case 'tasks':
    case 'notes':
    case 'contacts':
    case 'tools':
    case 'sequences':
    case 'assistants':
    case 'missions':
    case 'settings':
      return { screen, id: null }
    case 'library':
      return { screen, collectionId: null, ...wholeLibrary }
    default:
      return { screen }
  }
}
