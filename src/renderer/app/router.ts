/** Where the page is; `id` null is a new conversation. */
export type Route =
  | { readonly screen: 'chat'; readonly id: string | null }
  | { readonly screen: 'inbox' }
  | { readonly screen: 'library' }
  | { readonly screen: 'activity' }
  | { readonly screen: 'settings' }

/** The screens in the order of the navigation. */
export const screens = ['chat', 'inbox', 'library', 'activity', 'settings'] as const
/** One of {@link screens}. */
export type Screen = (typeof screens)[number]

/** Reads a fragment such as `#/chat/ID`; anything else is a new conversation. */
export function parseRoute(fragment: string): Route {
  const [screen, id] = fragment.replace(/^#\/?/, '').split('/')
  switch (screen) {
    case 'inbox':
    case 'library':
    case 'activity':
    case 'settings':
      return { screen }
    default:
      return { screen: 'chat', id: screen === 'chat' && id ? decodeURIComponent(id) : null }
  }
}

/** The fragment of a route. */
export function routeFragment(route: Route): string {
  return route.screen === 'chat' && route.id !== null
    ? `#/chat/${encodeURIComponent(route.id)}`
    : `#/${route.screen}`
}
