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
