import { identifierPattern, inputsName } from './definition'
import { parsePath } from './path'

/** A value that a template names: an initial input, or a place in the output of a step. */
export type Reference =
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'output'; readonly of: string; readonly path: readonly string[] }

/** A piece of a template. */
export type TemplatePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'value'; readonly reference: Reference; readonly written: string }

/** A template's pieces, or what in it is no value. */
export type ParsedTemplate =
  | { readonly parts: readonly TemplatePart[] }
  | { readonly problem: 'unclosed' | 'no_value'; readonly written: string }

const opening = '{{'
const closing = '}}'
/** A backslash before the braces makes them braces. */
const literal = '\\{{'

/**
 * Takes a text apart into words and values: `{{input.NAME}}` and `{{OUTPUT.path}}`. `\{{` stands for two braces. What is put in
 * the place of a value is never looked at again.
 */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = []
  let words = ''
  let at = 0
  while (at < template.length) {
    if (template.startsWith(literal, at)) {
      words += opening
      at += literal.length
    } else if (template.startsWith(opening, at)) {
      const end = template.indexOf(closing, at)
      const written = template.slice(at + opening.length, end === -1 ? undefined : end).trim()
      if (end === -1) return { problem: 'unclosed', written }
      const reference = referenceOf(written)
      if (reference === null) return { problem: 'no_value', written }
      if (words !== '') parts.push({ kind: 'words', text: words })
      words = ''
      parts.push({ kind: 'value', reference, written })
      at = end + closing.length
    } else {
      words += template[at]
      at++
    }
  }
  if (words !== '') parts.push({ kind: 'words', text: words })
  return { parts }
}

/** The values that a template names; none where it is not right. */
export function referencesIn(template: string): readonly Reference[] {
  const parsed = parseTemplate(template)
  return 'parts' in parsed
    ? parsed.parts.flatMap((part) => (part.kind === 'value' ? [part.reference] : []))
    : []
}

function referenceOf(written: string): Reference | null {
  const [first = '', ...rest] = written.split('.')
  if (first === inputsName) {
    const [name = '', ...more] = rest
    return identifierPattern.test(name) && more.length === 0 ? { kind: 'input', name } : null
  }
  const path = parsePath(rest.join('.'))
  return identifierPattern.test(first) && path !== null ? { kind: 'output', of: first, path } : null
}
