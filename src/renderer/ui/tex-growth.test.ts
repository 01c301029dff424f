import katex from 'katex'
import { describe, expect, it } from 'vitest'
import { workedMs } from '../../../tests/support/processor-time'
import { expansionsOf } from './tex-growth'

const long = 'x'.repeat(3000)
const endless = {
  'a long macro, again and again': `\\def\\a{${long}}${'\\a'.repeat(300)}`,
  'macros of macros': `\\newcommand\\a{${long}}\\newcommand\\b{${'\\a'.repeat(100)}}${'\\b'.repeat(100)}`,
  'a macro in another mark': `\\gdef\\a{${long}}${'{\\a}'.repeat(150)}`,
  'a parameter that doubles': `\\def\\b#1{#1#1}${'\\b{'.repeat(7)}${long}${'}'.repeat(7)}`,
  'one that is there a hundred times': `\\renewcommand{\\hat}[1]{${'#1'.repeat(100)}}\\hat{${long}}`,
  'a macro that makes another': `\\def\\a{\\def\\b##1{##1}}\\a\\b{\\b{${long}}}`,
  'a macro that is expanded when it is made': `\\edef\\a{${long}}${'\\edef\\a{\\a\\a}'.repeat(30)}\\a`,
  'a macro by another name': `\\let\\d=\\def\\d\\a{${long}}${'\\a'.repeat(150)}`,
  'the parameter of another macro': `\\def\\h{#1}\\newcommand\\a[1]{\\h\\h\\h}${'\\a{'.repeat(9)}${long}${'}'.repeat(9)}`,
  'a body that is put together of arguments': `\\def\\w#1#2#3#4{#1#2{#3#4}}\\w\\def\\b{x}{${long}}${'\\b'.repeat(150)}`,
  'a body that doubles by its arguments': `\\def\\b{xx}\\def\\w#1#2{\\def\\b{#1#2}}${'\\expandafter\\w\\expandafter{\\b}\\b'.repeat(30)}`,
  'a brace that a comment hides': `\\def\\a{%}\n${long}}${'\\a'.repeat(150)}`,
  'a word of its own for what makes macros': `\\def\\m{\\def\\a}\\m{${long}}${'\\a'.repeat(150)}`,
  'a word that other macros are made of': `\\def\\thinmuskip{${long}}${'\\,'.repeat(150)}`,
}

/** A line of a calculation with six macros of its own and some of TeX. */
const line = '\\A_{1} &= \\B x + \\A_{2} \\quad \\norm{\\B y} + \\abs{z} + \\dots + \\A \\\\'

describe('the growth of a formula', () => {
  it.each(Object.entries(endless))('has an end: %s', (_, tex) => {
    const maxExpand = expansionsOf(tex)
    if (maxExpand === null) return
    const began = workedMs()
    let html = ''
    try {
      html = katex.renderToString(tex, { maxExpand, throwOnError: true })
    } catch (error) {
      expect(error).toBeInstanceOf(katex.ParseError)
    }
    expect(html.length).toBeLessThan(500_000)
    expect(workedMs() - began).toBeLessThan(5000)
  })

  it.each([
    ['none of its own', '\\frac{a}{b} \\implies \\text{1 and 2}'],
    ['one without parameters', '\\renewcommand{\\R}{\\mathbb{R}} f: \\R \\to \\R'],
    ['one with two', '\\newcommand{\\ip}[2]{\\langle #1, #2\\rangle} \\ip{x}{y} = \\ip{y}{x}'],
    [
      'two with a parameter each',
      '\\newcommand{\\n}[1]{\\lVert #1\\rVert}\\newcommand{\\m}[1]{|#1|}\n\\n{x}+\\m{y}',
    ],
    [
      'four in each of ten lines',
      `\\def\\A{\\mathbf{A}}\\def\\B{\\mathbf{B}}\\newcommand{\\norm}[1]{\\left\\lVert #1\\right\\rVert}\\newcommand\\abs[1]{|#1|}\\begin{aligned}${line.repeat(10)}\\end{aligned}`,
    ],
    ['one behind a change of line', 'a \\\\defines b'],
  ])('lets a formula be set that has macros: %s', (_, tex) => {
    expect(katex.renderToString(tex, { maxExpand: expansionsOf(tex) ?? 0, strict: 'ignore' })).toContain(
      'katex',
    )
  })
})
