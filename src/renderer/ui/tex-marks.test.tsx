import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Markdown } from './markdown'

const draw = (text: string) =>
  renderToStaticMarkup(<Markdown text={text} />)
    .replace(/^<div[^>]*>|<\/div>$/gu, '')
    .replaceAll('<span hidden=""></span>', '')
const set = (tex: string) => `<span class="ui-formula"><code><bdi>${tex}</bdi></code></span>`
const apart = (tex: string) =>
  `<span class="ui-formula ui-formula-block"><code><bdi>${tex}</bdi></code></span>`

describe('a formula between LaTeX’s own marks', () => {
  it('is set within its line', () => {
    expect(draw('So \\(E = mc^2\\) holds, and \\(x\\) too.')).toBe(
      `<p>So ${set('E = mc^2')} holds, and ${set('x')} too.</p>`,
    )
    expect(draw('The area is $A = \\pi r^2$, with $r$ and $n=5$.')).toBe(
      `<p>The area is ${set('A = \\pi r^2')}, with ${set('r')} and ${set('n=5')}.</p>`,
    )
  })

  it('is set apart between \\[ and \\], over several lines and beside words', () => {
    expect(draw('\\[ \\sum_{i=1}^n i \\]')).toBe(`<p>${apart(' \\sum_{i=1}^n i ')}</p>`)
    expect(draw('Sum:\n\\[\na \\\\[2pt]\n&= b\n\\]\nDone.')).toBe(
      `<p>Sum:\n${apart('\na \\\\[2pt]\n&amp;= b\n')}\nDone.</p>`,
    )
  })

  it('is set apart between $$ where it has a paragraph of its own', () => {
    expect(draw('$$a^2$$')).toBe(`<p>${apart('a^2')}</p>`)
    expect(draw('It is $$a^2$$ here.')).toBe(`<p>It is ${set('a^2')} here.</p>`)
  })

  it('stands in lists, tables and emphasis as well', () => {
    expect(draw('- **\\(a_1\\)**')).toContain(`<strong>${set('a_1')}</strong>`)
    expect(draw('| a |\n|---|\n| $x^2$ |')).toContain(`<td>${set('x^2')}</td>`)
  })
})

describe('what is no formula stays what it is', () => {
  // Brackets may be a citation, whose element is none of these tests.
  it.each([
    ['It costs $5 and then $10 more.', '<p>It costs $5 and then $10 more.</p>'],
    ['Between $5^ and $6.', '<p>Between $5^ and $6.</p>'],
    ['Set $HOME/a_$USER or $PATH_x$y.', '<p>Set $HOME/a_$USER or $PATH_x$y.</p>'],
    ['From US$5 to US$7 (a$b).', '<p>From US$5 to US$7 (a$b).</p>'],
    ['See \\[1\\] and \\[edit\\].', '<p>See [1] and [edit].</p>'],
    ['Brackets \\(see below\\) of text.', '<p>Brackets (see below) of text.</p>'],
    ['Never closed: \\(a^2 and \\[b^2.', '<p>Never closed: (a^2 and [b^2.</p>'],
    ['A price of \\$a^2$.', '<p>A price of $a^2$.</p>'],
    ['Empty \\(\\) and \\[ \\].', '<p>Empty () and [ ].</p>'],
  ])('%s', (text, drawn) => expect(draw(text).replace(/<span>|<\/span>/gu, '')).toBe(drawn))

  // Text from elsewhere is drawn in the page: what takes the square of its length would hold the window up for minutes.
  it.each(['\\( a ', '\\[ a ', '\\( a \\] ', '\\[ \\( a '])(
    'however often %j begins and nothing ends it',
    (mark) => {
      expect(draw(mark.repeat(5_000))).not.toContain('ui-formula')
    },
  )

  it('in code', () => {
    expect(draw('`\\(a^2\\)` and `$x^2$`')).toBe('<p><code>\\(a^2\\)</code> and <code>$x^2$</code></p>')
    expect(draw('```\n\\(a^2\\)\n```')).not.toContain('ui-formula')
  })
})
