import { expect, it } from 'vitest'
import { z } from 'zod'
import type { ToolModule } from '../../shared/tool/define'
import { loopModule } from '../../shared/tool/load-tools'
import { fieldNameDe, hasFieldNameDe } from '../text/field-names-de'

const modules = import.meta.glob<ToolModule>('../../tools/*/module.ts', { eager: true, import: 'default' })
const schema = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) })

it('every field that a form asks for has a German name', () => {
  const names = [...Object.values(modules), loopModule]
    .flatMap(({ tools }) => tools)
    .flatMap(({ input }) => Object.keys(schema.parse(z.toJSONSchema(input, { io: 'input' })).properties))
  expect(names.length).toBeGreaterThan(50)
  expect([...new Set(names)].filter((name) => !hasFieldNameDe(name)).toSorted()).toEqual([])
  expect(fieldNameDe('emails')).toBe('E-Mail-Adressen')
})
