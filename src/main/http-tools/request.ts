import { z } from 'zod'
import type { HttpField, HttpToolDefinition } from '../../shared/contract/http-tools'
import { AppError, assertNever } from '../../shared/errors'
import { inexactNumber, isExact } from '../../shared/json/exact-number'
import { say } from '../../shared/sentences/say'
import { placeholder, placeholdersIn } from '../../shared/web/http-template'

/** Characters of a text that is given, and how many texts a list has: more is no field of a request. */
const TEXT_CHARACTERS = 50_000
const LIST_ITEMS = 200

/** What is sent, but for the values of headers. */
export interface HttpRequest {
  readonly method: HttpToolDefinition['method']
  readonly url: string
  /** JSON; null where none is sent. */
  readonly body: string | null
}

/** What a tool is given: its fields and nothing else. */
export function inputOf(fields: readonly HttpField[]): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const type = field.description === '' ? typeOf(field) : typeOf(field).describe(field.description)
        return [field.name, field.required ? type : type.optional()]
      }),
    ),
  )
}

function typeOf({ kind }: HttpField): z.ZodType {
  switch (kind) {
    case 'text':
      return z.string().max(TEXT_CHARACTERS)
    case 'number':
      return z.number().refine(isExact, inexactNumber)
    case 'boolean':
      return z.boolean()
    case 'list':
      return z.array(z.string().max(TEXT_CHARACTERS)).max(LIST_ITEMS)
    default:
      return assertNever(kind)
  }
}

/**
 * The request that a tool sends for an input. What stands between braces goes into the address, encoded (RFC 3986, 2.1), so
 * that no value leads to another path or adds to the query; a parameter whose field is left out is left out.
 */
export function requestFor(
  { method, url, fields }: Pick<HttpToolDefinition, 'method' | 'url' | 'fields'>,
  input: Readonly<Record<string, unknown>>,
): HttpRequest {
  const [path = '', query = null] = url.split(/\?(.*)/s, 2)
  const inAddress = placeholdersIn(url)
  const others = fields.filter(({ name }) => !inAddress.includes(name) && input[name] !== undefined)
  const parameters = [
    ...(query ?? '')
      .split('&')
      .filter((parameter) => parameter !== '')
      .flatMap((parameter) => filled(parameter, input)),
    ...(method === 'GET'
      ? others.flatMap(({ name }) =>
          valuesOf(input[name]).map((value) => `${encoded(name)}=${encoded(value)}`),
        )
      : []),
  ]
  const body = Object.fromEntries(others.map(({ name }) => [name, input[name]]))
  return {
    method,
    url: `${pathFor(path, input)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`,
    body: method === 'GET' || others.length === 0 ? null : JSON.stringify(body),
  }
}

function pathFor(path: string, input: Readonly<Record<string, unknown>>): string {
  return path
    .split('/')
    .map((segment) => {
      const names = placeholdersIn(segment)
      const [name] = names
      if (name === undefined) return segment
      const whole = segment.replace(placeholder, (_, each: string) =>
        encoded(valuesOf(input[each]).join(',')),
      )
      // Such a segment would lead to another path than the one that a person wrote.
      if (whole === '' || whole === '.' || whole === '..') {
        throw new AppError('invalid_input', say('http.odd_segment', { name }), { field: name })
      }
      return whole
    })
    .join('/')
}

/** A parameter as often as its field has values; not at all where one of its fields is left out. */
function filled(parameter: string, input: Readonly<Record<string, unknown>>): string[] {
  const names = placeholdersIn(parameter)
  const [name] = names
  if (name === undefined) return [parameter]
  if (names.some((each) => input[each] === undefined)) return []
  if (names.length > 1) {
    return [parameter.replace(placeholder, (_, each: string) => encoded(valuesOf(input[each]).join(',')))]
  }
  return valuesOf(input[name]).map((value) => parameter.replace(placeholder, () => encoded(value)))
}

function valuesOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map(String)
}

/** What `encodeURIComponent` leaves as it is and a path or a query may read as its own is encoded too. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
