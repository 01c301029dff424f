import { describe, expect, it } from 'vitest'
import { isSameSection, outerSection, sectionBelow, titlesBelow } from './sections'

describe('a section', () => {
  it.each([
    ['Roof', 'Roof', []],
    ['Roof', 'Roof > Slates', ['Slates']],
    ['Roof', 'ROOF > Slates > Nails', ['Slates', 'Nails']],
    ['Roof', 'Walls > Roof', ['Walls', 'Roof']],
    ['Roof', 'Slates', ['Slates']],
    ['Roof [2024]', 'Roof [2024] > Slates', ['Slates']],
    ['Roof', null, []],
    ['Roof', undefined, []],
  ])('of “%s” is told without its title: %s', (title, section, below) => {
    expect(titlesBelow(title, section)).toEqual(below)
    expect(sectionBelow(title, section)).toBe(below.join(' › '))
  })

  it('is the same with the title at its head and without, and no other', () => {
    expect(isSameSection('Roof', 'Roof > Slates', 'slates')).toBe(true)
    expect(isSameSection('Roof', 'Roof', undefined)).toBe(true)
    expect(isSameSection('Roof', 'Roof > Slates', 'Nails')).toBe(false)
    expect(isSameSection('Roof', 'Roof > Slates', null)).toBe(false)
  })

  it('stands in outer ones, of which as many are told as are asked for', () => {
    expect(outerSection('A > B > C', 2)).toBe('A > B')
    expect(outerSection('A', 2)).toBe('A')
  })
})
