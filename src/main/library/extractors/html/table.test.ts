import { expect, it } from 'vitest'
import { extractHtml } from '../html'

const textOf = (html: string) => extractHtml(html).text

it('a value of a table stands under its own heading where cells take several columns and rows', () => {
  const rows = [
    '<tr><th rowspan="2">Port</th><th colspan="2">Range</th><th>Note</th></tr>',
    '<tr><th>min</th><th>max</th></tr>',
    '<tr><td rowspan=2>Brest</td><td>1</td><td>6</td><td>a</td></tr>',
    '<tr><td>2</td><td>7</td><td>b</td></tr>',
    '<tr><td>Deal</td><td>3</td><td>4</td><td>c</td></tr>',
  ]
  expect(textOf(`<table>${rows.join('')}</table>`).split('\n')).toEqual([
    '| Port | Range |  | Note |',
    '| --- | --- | --- | --- |',
    '|  | min | max |  |',
    '| Brest | 1 | 6 | a |',
    '|  | 2 | 7 | b |',
    '| Deal | 3 | 4 | c |',
  ])
})

it('a table whose cells claim places without end is read', () => {
  const head = '<tr>'.concat('<td rowspan="65534" colspan="1000">a</td>'.repeat(200), '</tr>')
  const { text } = extractHtml(`<table>${head}${'<tr><td>b</td><td>c</td></tr>'.repeat(50)}</table>`)
  expect(text).toContain('| b | c |')
  expect(textOf('<table><tr><td colspan="-3">a</td><td rowspan="x">b</td></tr></table>')).toContain(
    '| a | b |',
  )
})
