import { httpToolLimits } from '../../../shared/contract/http-tools'
import { placeholdersIn } from '../../../shared/web/http-template'
import type { FieldRow, HttpToolTyped } from '../../stores/http-tool-drafts'
import { nextRowId } from '../row-id'

/** A row that nobody has filled in. */
export function newFieldRow(rows: readonly { readonly id: number }[], name = ''): FieldRow {
  return { id: nextRowId(rows), name, kind: 'text', description: '', required: true }
}

/**
 * What is typed with another address, whose placeholders each have a row: a new one gets one; the only one that was
 * typed over keeps its row under its new name; one that is gone takes its row with it, unless that was filled in.
 */
export function withAddress(typed: HttpToolTyped, url: string): HttpToolTyped {
  const before = placeholdersIn(typed.url)
  const now = placeholdersIn(url)
  const rowOf = (name: string) => typed.fields.find((row) => row.name === name)
  const gone = before.filter((name) => !now.includes(name))
  const missing = now.filter((name) => rowOf(name) === undefined)
  const [renamed] = gone.length === 1 && missing.length === 1 ? gone : []
  const fields = typed.fields
    .map((row) => (row.name === renamed ? { ...row, name: missing[0] ?? row.name } : row))
    .filter((row) => !gone.includes(row.name) || isFilledIn(row))
  for (const name of now) {
    if (fields.length < httpToolLimits.fields && !fields.some((row) => row.name === name)) {
      fields.push(newFieldRow([...typed.fields, ...fields], name))
    }
  }
  return { ...typed, url, fields }
}

/** Whether a row says more than one that comes from the address alone. */
function isFilledIn({ kind, description, required }: FieldRow): boolean {
  return kind !== 'text' || description.trim() !== '' || !required
}

/** What is typed with another method: what it is taken for follows it, until somebody said otherwise. */
export function withMethod(typed: HttpToolTyped, method: HttpToolTyped['method']): HttpToolTyped {
  const follows = typed.class === usualClass(typed.method)
  return { ...typed, method, class: follows ? usualClass(method) : typed.class }
}

function usualClass(method: HttpToolTyped['method']): HttpToolTyped['class'] {
  return method === 'GET' ? 'read' : 'destructive_update'
}

/** A request as it would be sent, with the names of fields where their values go. */
export interface RequestPreview {
  /** The method, the address, the names of headers, and the body. */
  readonly text: string
  /** Where the fields go that the address does not name. */
  readonly inQuery: readonly string[]
  readonly inBody: readonly string[]
}

/** What a request looks like; `example` says what stands for a value of a kind. */
export function requestPreview(
  { method, url, fields, headers }: Pick<HttpToolTyped, 'method' | 'url' | 'fields' | 'headers'>,
  example: Readonly<Record<FieldRow['kind'], string>>,
): RequestPreview {
  const named = new Set(placeholdersIn(url))
  const others = fields.filter(({ name }) => name.trim() !== '' && !named.has(name))
  const names = others.map(({ name }) => name.trim())
  const [inQuery, inBody] = method === 'GET' ? [names, []] : [[], names]
  const headerLines = headers.flatMap(({ name }) => (name.trim() === '' ? [] : [`${name.trim()}: …`]))
  const body = others.map(({ name, kind }) => `  ${JSON.stringify(name.trim())}: <${example[kind]}>`)
  const lines = [
    `${method} ${withQuery(url.trim(), inQuery)}`,
    ...headerLines,
    ...(inBody.length === 0 ? [] : ['', '{', body.join(',\n'), '}']),
  ]
  return { text: lines.join('\n'), inQuery, inBody }
}

/** Before the fragment, as an address is made. */
function withQuery(url: string, names: readonly string[]): string {
  if (names.length === 0) return url
  const [address = '', ...fragment] = url.split('#')
  const joint = !address.includes('?') ? '?' : /[?&]$/u.test(address) ? '' : '&'
  const query = names.map((name) => `${name}={${name}}`).join('&')
  return [`${address}${joint}${query}`, ...fragment].join('#')
}
