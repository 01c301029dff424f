import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'

const delimiters = (text: string) =>
  [...renderToStaticMarkup(<Markdown text={text} />).matchAll(/<ol[^>]*>/gu)].map(([tag]) =>
    tag.includes('data-delimiter=")"') ? ')' : '.',
  )

describe('the numbers of a list', () => {
  it('stand before a bracket where they are written so, and before a point elsewhere', () => {
    expect(delimiters('1) one\n2) two')).toEqual([')'])
    expect(delimiters('1. one\n2. two')).toEqual(['.'])
    expect(delimiters('\uFEFFWords.\n\n1) one\n2) two')).toEqual([')'])
    expect(delimiters('   10) ten\n   11) eleven')).toEqual([')'])
  })

  it('are told apart within each other, in quotes and behind other text', () => {
    expect(delimiters('1. one\n   1) a\n   2) b\n2. two')).toEqual(['.', ')'])
    expect(delimiters('> 1) one\n> 2) two')).toEqual([')'])
    expect(delimiters('Words.\n\n- point\n\n  3) three\n\n1. one')).toEqual([')', '.'])
    expect(delimiters('1. one\n1) another list')).toEqual(['.', ')'])
  })

  it('keep their place and their boxes', () => {
    const drawn = renderToStaticMarkup(<Markdown text={'3) [ ] three\n4) [x] four'} />)
    expect(drawn).toMatch(/<ol (?=[^>]*start="3")(?=[^>]*class="contains-task-list")/u)
  })
})
