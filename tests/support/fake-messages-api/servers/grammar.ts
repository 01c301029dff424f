/** From here on a text or a list is too long for a grammar. */
const longest = { maxLength: 2000, minLength: 2000, maxItems: 1998, minItems: 2001 } as const

/**
 * Whether llama.cpp can make a grammar of a schema. Read from ggml-org/llama.cpp: `common/json-schema-to-grammar.cpp`
 * at 011c6c3, `src/llama-grammar.cpp` at 0433293; the lengths from unslothai/unsloth#9923.
 */
export function hasGrammar(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  return Object.entries(schema).every(([keyword, value]) => {
    if (keyword === 'pattern' && typeof value === 'string') return hasRule(value)
    if (keyword in longest && typeof value === 'number')
      return value < longest[keyword as keyof typeof longest]
    return hasGrammar(value)
  })
}

/** It knows some escapes, and none of those that stand for a class of characters. */
function hasRule(pattern: string): boolean {
  return /^\^.*\$$/su.test(pattern) && !/\\[^xuUtrn\\"[\]\-^$.()|{}*+?]/u.test(pattern)
}

/** What it says where it can't. */
export const noGrammar = {
  error: {
    code: 400,
    message: 'Failed to initialize samplers: failed to parse grammar',
    type: 'invalid_request_error',
  },
}
