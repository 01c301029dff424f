import { z } from 'zod'

/** Limits of a sequence. */
export const sequenceLimits = {
  steps: 100,
  inputs: 50,
  /** Characters. */
  name: 100,
  description: 2000,
  title: 200,
  /** Characters of a text with values in it; what it becomes may be longer. */
  template: 50_000,
  /** Characters of what such a text becomes: a note, which is the longest text that a tool writes, holds as many. */
  text: 200_000,
  /** Characters of a path into an output, and its parts. */
  path: 300,
  pathParts: 20,
  /** Values that one `*` gives at most: more is no list that a person means. */
  values: 10_000,
  /** Characters of the whole definition as JSON. */
  definition: 200_000,
  /** Characters of a file that is imported: a definition and what stands around it. */
  file: 600_000,
} as const

/** How initial inputs and outputs are called: a word that a template can hold. */
export const identifierPattern = /^[a-z][a-z0-9_]{0,39}$/
/** The name that templates have for the initial inputs; no output is called so. */
export const inputsName = 'input'

// A definition may be stored before it is right: what is wrong is said beside it, and it is not run before.
const name = z.string().max(40)
const template = z.string().max(sequenceLimits.template)

/** Where the value of a field comes from. */
const bindingSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('fixed'), value: z.json() }),
  z.strictObject({ from: z.literal('input'), name }),
  /** A place in what an earlier step gave; the whole of it where the path is empty, each of a list where it has `*`. */
  z.strictObject({ from: z.literal('output'), of: name, path: z.string().max(sequenceLimits.path) }),
  /** A text with such values in it. */
  z.strictObject({ from: z.literal('text'), template }),
])
/** See {@link bindingSchema}. */
export type Binding = z.infer<typeof bindingSchema>

/** What an initial input is. */
export const inputKindSchema = z.enum(['text', 'number', 'yes_no', 'choice', 'path', 'collection'])
/** See {@link inputKindSchema}. */
export type InputKind = z.infer<typeof inputKindSchema>

/** A value of an initial input; null where there is none. */
const inputValueSchema = z.union([z.string().max(sequenceLimits.template), z.number(), z.boolean()])

/** What is asked before a run begins. */
const sequenceInputSchema = z.strictObject({
  name,
  kind: inputKindSchema,
  /** What the form calls it; its name where this is empty. */
  label: z.string().max(sequenceLimits.title),
  /** What can be chosen, for a choice. */
  options: z.array(z.string().max(sequenceLimits.title)).max(100),
  /** What stands in the form at first; null for nothing. */
  initial: inputValueSchema.nullable(),
  /** Whether a run needs it. */
  needed: z.boolean(),
})
/** See {@link sequenceInputSchema}. */
export type SequenceInput = z.infer<typeof sequenceInputSchema>

/** One step: a tool, and where what it is given comes from. */
const sequenceStepSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** The tool's stored name. */
  tool: z.string().max(64),
  /** What it is for; the tool's title where this is empty. */
  title: z.string().max(sequenceLimits.title),
  /** By the names of the tool's input fields; what is not here is left out of the call. */
  fields: z.record(z.string().max(100), bindingSchema),
  /** The name under which later steps find what it gives; empty where none needs it. */
  output: name,
  /** What is said once it is done, and where it fails: texts with values; empty for nothing. */
  success: template,
  failure: template,
  /** Whether the steps after it are carried out also where it fails. */
  goesOn: z.boolean(),
})
/** See {@link sequenceStepSchema}. */
export type SequenceStep = z.infer<typeof sequenceStepSchema>

/** What a person writes of a sequence. */
export const sequenceDefinitionSchema = z.strictObject({
  name: z.string().max(sequenceLimits.name),
  description: z.string().max(sequenceLimits.description),
  inputs: z.array(sequenceInputSchema).max(sequenceLimits.inputs),
  steps: z.array(sequenceStepSchema).max(sequenceLimits.steps),
})
/** See {@link sequenceDefinitionSchema}. */
export type SequenceDefinition = z.infer<typeof sequenceDefinitionSchema>

/** What a person gives a run to begin with, by the names of the initial inputs. */
export const givenInputsSchema = z.record(z.string().max(40), inputValueSchema)
/** See {@link givenInputsSchema}. */
export type GivenInputs = z.infer<typeof givenInputsSchema>
