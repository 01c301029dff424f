import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { GenericValue } from './generic-value'

const withFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field_${index}`, index]))

it('lists facts by name, and shows a part of thousands at a time', () => {
  const few = renderToStaticMarkup(<GenericValue value={withFields(3)} />)
  expect(few).toContain('Field 2')
  const many = renderToStaticMarkup(<GenericValue value={withFields(5000)} />)
  expect(many).toContain('field_99')
  expect(many).not.toContain('field_100')
  expect(many).not.toContain('4999')
})

it('takes titles, descriptions and the order of fields from a schema, and shows what hides in them', () => {
  const reading = { title: 'Readings', items: { properties: { metres: { title: 'Height' }, time: {} } } }
  const schema = {
    properties: {
      station: { title: 'Place\u202e', description: 'Where it was measured.' },
      heights: reading,
      absent: { title: 'Absent' },
    },
  }
  const value = { more: 1, heights: [{ time: '06:12', metres: 3.34 }], station: 'Husum' }
  const html = renderToStaticMarkup(<GenericValue value={value} schema={schema} />)
  expect(html).toContain('Where it was measured.')
  expect(html).toContain('ui-hidden')
  expect(html).not.toContain('Absent')
  expect(html.indexOf('Husum')).toBeLessThan(html.indexOf('More'))
  expect(html).toContain('>Readings<')
  expect(html.indexOf('Height')).toBeLessThan(html.indexOf('Time'))
})
