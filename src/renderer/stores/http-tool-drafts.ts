import { z } from 'zod'
import {
  type HttpTool,
  type HttpToolDraft,
  httpFieldKinds,
  httpMethods,
  httpToolClassSchema,
  httpToolLimits,
} from '../../shared/contract/http-tools'
import { changedFields } from './changed-fields'
import { createDraftStorage, type Drafts, newPlace } from './kept-drafts'
import { onTopOf, type RecordDraft } from './written-record'

const fieldRowSchema = z.object({
  /** Of the row, for as long as it is written. */
  id: z.number(),
  name: z.string(),
  kind: z.enum(httpFieldKinds),
  description: z.string(),
  required: z.boolean(),
})
/** A field of the tool as it is typed. */
export type FieldRow = z.infer<typeof fieldRowSchema>

const headerRowSchema = z.object({
  id: z.number(),
  name: z.string(),
  value: z.string(),
  /** Whether a value is stored, which stays unless another is typed. */
  kept: z.boolean(),
})

const typedSchema = z.object({
  title: z.string(),
  description: z.string(),
  method: z.enum(httpMethods),
  url: z.string(),
  fields: z.array(fieldRowSchema),
  headers: z.array(headerRowSchema),
  class: httpToolClassSchema,
  seconds: z.string(),
})
/** What is typed of a tool that asks an address. */
export type HttpToolTyped = z.infer<typeof typedSchema>

/** Such a tool as it is being written. */
export interface HttpToolWriting extends RecordDraft<HttpToolTyped> {
  /** As models call it; null for a new one. */
  readonly name: string | null
}

/** A new one. */
export const emptyHttpTool: HttpToolWriting = {
  id: null,
  name: null,
  base: null,
  fields: {
    title: '',
    description: '',
    method: 'GET',
    url: '',
    fields: [],
    headers: [],
    class: 'read',
    seconds: String(httpToolLimits.usualSeconds),
  },
}

/** The tool as its form shows it. */
function typedOf({ title, description, method, url, fields, headers, ...rest }: HttpTool): HttpToolTyped {
  return {
    ...{ title, description, method, url },
    fields: fields.map(({ name, kind, description: about, required }, id) => ({
      ...{ id, name, kind, required },
      description: about,
    })),
    headers: headers.map((name, id) => ({ id, name, value: '', kept: true })),
    class: rest.class,
    seconds: String(rest.seconds),
  }
}

/** What a person begins to write from. */
export function writingOf(tool: HttpTool): HttpToolWriting {
  const fields = typedOf(tool)
  return { id: tool.id, name: tool.name, base: { revision: tool.revision, fields }, fields }
}

/** What was written, on top of the tool as it is now. */
export function goOnFrom(tool: HttpTool, draft: HttpToolWriting): HttpToolWriting {
  return { ...onTopOf(tool, typedOf(tool), draft), name: tool.name }
}

/** Whether anything was written since the writing began. */
export function isHttpToolWritten({ base, fields }: HttpToolWriting): boolean {
  return Object.keys(changedFields(base?.fields ?? emptyHttpTool.fields, fields)).length > 0
}

/** Where a draft is kept: the end of the tool's address. */
export function httpToolPlace({ name }: HttpToolWriting): string {
  return name ?? newPlace
}

/** What is sent to be saved; rows in which nothing stands are left out, and a value that is kept is not sent. */
export function sentOf({
  title,
  description,
  url,
  fields,
  headers,
  seconds,
  ...rest
}: HttpToolTyped): HttpToolDraft {
  return {
    ...rest,
    title: title.trim(),
    description: description.trim(),
    url: url.trim(),
    fields: fields
      .filter((row) => (row.name + row.description).trim() !== '')
      .map(({ id: _, name, description: about, ...row }) => ({
        ...row,
        name: name.trim(),
        description: about.trim(),
      })),
    headers: headers
      .filter(({ name, value, kept }) => name.trim() !== '' || value !== '' || kept)
      .map(({ name, value, kept }) =>
        kept && value === '' ? { name: name.trim() } : { name: name.trim(), value },
      ),
    seconds: secondsIn(seconds) ?? httpToolLimits.usualSeconds,
  }
}

/** The seconds that are typed, where they are within the limits. */
export function secondsIn(typed: string): number | null {
  const { leastSeconds, mostSeconds } = httpToolLimits
  const seconds = /^\d+$/u.test(typed.trim()) ? Number(typed) : 0
  return seconds >= leastSeconds && seconds <= mostSeconds ? seconds : null
}

/** Without the values of headers, which stand nowhere but where keys are. */
function withoutHeaderValues(drafts: Drafts<HttpToolWriting>): Drafts<HttpToolWriting> {
  return Object.fromEntries(
    Object.entries(drafts).map(([place, draft]) => {
      const headers = draft.fields.headers.map((header) => ({ ...header, value: '' }))
      return [place, { ...draft, fields: { ...draft.fields, headers } }]
    }),
  )
}

const stored = createDraftStorage<HttpToolWriting>(
  'countersign-http-tool-drafts',
  z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    base: z.object({ revision: z.number(), fields: typedSchema }).nullable(),
    fields: typedSchema,
  }),
)

/** Where they are stored; what is typed as the value of a header stays in memory. */
export const httpToolDrafts: typeof stored = {
  read: stored.read,
  write: (drafts) => stored.write(withoutHeaderValues(drafts)),
}
