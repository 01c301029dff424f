import type { HttpToolDefinition, HttpToolDraft } from '../../shared/contract/http-tools'
import { invalidField } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { oneLine } from '../../shared/text/one-line'
import { placeholder, placeholdersIn, placeholdersInPath } from '../../shared/web/http-template'
import type { GivenSecret } from '../secrets/named-secrets'
import { parseAddress, type WebAddress } from '../web/address'
import { checkedHeaders, isThisComputer } from '../web/own-server'

/** What models and JSON take as a name of a field. */
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_-]*$/

/** A definition as it is stored, and what was given for its headers; throws, with the field that is meant, for what can't be. */
export function checkedDefinition({ headers: given, ...draft }: HttpToolDraft): {
  readonly definition: HttpToolDefinition
  readonly headers: readonly GivenSecret[]
} {
  const title = oneLine(draft.title)
  if (title === '') throw invalidField(say('http.no_title'), 'title')
  const description = draft.description.trim()
  if (description === '') throw invalidField(say('http.no_description'), 'description')
  const url = draft.url.trim()
  const address = addressOf(url)
  if (!address.secure && !isThisComputer(address.hostname))
    throw invalidField(say('foreign.http_only_here'), 'url')
  const fields = draft.fields.map((field) => ({
    ...field,
    name: field.name.trim(),
    description: field.description.trim(),
  }))
  const names = fields.map(({ name }) => name)
  const odd = names.find((name) => !FIELD_NAME.test(name))
  if (odd !== undefined) throw invalidField(say('http.odd_field', { name: odd }), 'fields')
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalidField(say('foreign.name_twice', { name: twice }), 'fields')
  const unknown = placeholdersIn(url).find((name) => !names.includes(name))
  if (unknown !== undefined) throw invalidField(say('http.no_such_field', { name: unknown }), 'url')
  const missing = fields.find(({ name, required }) => !required && placeholdersInPath(url).includes(name))
  if (missing !== undefined) throw invalidField(say('http.needed_in_path', { name: missing.name }), 'fields')
  const headers = checkedHeaders(given, 'headers')
  return {
    definition: { ...draft, title, description, url, fields, headers: headers.map(({ name }) => name) },
    headers,
  }
}

/** Where a tool asks, whatever is given for its fields: they stand behind the host alone. */
export function addressOf(url: string): WebAddress {
  if (/^[a-z][a-z\d+.-]*:\/\/[^/?#]*[{}]/i.test(url)) throw invalidField(say('http.fixed_host'), 'url')
  if (url.includes('#')) throw invalidField(say('http.no_fragment'), 'url')
  const whole = url.replace(placeholder, 'x')
  if (/[{}]/.test(whole)) throw invalidField(say('http.odd_braces'), 'url')
  return parseAddress(whole)
}
