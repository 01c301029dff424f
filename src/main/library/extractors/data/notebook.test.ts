import { describe, expect, it } from 'vitest'
import { setUpExtraction } from '../../../../../tests/support/extraction'
import { MAX_HTML_DEPTH } from '../limits'

const extract = setUpExtraction()

const notebook = (cells: readonly unknown[], metadata: object = { language_info: { name: 'python' } }) =>
  JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 })

describe('a notebook', () => {
  it('has its words as they are, its code and what that printed as blocks, and no pictures', async () => {
    const document = await extract(
      notebook([
        { cell_type: 'markdown', source: ['# Tides\n', 'By hour.'] },
        {
          cell_type: 'code',
          source: 'print(6 * 7)\n',
          outputs: [
            { output_type: 'stream', text: ['\u001b[31m42\u001b[0m\n'] },
            { output_type: 'display_data', data: { 'image/png': 'QUJD'.repeat(1000) } },
            { output_type: 'execute_result', data: { 'text/plain': ['<Axes>'], 'image/png': 'QUJD' } },
            { output_type: 'error', ename: 'ValueError', evalue: 'too high', traceback: ['\u001b[0m…'] },
          ],
        },
        { cell_type: 'raw', source: 'as it is' },
        { cell_type: 'code', source: '', outputs: [] },
      ]),
      'tides.ipynb',
    )
    expect(document).toMatchObject({ mime: 'application/x-ipynb+json', title: 'Tides' })
    expect(document.text).toBe(
      [
        '# Tides\nBy hour.',
        '```python\nprint(6 * 7)\n```',
        '```\n42\n```',
        '```\n<Axes>\n```',
        '```\nValueError: too high\n```',
        '```\nas it is\n```',
      ].join('\n\n'),
    )
  })

  it('of the older format has its headings and its code', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Neap' },
      { cell_type: 'code', input: ['x = 1'], outputs: [{ text: '1' }] },
    ]
    const document = await extract(JSON.stringify({ worksheets: [{ cells }], metadata: {} }), 'a.ipynb')
    expect(document.text).toBe('## Neap\n\n```\nx = 1\n```\n\n```\n1\n```')
  })

  it('with cells that are none is read without them, and what is no notebook as JSON', async () => {
    const odd = notebook(
      [
        7,
        null,
        { cell_type: 'code', source: { a: 1 }, outputs: 'x' },
        { cell_type: 'markdown', source: 'Words' },
      ],
      {},
    )
    expect((await extract(odd, 'a.ipynb')).text).toBe('Words')
    expect((await extract('{"a": 1}', 'a.ipynb')).text).toBe('{"a": 1}')
    expect((await extract('{"cells": [', 'a.ipynb')).text).toBe('{"cells": [')
  })

  it('of a language that is no word has its code without one', async () => {
    const cells = [{ cell_type: 'code', source: 'x = 1', outputs: [] }]
    for (const name of ['`\nevil', 'two words', 'x'.repeat(21)]) {
      const document = await extract(notebook(cells, { language_info: { name } }), 'a.ipynb')
      expect(document.text).toBe('```\nx = 1\n```')
    }
  })

  it('has its cells apart where one leaves a block of code open', async () => {
    const document = await extract(
      notebook([
        { cell_type: 'markdown', source: '````\nx\n```' },
        { cell_type: 'code', source: '', outputs: [{ data: { 'text/markdown': '~~~\ny' } }] },
        { cell_type: 'markdown', source: '```\nclosed\n```' },
        { cell_type: 'markdown', source: '# Neap' },
      ]),
      'a.ipynb',
    )
    expect(document.text).toBe('````\nx\n```\n````\n\n~~~\ny\n~~~\n\n```\nclosed\n```\n\n# Neap')
    expect(document.headings.map(({ title }) => title)).toEqual(['Neap'])
  })

  it('has what came out as Markdown or HTML alone, beside what is no output', async () => {
    const document = await extract(
      notebook([
        {
          cell_type: 'code',
          source: 'show()',
          outputs: [
            7,
            { data: { 'text/markdown': ['**High** ', 'tide'] } },
            null,
            {
              data: {
                'text/html':
                  '<style>p {}</style><table><tr><th>Hour</th><th>Tide</th></tr><tr><td>6</td><td>low</td></tr></table>',
              },
            },
            { data: { 'text/plain': 'plain', 'text/html': '<b>rich</b>' } },
            { data: { 'text/plain': 7, 'text/html': '<p>said</p>' } },
          ],
        },
      ]),
      'a.ipynb',
    )
    expect(document.text).toBe(
      [
        '```python\nshow()\n```',
        '**High** tide',
        '| Hour | Tide |\n| --- | --- |\n| 6 | low |',
        '```\nplain\n```',
        'said',
      ].join('\n\n'),
    )
  })

  it('is read without an output that is nested deeper than any page', async () => {
    const deep = '<div>'.repeat(MAX_HTML_DEPTH + 1)
    const document = await extract(
      notebook([
        { cell_type: 'code', source: 'x', outputs: [{ data: { 'text/html': deep } }, { text: 'after' }] },
      ]),
      'a.ipynb',
    )
    expect(document.text).toBe('```python\nx\n```\n\n```\nafter\n```')
  })
})
