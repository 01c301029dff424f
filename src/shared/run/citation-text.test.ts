import { describe, expect, it } from 'vitest'
import { isSameSection } from '../text/sections'
import { citationMarks } from './citation-marks'
import { citationText } from './citation-text'

describe('a citation in a text', () => {
  it.each([
    ['Tides', { page: 3, section: 'Tides > Springs' }, '[Tides, p. 3]'],
    ['Roof', { section: 'Roof' }, '[Roof]'],
    ['Roof', { section: 'Roof > Slates > Nails' }, '[Roof, § Slates > Nails]'],
    ['Roof [2024]', { page: null, section: 'Slates [old]' }, '[Roof (2024), § Slates (old)]'],
    ['Roof', { page: null, section: null }, '[Roof]'],
  ])('of “%s” at %j is %s', (title, place, text) => {
    expect(citationText(title, place)).toBe(text)
  })

  it('is what an answer that repeats it is understood to cite', () => {
    const section = 'Roof > Slates > Nails'
    const [mark] = citationMarks(`They are of copper ${citationText('Roof', { section })}.`)
    expect(mark).toMatchObject({ title: 'Roof', section: 'Slates > Nails' })
    expect(isSameSection('Roof', section, mark?.section)).toBe(true)
  })
})
