import { describe, expect, it } from 'vitest'
import { wholeLibrary } from './library-route'
import { parseRoute, type Route, routeFragment } from './router'

describe('the address', () => {
  it.each<Route>([
    { screen: 'chat', id: null },
    { screen: 'chat', id: 'a b/ü' },
    { screen: 'inbox' },
    { screen: 'library', collectionId: null, ...wholeLibrary },
    {
      ...{ screen: 'library', collectionId: 'c/1 ?', ...wholeLibrary },
      filter: { text: 'a/b?c=d&e', pictures: true, tag: 'ü' },
    },
    {
      ...{ screen: 'library', collectionId: null },
      filter: { status: 'error', addedFrom: 0, addedBefore: 86_400_000 },
      sort: { column: 'title', direction: 'ascending' },
      words: 'a & “b” = #c?',
    },
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

  it('filters by nothing where what is filtered can’t be understood', () => {
    const of = (query: string) => parseRoute(`#/library/c?${query}`)
    const all = { screen: 'library', collectionId: 'c', ...wholeLibrary }
    expect(of('tag=x&order=wings-up')).toEqual({ ...all, filter: { tag: 'x' } })
    expect(of('wings=2&order=size-descending&words=y')).toEqual({
      ...{ ...all, words: 'y' },
      sort: { column: 'size', direction: 'descending' },
    })
    for (const query of ['tag=x&wings=2', 'status=flying', 'addedFrom=noon', 'pictures=no', '%E0%A4'])
      expect(of(query), query).toEqual(all)
  })

  it('names nothing where what is named is badly encoded', () => {
    expect(parseRoute('#/chat/100%')).toEqual({ screen: 'chat', id: null })
    expect(parseRoute('#/notes/%E0%A4')).toEqual({ screen: 'notes', id: null })
  })
})
