import { expect, it } from 'vitest'
import { byTypeName, typeName } from './type-name'

it('types are in the order of their names, whatever they are by MIME', () => {
  const types = ['application/epub+zip', 'application/msword', 'application/pdf', 'text/csv', 'text/plain']
  const named = byTypeName(types.map((type) => ({ type }))).map(({ type }) => typeName(type))
  expect(named).toEqual(['CSV', 'E-book', 'PDF', 'Text', 'Word .doc'])
})
