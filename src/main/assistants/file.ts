import { z } from 'zod'
import {
  type Assistant,
  type AssistantFields,
  assistantFieldsSchema,
  assistantLimits,
  type ImportNote,
  type RunLimit,
  runLimits,
} from '../../shared/contract/assistants'
import type { ToolPolicy } from '../../shared/contract/policies'
import type { Settings } from '../../shared/contract/settings'
import type { ToolInfo } from '../../shared/contract/tools'
import { say } from '../../shared/sentences/say'
import { type Policy, policySchema } from '../../shared/tool/policy'
import type { ToolSet } from '../../shared/tool/tool-set'
import { freeName } from '../disk/free-name'
import { type PortableForm, parsePortable, writePortable } from '../disk/portable-file'

const fileVersion = 2
const fileKind = 'countersign-assistant'
/** Characters of a picture as base64: one of 256 pixels takes far less. */
const pictureCharacters = 1_000_000

const fields = assistantFieldsSchema.shape

const filePictureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('letter') }),
  z.strictObject({ kind: z.literal('emoji'), emoji: z.string().min(1).max(32) }),
  z.strictObject({ kind: z.literal('picture'), data: z.base64().max(pictureCharacters) }),
])
/** A picture inside of a file. */
export type FilePicture = z.infer<typeof filePictureSchema>

const fileSchema = z.strictObject({
  kind: z.literal(fileKind),
  version: z.union([z.literal(1), z.literal(fileVersion)]),
  assistant: z.strictObject({
    name: fields.name,
    picture: filePictureSchema,
    instructions: fields.instructions,
    model: fields.model,
    effort: fields.effort,
    /** Version 1 had none: the one of the settings held for all. */
    thinking: fields.thinking.default(null),
    tools: fields.tools,
    policies: z.record(z.string().max(100), policySchema),
    /** By its name, because ids differ from library to library. */
    collection: z.string().max(300).nullable(),
    turnCap: fields.turnCap,
    tokenBudget: fields.tokenBudget,
    costBudget: fields.costBudget,
  }),
})
/** What a file says of an assistant. */
export type FileAssistant = z.infer<typeof fileSchema>['assistant']

const form: PortableForm<typeof fileSchema> = {
  kind: fileKind,
  version: fileVersion,
  schema: fileSchema,
  refusals: {
    other: () => say('assistant.no_file'),
    newer: () => say('assistant.newer_file'),
    damaged: (values) => say('assistant.damaged_file', values),
  },
}

/** What a file is compared with when it comes in. */
export interface Surroundings {
  readonly tools: readonly Pick<ToolInfo, 'name' | 'aliases' | 'module'>[]
  readonly collections: readonly { readonly id: string; readonly name: string }[]
  readonly names: readonly string[]
  /** What a new assistant may do with each tool. */
  readonly policies: readonly Pick<ToolPolicy, 'tool' | 'class' | 'allowed'>[]
  /** What a person has set for every run; a budget of 0 is none. */
  readonly limits: Pick<Settings, RunLimit>
}

/** Writes down what another machine can take over: ids and dates stay here. */
export function writeAssistantFile(
  assistant: Assistant,
  from: {
    readonly picture: FilePicture
    readonly policies: readonly ToolPolicy[]
    readonly collection: string | null
  },
): { name: string; text: string } {
  const { name, instructions, model, effort, thinking, tools, turnCap, tokenBudget, costBudget } = assistant
  const chosen = from.policies.flatMap(({ tool, chosen: policy }) =>
    policy === null ? [] : [[tool, policy]],
  )
  const file: z.input<typeof fileSchema> = {
    kind: fileKind,
    version: fileVersion,
    assistant: {
      name,
      picture: from.picture,
      instructions,
      model,
      effort,
      thinking,
      tools,
      policies: Object.fromEntries(chosen),
      collection: from.collection,
      turnCap,
      tokenBudget,
      costBudget,
    },
  }
  return writePortable(name, 'assistant', file)
}

/** What a file says of an assistant; see {@link parsePortable} for what it throws. */
export function parseAssistantFile(text: string): FileAssistant {
  return parsePortable(text, form).assistant
}

/** What of a file's assistant comes in here: never more rights than a new one has, nor looser limits. */
export function admit(
  file: FileAssistant,
  here: Surroundings,
): {
  readonly fields: Omit<AssistantFields, 'picture'>
  readonly policies: Readonly<Record<string, Policy>>
  readonly notes: ImportNote[]
} {
  const notes: ImportNote[] = []
  const name = freeName(file.name, here.names, assistantLimits.name)
  if (name !== file.name) notes.push({ kind: 'renamed', from: file.name, to: name })
  const unknown = new Set<string>()
  const tools = knownTools(file.tools, here, unknown)
  const { policies, lowered } = admittedPolicies(file.policies, here, unknown)
  if (lowered.length > 0) notes.push({ kind: 'proposed_instead', tools: lowered })
  if (unknown.size > 0) notes.push({ kind: 'unknown_tools', tools: [...unknown] })
  const collection = here.collections.find((candidate) => candidate.name === file.collection)
  if (file.collection !== null && collection === undefined) {
    notes.push({ kind: 'unknown_collection', name: file.collection })
  }
  const looser = runLimits.filter((limit) => isLooser(file[limit], here.limits[limit]))
  if (looser.length > 0) notes.push({ kind: 'limits_of_settings', limits: looser })
  const own = (limit: RunLimit) => (looser.includes(limit) ? null : file[limit])
  const { instructions, model, effort, thinking } = file
  if (model !== '') notes.push({ kind: 'own_model', model })
  return {
    fields: {
      name,
      instructions,
      model,
      effort,
      thinking,
      tools,
      turnCap: own('turnCap'),
      tokenBudget: own('tokenBudget'),
      costBudget: own('costBudget'),
      collectionId: collection?.id ?? null,
    },
    policies,
    notes,
  }
}

/** A person's limit of 0 is none: nothing is looser. */
function isLooser(wanted: number | null, set: number): boolean {
  return wanted !== null && set !== 0 && wanted > set
}

function knownTools(set: ToolSet, { tools }: Surroundings, unknown: Set<string>): ToolSet {
  if (set.kind === 'all') return set
  const modules = set.modules.filter((module) => tools.some((tool) => tool.module === module))
  for (const module of set.modules) if (!modules.includes(module)) unknown.add(module)
  return { kind: 'some', modules, tools: currentNames(set.tools, tools, unknown) }
}

/** Former names become those of today. */
function currentNames(
  names: readonly string[],
  tools: Surroundings['tools'],
  unknown: Set<string>,
): string[] {
  return names.flatMap((name) => {
    const found = tools.find((tool) => tool.name === name || tool.aliases.includes(name))
    if (found !== undefined) return [found.name]
    unknown.add(name)
    return []
  })
}

function admittedPolicies(
  chosen: Readonly<Record<string, Policy>>,
  { tools, policies: offered }: Surroundings,
  unknown: Set<string>,
) {
  const policies: Record<string, Policy> = {}
  const lowered: string[] = []
  for (const [name, policy] of Object.entries(chosen)) {
    const [tool] = currentNames([name], tools, unknown)
    const here = offered.find((candidate) => candidate.tool === tool)
    if (tool === undefined || here === undefined) continue
    // What writes is left at what is usual for it, which is never automatic.
    if (policy === 'auto' && here.class !== 'read') lowered.push(tool)
    // Anything else comes in as it is, a read's `propose` or `deny` too: it lets through no more than a new one may.
    else if (here.allowed.includes(policy)) policies[tool] = policy
  }
  return { policies, lowered }
}
