import { z } from 'zod'
import { recognitionLanguageSchema, recognitionLanguages } from '../recognition'
import { saidSchema } from '../sentences/sentence'
import { procedure } from './base'

/** Which kind of model answers. */
const providerSchema = z.enum(['offline', 'anthropic'])
/** See {@link providerSchema}. */
export type Provider = z.infer<typeof providerSchema>

/** How much work a model puts into an answer; `default` leaves it to the model. */
export const effortSchema = z.enum(['default', 'low', 'medium', 'high', 'xhigh', 'max'])
/** See {@link effortSchema}. */
export type Effort = z.infer<typeof effortSchema>
/** Whether a model thinks before it answers; `default` leaves it to the model. */
/** Whether a model thinks before it answers; `default` is as it decides. */
export const thinkingSchema = z.enum(['default', 'on', 'off'])
/** See {@link thinkingSchema}. */
export type Thinking = z.infer<typeof thinkingSchema>

/** How long a proposal waits for a decision. */
export const proposalLifetimeSchema = z.enum(['hour', 'day', 'week'])
/** See {@link proposalLifetimeSchema}. */
export type ProposalLifetime = z.infer<typeof proposalLifetimeSchema>

/** The highest budget of tokens that can be set. */
export const mostTokens = 1_000_000_000
/** The longest context that can be set: ten times that of the longest models. */
export const mostContextTokens = 10_000_000
/** What a local server is usually given, in tokens: reckoned with where it does not say, and a model with less has little. */
export const usualLocalTokens = 32_768
/** The highest budget or price that can be set, in whatever currency. */
export const highestCost = 1_000_000

/** What a person has set; flags and environment variables come before it. */
export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', 'en', 'de']),
  provider: providerSchema,
  /** A model id as the server knows it; free text. */
  model: z.string().max(200),
  /** Without `/v1`; empty for the vendor's own address. */
  baseUrl: z.string().max(2000),
  /** Cap on turns of one run. */
  turnCap: z.number().int().min(1).max(100),
  /** Tokens that one run may use; 0 for no limit. */
  tokenBudget: z.number().int().min(0).max(mostTokens),
  /** What one run may cost, in the currency of the prices; 0 for no limit. */
  costBudget: z.number().min(0).max(highestCost),
  /** What a million tokens that are sent cost. */
  inputPrice: z.number().min(0).max(highestCost),
  /** What a million tokens of answers cost. */
  outputPrice: z.number().min(0).max(highestCost),
  /** Tokens that the model takes in all; 0 for what is usual at its server. */
  contextTokens: z.number().int().min(0).max(mostContextTokens),
  effort: effortSchema,
  thinking: thinkingSchema,
  /** Whether the model is asked for a conversation’s title after its first answer. */
  modelTitles: z.boolean(),
  /** Whether a host with notifications of its own tells of runs that are not on screen. */
  notifications: z.boolean(),
  /** Whether the text in pictures and scans is read when they come into the library. */
  readPictures: z.boolean(),
  /** In which languages. */
  recognitionLanguages: z.array(recognitionLanguageSchema).min(1),
  /** For proposals that are made from then on; those that wait keep theirs. */
  proposalLifetime: proposalLifetimeSchema,
  /** Hosts on this computer or in its own network whose pages may be fetched, each with its port. */
  webHosts: z.array(z.string().max(300)).max(100),
  /** Whether the scripts of a page that shows little without them are run, where there is a browser for it. */
  pageScripts: z.boolean(),
})
/** See {@link settingsSchema}. */
export type Settings = z.infer<typeof settingsSchema>

/** What is set before anyone chose. */
export const defaultSettings: Settings = {
  theme: 'system',
  language: 'system',
  provider: 'offline',
  model: '',
  baseUrl: '',
  turnCap: 10,
  tokenBudget: 0,
  costBudget: 0,
  inputPrice: 0,
  outputPrice: 0,
  contextTokens: 0,
  effort: 'default',
  thinking: 'default',
  modelTitles: true,
  notifications: true,
  readPictures: false,
  recognitionLanguages: [...recognitionLanguages],
  // So that what was planned is still what a person has in mind.
  proposalLifetime: 'day',
  webHosts: [],
  pageScripts: true,
}

/** What a server of the Messages API does beyond what every one of them does. */
export const serverFeaturesSchema = z.object({
  /** The blocks in which passages are sent so that citations point into them; `none` where it has neither. */
  citations: z.enum(['search_results', 'documents', 'none']),
  /** `cache_control` at the top of a request. */
  promptCaching: z.boolean(),
  /** Pictures in results of tools. */
  images: z.boolean(),
  /** `tool_choice`. */
  toolChoice: z.boolean(),
  /** How thinking is switched on: by itself, with a budget, or not at all. */
  thinking: z.enum(['adaptive', 'enabled', 'none']),
  /** `output_config` with an effort. */
  effort: z.boolean(),
  /** Tokens are counted before a request is sent. */
  counting: z.boolean(),
  /** `context_management`: it leaves out old results of tools by itself where a request is too long. */
  contextEditing: z.boolean(),
})
/** See {@link serverFeaturesSchema}. */
export type ServerFeatures = Readonly<z.infer<typeof serverFeaturesSchema>>

/** The model in use and why; never holds a secret. */
export const modelStatusSchema = z.object({
  provider: providerSchema,
  model: z.string(),
  baseUrl: z.string(),
  hasKey: z.boolean(),
  /** Where the key is that is sent; one of the environment can't be taken away here. */
  keyFrom: z.enum(['environment', 'stored']).nullable(),
  /** Where the choice comes from. */
  source: z.enum(['setting', 'environment', 'flag', 'default']),
  /** The environment variables that decide it, by their names; empty unless they are the source. */
  decidedBy: z.array(z.string()),
  /** One sentence for people. */
  detail: z.string(),
  said: saidSchema.optional(),
  /** What requests rely on; null for the offline assistant. */
  features: serverFeaturesSchema.nullable(),
  /** How many tokens a request and its answer may come to, and who says so; null for the offline assistant. */
  window: z.object({ tokens: z.number(), from: z.enum(['set', 'server', 'usual']) }).nullable(),
  /** When the server was asked what it can do, in milliseconds since 1970; null while that is assumed. */
  checkedAt: z.number().nullable(),
})
/** See {@link modelStatusSchema}. */
export type ModelStatus = z.infer<typeof modelStatusSchema>

/** A local model server that answered. */
const localServerSchema = z.object({
  name: z.string(),
  baseUrl: z.string(),
  models: z.array(z.string()),
})
/** See {@link localServerSchema}. */
export type LocalServer = z.infer<typeof localServerSchema>

/** A language, mostly with a region, as `en-GB` (BCP 47). */
const localeSchema = z.string().max(100).refine(isLocale)

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    // Nothing but a tag of another form is refused.
    return false
  }
}

/** Settings, keys and models. */
export const settingsContract = {
  get: procedure.output(settingsSchema),
  set: procedure.input(settingsSchema.partial().strict()).output(settingsSchema),
  /** Stores a key in the host's secret storage, or forgets it when empty; it can't be read back. */
  setKey: procedure.input(z.strictObject({ key: z.string().max(1000) })).output(modelStatusSchema),
  modelStatus: procedure.output(modelStatusSchema),
  /** Whether a model at the server in use takes pictures; the one of the settings where none is named. */
  takesPictures: procedure
    .input(z.strictObject({ model: z.string().max(200) }))
    .output(z.object({ takes: z.boolean() })),
  /** Asks the server in use, with a few short questions, what it can do, and keeps that. */
  checkServer: procedure.output(modelStatusSchema),
  /** Loads what the first question to a model would wait for; asks no server. False where no model is in use. */
  prepareModel: procedure.output(z.object({ prepared: z.boolean() })),
  /**
   * Tells in which language the page's browser, or its system, is, and of which languages and regions it is, the
   * preferred first; answers the language that main writes in.
   */
  pageSpeaks: procedure
    .input(z.strictObject({ language: z.enum(['en', 'de']), locales: z.array(localeSchema) }))
    .output(z.object({ language: z.enum(['en', 'de']) })),
  /** Looks on the usual loopback ports, only when asked or at the first start. */
  findLocalServers: procedure.output(z.array(localServerSchema)),
  /** Model ids that the server in use lists. */
  listModels: procedure.output(z.array(z.string())),
}
