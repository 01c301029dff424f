import { describe, expect, it, vi } from 'vitest'
import type { NoteLine } from '../../../shared/contract/notes'

vi.mock('../../app/client', () => ({ client: {} }))
vi.mock('../../app/host', () => ({ pageHost: undefined }))
vi.mock('../../stores/batches', () => ({ deleteByHand: undefined }))

import { linkAt, linkOffers, linkTo } from './link-offers'

describe('a link that is begun', () => {
  it.each([
    ['See [[Ti', { start: 4, words: 'Ti' }],
    ['[[', { start: 0, words: '' }],
    ['[[a]] [[Tide ta', { start: 6, words: 'Tide ta' }],
    ['![[Ti', { start: 1, words: 'Ti' }],
    ['[[ Ti', null],
    ['[[Ti]', null],
    ['[[Ti]]', null],
    ['[[Ti|sh', null],
    ['[[Ti#He', null],
    ['[[Ti\nde', null],
    ['[Ti', null],
  ])('is what is typed behind two brackets: %j', (text, link) => {
    expect(linkAt(text, text.length)).toEqual(link)
  })

  it('ends at the caret', () => {
    expect(linkAt('[[Tides', 4)).toEqual({ start: 0, words: 'Ti' })
  })

  it.each([
    ['See [[Ti', 'See [[Tide tables]]'],
    ['See [[Ti and more', 'See [[Tide tables]] and more'],
    ['See [[Ti] and', 'See [[Tide tables]] and'],
    ['See [[Ti]]', 'See [[Tide tables]]'],
    ['See [[Tides]], [[Ebb]]', 'See [[Tide tables]], [[Ebb]]'],
    ['See [[Ti and [[Ebb]]', 'See [[Tide tables]] and [[Ebb]]'],
    ['See [[Tides|words]]', 'See [[Tide tables|words]]'],
    ['See [[Tides#Ebb]]', 'See [[Tide tables#Ebb]]'],
    ['| [[Ti | x |', '| [[Tide tables]] | x |'],
    ['See [[Ti\nof]]', 'See [[Tide tables]]\nof]]'],
  ])('becomes one to the title that is chosen, also in the midst of it: %j', (text, became) => {
    const start = text.indexOf('[[')
    const { end, written } = linkTo(text, { start, words: 'Ti' }, 'Tide tables')
    expect(`${text.slice(0, start)}${written}${text.slice(end)}`).toBe(became)
  })
})

describe('notes that a link may lead to', () => {
  const line = (id: string, title: string, ...formerTitles: string[]) =>
    ({ id, title, updatedAt: Number(id), formerTitles }) as unknown as NoteLine
  const lines = [
    line('1', 'High tide'),
    line('2', 'Tide tables', 'Ebb'),
    line('3', 'tide tables'),
    line('4', 'Own tide'),
    line('5', 'Tide [old]'),
    line('6', 'Tide | two'),
    line('7', 'C# tide'),
  ]
  const ids = (words: string) => linkOffers(words, lines, '4').map(({ id }) => id)

  it('have the words, those that begin with them first, but the note itself and what its title does not lead to', () => {
    expect(ids('tide')).toEqual(['3', '1', '7'])
    expect(ids('ebb')).toEqual([])
    expect(ids('')).toEqual(['1', '3', '7'])
  })

  it('are few at once', () => {
    const many = Array.from({ length: 30 }, (_, at) => line(`${at}`, `Note ${at}`))
    expect(linkOffers('note', many, null)).toHaveLength(8)
  })
})
