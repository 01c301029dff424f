import { isRecord } from '../../../shared/json/is-record'
import { memoized } from '../../../shared/memoized'
import type { ModelTool } from '../port'

/**
 * Keywords by which a value is checked, not built. llama.cpp, and what is built on it (Ollama, LM Studio), makes one
 * grammar of the schemas of all tools and refuses the request where it can't: at `\d` in a pattern, at a text of
 * thousands of characters, at a list of thousands. What they ask for is checked when the tool is called.
 */
const checks = new Set(['pattern', 'minLength', 'maxLength', 'minItems', 'maxItems', 'propertyNames'])
/** Keywords whose value holds schemas by name. */
const named = new Set(['properties', '$defs', 'definitions', 'patternProperties'])
/** Keywords whose value is a schema or a list of them. */
const nested = new Set(['items', 'prefixItems', 'additionalProperties', 'anyOf', 'oneOf', 'allOf', 'not'])

/** A tool whose schema says how its input is built, and no more. */
export const withPlainSchema = memoized(
  (tool: ModelTool): ModelTool => ({ ...tool, inputSchema: plainObject(tool.inputSchema) }),
)

function plainObject(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      if (checks.has(keyword)) return []
      if (nested.has(keyword)) return [[keyword, plain(value)]]
      if (named.has(keyword) && isRecord(value)) {
        return [
          [keyword, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]))],
        ]
      }
      return [[keyword, value]]
    }),
  )
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return isRecord(value) ? plainObject(value) : value
}
