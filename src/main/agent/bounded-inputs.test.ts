import { expect, it } from 'vitest'
import { z } from 'zod'
import { isRecord } from '../../shared/json/is-record'
import { loadModules } from './registry'

/** Places in a JSON Schema where a text or a list may be of any length. */
function unbounded(schema: unknown, place: string): string[] {
  if (!isRecord(schema)) return []
  const { type, items, properties, additionalProperties } = schema
  const isChosen = 'enum' in schema || 'const' in schema
  // Dates are checked whole, and a pattern that ends somewhere holds so much and no more.
  const isBoundText =
    isChosen ||
    'maxLength' in schema ||
    'format' in schema ||
    /\{(\d+,)?\d+\}\$$/.test(String(schema.pattern))
  const here =
    (type === 'string' && !isBoundText) || (type === 'array' && !('maxItems' in schema)) ? [place] : []
  const inside: (readonly [string, unknown])[] = [
    ...Object.entries(isRecord(properties) ? properties : {}),
    ['*', items],
    ['*', additionalProperties],
  ]
  const ways = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) => (Array.isArray(each) ? each : []))
  return [
    ...here,
    ...inside.flatMap(([name, each]) => unbounded(each, `${place}.${name}`)),
    ...ways.flatMap((way) => unbounded(way, place)),
  ]
}

it('takes no text and no list of any length, in no tool: what is not there is named in the answer', () => {
  const tools = [...loadModules().values()].flatMap((each) => each.tools)
  expect(tools.length).toBeGreaterThan(60)
  const places = tools.flatMap(({ name, input }) => unbounded(z.toJSONSchema(input, { io: 'input' }), name))
  expect(places).toEqual([])
})
