import { z } from 'zod'
import type { ToolInfo } from '../../../shared/contract/tools'
import { assertNever } from '../../../shared/errors'
import { entryOf, listItemsSchema } from '../../../shared/tool/list-entry'
import { takesDocuments } from '../../app/document-fields'

/** One field of a tool's input, as a form shows it. */
export interface FormField {
  readonly name: string
  /** Whether the tool is one of Countersign’s own, which have words for people. */
  readonly own: boolean
  readonly required: boolean
  readonly description: string
  readonly control:
    | { readonly kind: 'text'; readonly long: boolean }
    | { readonly kind: 'number'; readonly whole: boolean }
    | { readonly kind: 'choice'; readonly options: readonly string[] }
    | { readonly kind: 'switch' }
    /** One entry a line. */
    | { readonly kind: 'lines' }
    /** What no simpler field holds. */
    | {
        readonly kind: 'json'
        readonly example: string
        /** Of a list whose entries need one text alone: its name; then one text a line is taken too. */
        readonly entry?: string
      }
  /** Whether it takes documents, which people know by their titles. */
  readonly documents: boolean
  /** What holds when it is left empty, in words; null where nothing is said. */
  readonly usual: string | null
}

/** Why what is typed into a field is no value for it. */
export type FieldProblem = 'several_documents' | 'missing' | 'no_number' | 'no_whole_number' | 'no_json'

type Json = z.infer<ReturnType<typeof z.json>>

const formSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  description: z.string().optional(),
  maxLength: z.number().optional(),
  items: listItemsSchema.optional(),
  default: z.unknown().optional(),
})
const propertySchema = formSchema.extend({ anyOf: z.array(formSchema).optional() })
type Property = z.infer<typeof propertySchema>
const inputSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
})

/** Characters from which a text gets several lines. */
const longText = 5000

/** The fields of a tool from its schema: the primary one first, then the required ones, then the rest. */
export function formFields(
  tool: Pick<ToolInfo, 'inputSchema' | 'primary' | 'foreign' | 'module'>,
): FormField[] {
  const { properties, required } = inputSchema.parse(tool.inputSchema)
  const fields = Object.entries(properties).map(([name, value]) => {
    const property = propertySchema.safeParse(value).data ?? {}
    const hasDefault = property.default !== undefined
    return {
      name,
      own: tool.foreign !== true && tool.module !== 'http',
      required: required.includes(name) && !hasDefault,
      description: property.description ?? '',
      control: controlOf(withoutNull(property)),
      documents: takesDocuments(tool, name),
      usual: hasDefault ? usualInWords(property.default) : null,
    }
  })
  const place = (field: FormField) => (field.name === tool.primary ? 0 : field.required ? 1 : 2)
  return fields.toSorted((a, b) => place(a) - place(b))
}

/** Those that a form shows at once, and those that wait until more is wanted; each in their order. */
export function splitFields(fields: readonly FormField[], primary: string | null) {
  const { first = [], more = [] } = Object.groupBy(fields, ({ name, required }) =>
    required || name === primary ? 'first' : 'more',
  )
  return { first, more }
}

/** The input that a form stands for, or what keeps it from being one; what is left empty is left out. */
export function inputOf(
  fields: readonly FormField[],
  typed: Readonly<Record<string, string>>,
): { readonly input: Record<string, unknown> } | { readonly problems: Record<string, FieldProblem> } {
  const input: Record<string, unknown> = {}
  const problems: Record<string, FieldProblem> = {}
  for (const field of fields) {
    const value = typed[field.name] ?? ''
    if (value === '' && !field.required) continue
    if (value.trim() === '' && field.required) problems[field.name] = 'missing'
    else {
      const parsed = typedValue(field, value)
      if ('problem' in parsed) problems[field.name] = parsed.problem
      else input[field.name] = parsed.value
    }
  }
  return Object.keys(problems).length > 0 ? { problems } : { input }
}

/** What is typed into a field as its value, or why it is none. */
export function typedValue(
  { control }: FormField,
  typed: string,
): { readonly value: Json } | { readonly problem: FieldProblem } {
  switch (control.kind) {
    case 'text':
    case 'choice':
      return { value: typed }
    case 'switch':
      return { value: typed === 'true' }
    case 'number': {
      const value = Number(typed.trim().replace(',', '.'))
      if (!Number.isFinite(value)) return { problem: 'no_number' }
      return control.whole && !Number.isInteger(value) ? { problem: 'no_whole_number' } : { value }
    }
    case 'lines':
      return { value: linesOf(typed) }
    case 'json': {
      const { entry } = control
      if (entry !== undefined && !typed.trim().startsWith('[')) {
        return { value: linesOf(typed).map((line) => ({ [entry]: line.trim() })) }
      }
      try {
        return { value: z.json().parse(JSON.parse(typed)) }
      } catch {
        // The person is told so beside the field.
        return { problem: 'no_json' }
      }
    }
    default:
      return assertNever(control)
  }
}

/** "A text or nothing" is a text to a form: nothing is what is left empty. */
function withoutNull({ type, anyOf, ...rest }: Property): Property {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null')
  const forms = anyOf?.filter((each) => each.type !== 'null') ?? []
  const [form] = forms
  if (form !== undefined && forms.length === 1) return { ...form, ...rest }
  return { ...rest, type: types.length === 1 ? types[0] : undefined }
}

function controlOf(property: Property): FormField['control'] {
  if (property.enum?.every((value) => typeof value === 'string')) {
    return { kind: 'choice', options: property.enum }
  }
  switch (property.type) {
    case 'string':
      return { kind: 'text', long: property.maxLength === undefined || property.maxLength >= longText }
    case 'integer':
    case 'number':
      return { kind: 'number', whole: property.type === 'integer' }
    case 'boolean':
      return { kind: 'switch' }
    case 'array': {
      if (property.items?.type === 'string' && property.items.enum === undefined) return { kind: 'lines' }
      const entry = entryOf(property.items)
      return {
        kind: 'json',
        example: `[${exampleEntry(property.items)}]`,
        ...(entry === null ? {} : { entry }),
      }
    }
    default:
      return { kind: 'json', example: '{}' }
  }
}

/** How an entry of a list is typed that needs several fields; empty where that is not known. */
function exampleEntry(items: Property['items']): string {
  const needed = (items?.required ?? []).filter((name) => items?.properties?.[name]?.default === undefined)
  if (needed.length === 0) return ''
  return JSON.stringify(
    Object.fromEntries(needed.map((name) => [name, exampleValue(items?.properties?.[name]?.type)])),
  )
}

function exampleValue(type: string | undefined): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return true
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return '…'
  }
}

function linesOf(typed: string): string[] {
  return typed.split('\n').filter((line) => line.trim() !== '')
}

function usualInWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
