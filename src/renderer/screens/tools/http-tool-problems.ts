import { httpToolLimits } from '../../../shared/contract/http-tools'
import type { AppError } from '../../../shared/errors'
import { type HttpToolTyped, secondsIn } from '../../stores/http-tool-drafts'
import { httpToolsText } from '../../text/http-tools'

/** The parts of the form that main refuses. */
const parts = ['title', 'description', 'method', 'url', 'fields', 'headers', 'seconds'] as const
type Part = (typeof parts)[number]

/** What keeps a tool from being saved, in words: by the part of the form, or by a row of it. */
export type HttpToolProblems = Readonly<
  Partial<Record<Part | `field ${number}` | `header name ${number}` | `header value ${number}`, string>>
>

/** Looks at what is typed; empty when it can be sent to be saved. Main has the last word. */
export function problemsOf({ title, url, fields, headers, seconds }: HttpToolTyped): HttpToolProblems {
  const t = httpToolsText().problems
  const problems: { -readonly [K in keyof HttpToolProblems]: HttpToolProblems[K] } = {}
  if (title.trim() === '') problems.title = t.title
  if (url.trim() === '') problems.url = t.url
  const names = new Set<string>()
  for (const { id, name, description } of fields) {
    const trimmed = name.trim()
    if (names.has(trimmed)) problems[`field ${id}`] = t.twice
    else if (trimmed !== '') names.add(trimmed)
    else if (description.trim() !== '') problems[`field ${id}`] = t.fieldName
  }
  const headerNames = new Set<string>()
  for (const { id, name, value, kept } of headers) {
    const folded = name.trim().toLowerCase()
    if (folded === '' && (value !== '' || kept)) problems[`header name ${id}`] = t.headerName
    else if (headerNames.has(folded)) problems[`header name ${id}`] = t.twice
    if (folded !== '') headerNames.add(folded)
    if (folded !== '' && value === '' && !kept) problems[`header value ${id}`] = t.headerValue
  }
  const { leastSeconds, mostSeconds } = httpToolLimits
  if (secondsIn(seconds) === null) problems.seconds = t.seconds(leastSeconds, mostSeconds)
  return problems
}

/** Why main refused it, at the part that it means; null where it means none. */
export function refusedPart({ code, field, message }: AppError): HttpToolProblems | null {
  // A contract names the place within what was sent: `draft.fields.0.name`.
  const named =
    field?.split('.').find((each) => each !== 'draft') ?? (code === 'already_exists' ? 'title' : '')
  const part = parts.find((each) => each === named)
  return part === undefined ? null : { [part]: message }
}
