import { describe, expect, it } from 'vitest'
import { parseRoute, type Route, routeFragment } from './router'

describe('the address', () => {
  it.each<Route>([
    { screen: 'chat', id: null },
    { screen: 'chat', id: 'a b/ü' },
    { screen: 'inbox' },
    { screen: 'library' },
    { screen: 'tasks', id: null },
    { screen: 'tasks', id: 't/1' },
    { screen: 'notes', id: null },
    { screen: 'notes', id: 'n 1' },
    { screen: 'contacts', id: null },
    { screen: 'contacts', id: 'c/1' },
    { screen: 'activity' },
    { screen: 'tools', id: null },
    { screen: 'tools', id: 'search_library' },
    { screen: 'assistants', id: null },
    { screen: 'assistants', id: 'a/b' },
    { screen: 'missions', id: null },
    { screen: 'missions', id: 'm/1' },
    { screen: 'settings', id: null },
    { screen: 'settings', id: 'folders' },
  ])('round-trips $screen', (route) => {
    expect(parseRoute(routeFragment(route))).toEqual(route)
  })

  it('is a new conversation for anything unknown', () => {
    expect(parseRoute('')).toEqual({ screen: 'chat', id: null })
    expect(parseRoute('#/nowhere/x')).toEqual({ screen: 'chat', id: null })
  })

  it('names nothing where what is named is badly encoded', () => {
    expect(parseRoute('#/chat/100%')).toEqual({ screen: 'chat', id: null })
    expect(parseRoute('#/notes/%E0%A4')).toEqual({ screen: 'notes', id: null })
  })
})
