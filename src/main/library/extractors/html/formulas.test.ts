import { describe, expect, it } from 'vitest'
import { extractHtml } from '../html'

const textOf = (html: string) => extractHtml(`<p>${html}</p>`).text

describe('what a page raises or lowers', () => {
  it.each([
    ['10<sup>6</sup> kg, 5 m<sup>2</sup>', '10⁶ kg, 5 m²'],
    ['10<sup>−3</sup>, Ca<sup>2+</sup>, CO<sub>2</sub>', '10⁻³, Ca²⁺, CO₂'],
    ['x<sub>i</sub><sup>n</sup> + 2<sup>n+1</sup>, 10<sup>0.5</sup>', 'x_i^n + 2^(n+1), 10^(0.5)'],
    ['the 20<sup>th</sup> century, Acme<sup>TM</sup>', 'the 20th century, AcmeTM'],
    ['as noted.<sup>12</sup> And<sup>1, 2</sup>', 'as noted.¹² And¹, ²'],
    ['as noted.<sup><a href="#n">[3]</a></sup>', 'as noted.[3]'],
    ['as noted<sup>[citation needed]</sup>', 'as noted[citation needed]'],
  ])('is no part of the number or word before it: %s', (html, text) => {
    expect(textOf(html)).toBe(text)
  })
})

describe('a formula of a page', () => {
  it('is its TeX where the page has it', () => {
    const tex = '<annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation>'
    const drawn = '<span class="katex-html" aria-hidden="true">E=mc2</span>'
    const math = `<math><semantics><mrow><mi>E</mi><mo>=</mo></mrow>${tex}</semantics></math>${drawn}`
    expect(textOf(`Energy ${math} end.`)).toBe('Energy $$E=mc^{2}$$ end.')
  })

  it('is written in one line where there is no TeX', () => {
    expect(textOf('So <math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>.')).toBe(
      'So E=mc^2.',
    )
    expect(
      textOf(
        '<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><msqrt><mn>2</mn></msqrt></mfrac></math>',
      ),
    ).toBe('(a+b)/√2')
    expect(
      textOf(
        '<math><msub><mi>x</mi><mrow><mi>i</mi><mo>-</mo><mn>1</mn></mrow></msub><mspace/></math> after',
      ),
    ).toBe('x_(i-1) after')
  })

  it('nested without end is read in linear time', { timeout: 20_000 }, () => {
    const deep = `<math>${'<mrow><mi>a</mi>'.repeat(20_000)}<mi>z</mi>${'</mrow>'.repeat(20_000)}</math>`
    expect(textOf(`${deep} after`)).toMatch(/^a+z after$/)
  })
})

it('reading aids stand in no word', () => {
  expect(
    textOf(
      '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>と<ruby>東京<rt>とうきょう</ruby>都',
    ),
  ).toBe('漢字と東京都')
})
