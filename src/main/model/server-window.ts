import { z } from 'zod'
import { say } from '../../shared/sentences/say'
import { modelLimits } from './anthropic/limits'
import { type ModelServer, officialBaseUrl } from './anthropic/server'
import { requestJson } from './request-json'

/** Limits of asking, in milliseconds. */
export interface WindowLimits {
  /** For what a server knows at once. */
  readonly answerMs: number
  /** For a model that has to be loaded first. */
  readonly loadMs: number
}

const usualLimits: WindowLimits = { answerMs: 3000, loadMs: modelLimits.firstEventMs }

/** What a model's server said of how many tokens a request and its answer may come to together. */
export interface ServerWindow {
  /** What it said last; null where it did not say. */
  readonly tokens: number | null
  /** Asks it; whatever comes of that, it does not fail. */
  learn(signal: AbortSignal): Promise<void>
}

/**
 * Asks before each run, because a model can be loaded anew with another window, unless what was said lasts; `changed` is
 * called when it is another one.
 */
export function createServerWindow(server: ModelServer, model: string, changed: () => void): ServerWindow {
  let told: number | null = null
  let lasts = false
  return {
    get tokens() {
      return told
    },
    async learn(signal) {
      if (lasts) return
      const answer = await askServerWindow(server, model, signal)
      lasts = answer.lasts
      if (answer.tokens === null || answer.tokens === told) return
      told = answer.tokens
      changed()
    },
  }
}

/** The largest answer that is read, in bytes: what Ollama shows of a model holds its licences and its template. */
const answerLimitBytes = 4_000_000

/** Asks one path of the server, by POST where there is a body; undefined where it does not answer with JSON. */
type Ask = (path: string, body?: object, limitMs?: number) => Promise<unknown>

/** What a server said when it was asked. */
interface ToldWindow {
  /** Null where it did not say. */
  readonly tokens: number | null
  /** Whether it would say the same later, so that it need not be asked again. */
  readonly lasts: boolean
}

/**
 * How one make of server says how many tokens a request and its answer may come to together. Null where it does not
 * know, undefined where what came back is not of this make.
 */
type Teller = (
  ask: Ask,
  model: string,
  limits: WindowLimits,
) => Promise<number | null | ToldWindow | undefined>

const tokens = z.int().positive()
const tokensOrNone = tokens.nullish().catch(null)

/**
 * How many tokens a server says that a request to a model and its answer may come to. Ollama is asked to load the model,
 * because only then it knows; no other is asked for anything that it does not know at once.
 */
export async function askServerWindow(
  server: ModelServer,
  model: string,
  signal: AbortSignal,
  limits: WindowLimits = usualLimits,
): Promise<ToldWindow> {
  const base = server.baseUrl === '' ? officialBaseUrl : server.baseUrl.replace(/\/+$/u, '')
  let mayLater = false
  const ask: Ask = async (path, body, limitMs = limits.answerMs) => {
    const answer = await requestJson(`${base}${path}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
      secret: server.credential?.secret ?? null,
      headers: { 'anthropic-version': '2023-06-01' },
      ...(body === undefined ? {} : { body }),
      limitBytes: answerLimitBytes,
      tooLong: say('model.answer_too_long'),
    })
    if (answersForGood(answer.status)) return answer.body
    mayLater = true
    return undefined
  }
  try {
    for (const tell of [list, ollama, lmStudio, llamaCpp]) {
      const told = await tell(ask, model, limits)
      if (told === undefined) continue
      return typeof told === 'object' && told !== null ? told : { tokens: told, lasts: false }
    }
    // It is of no make that says it, where nothing was only away for now.
    return { tokens: null, lasts: !mayLater }
  } catch {
    // A server that can't be asked this may still answer; where it can't, the request that follows says why.
    return { tokens: null, lasts: false }
  }
}

/**
 * Whether what came is what a server has at a path, or that it has nothing there. Any other may answer otherwise later:
 * llama.cpp answers 503 until its model is loaded, a proxy 502 until it reaches its server.
 */
function answersForGood(status: number): boolean {
  return (status >= 200 && status < 300) || status === 404 || status === 405
}

const listSchema = z.object({
  object: z.string().optional(),
  data: z
    .array(
      z.looseObject({
        id: z.string(),
        parent: z.string().nullish(),
        max_model_len: tokensOrNone,
        max_input_tokens: tokensOrNone,
        meta: z.looseObject({ n_ctx: tokensOrNone }).nullish().catch(null),
      }),
    )
    .nullable(),
})

/**
 * The list of models, which three fill in. vLLM (vllm-project/vllm at 00153c8, `entrypoints/openai/models/serving.py`):
 * `max_model_len`, of an adapter that of its parent. llama.cpp since `server_context_meta` has `slot_n_ctx`: `meta.n_ctx`
 * of its one model, under whatever name it is asked for. The vendor (its SDK, `resources/models.d.ts`):
 * `max_input_tokens`; a list in its form is of no other make, and what its models take does not change.
 */
const list: Teller = async (ask, model) => {
  const parsed = listSchema.safeParse(await ask('/v1/models?limit=1000'))
  if (!parsed.success) return undefined
  const entries = parsed.data.data ?? []
  const named = entries.find(({ id }) => id === model) ?? (entries.length === 1 ? entries[0] : undefined)
  const parent = entries.find(({ id }) => id === named?.parent)
  const told =
    named?.max_model_len ?? parent?.max_model_len ?? named?.meta?.n_ctx ?? named?.max_input_tokens ?? null
  if (parsed.data.object !== 'list') return { tokens: told, lasts: true }
  return told ?? undefined
}

const runningSchema = z.object({
  models: z.array(z.looseObject({ model: z.string(), context_length: tokensOrNone })),
})
const shownSchema = z.looseObject({
  remote_model: z.string().nullish(),
  parameters: z.string().nullish(),
  model_info: z.record(z.string(), z.unknown()).nullish().catch(null),
})

/**
 * Ollama, read from ollama/ollama at fb30760: `server/routes.go` (`PsHandler`, `GenerateHandler`, `GetModelInfo`),
 * `server/sched.go` (`needsReload`), `docs/api.md` (“Load a model”), `docs/context-length.mdx`. How much it takes is
 * decided when the model is loaded: by its `num_ctx`, else OLLAMA_CONTEXT_LENGTH, else 4,096 to 262,144 by the memory
 * of the graphics card, and less where that runs out. A model that someone loaded otherwise is loaded anew for a
 * request. So it is loaded as for ours first, and `/api/ps` then says what came of it; versions that do not are believed
 * the model's own `num_ctx`. What runs in its cloud has its longest window, and is not loaded.
 */
const ollama: Teller = async (ask, model, { loadMs }) => {
  if (!runningSchema.safeParse(await ask('/api/ps')).success) return undefined
  const shown = shownSchema.safeParse(await ask('/api/show', { model }))
  if (!shown.success) return null
  const longest = tokens.safeParse(
    Object.entries(shown.data.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1],
  ).data
  if (shown.data.remote_model) return longest ?? null
  await ask('/api/generate', { model, stream: false }, loadMs)
  const running = runningSchema.safeParse(await ask('/api/ps')).data?.models ?? []
  const loaded = running.find((each) => ollamaName(each.model) === ollamaName(model))?.context_length
  if (loaded != null) return loaded
  const [, set] = /^num_ctx\s+(\d+)\s*$/mu.exec(shown.data.parameters ?? '') ?? []
  return set === undefined ? null : Math.min(Number(set), longest ?? Number.MAX_SAFE_INTEGER)
}

/** A name as it says it of a running model (`types/model/name.go`, `DisplayShortest`): always with its tag. */
function ollamaName(name: string): string {
  const [, , short = name] = /^(registry\.ollama\.ai\/)?(?:library\/)?(.+)$/iu.exec(name) ?? []
  return (/:[^/]*$/u.test(short) ? short : `${short}:latest`).toLowerCase()
}

const lmStudioSchema = z.object({
  models: z.array(
    z.looseObject({
      key: z.string(),
      loaded_instances: z.array(
        z.looseObject({ id: z.string(), config: z.looseObject({ context_length: tokensOrNone }) }),
      ),
    }),
  ),
})

/**
 * LM Studio, read from lmstudio-ai/docs at c6854fb, `1_developer/2_rest/list.md`: what is loaded of a model, each with
 * its `context_length`; there since 0.4.0, one version before its Messages API. Of one that is not loaded it says the
 * longest alone, with which it need not load it.
 */
const lmStudio: Teller = async (ask, model) => {
  const parsed = lmStudioSchema.safeParse(await ask('/api/v1/models'))
  if (!parsed.success) return undefined
  const instances = parsed.data.models.flatMap(({ key, loaded_instances }) =>
    loaded_instances.filter(({ id }) => id === model || key === model),
  )
  const exact = instances.filter(({ id }) => id === model)
  const windows = (exact.length > 0 ? exact : instances).flatMap(({ config }) => config.context_length ?? [])
  return windows.length === 0 ? null : Math.min(...windows)
}

const propsSchema = z.object({ default_generation_settings: z.looseObject({ n_ctx: tokens }) })

/**
 * llama.cpp, read from ggml-org/llama.cpp at fb40266, `tools/server/server-context.cpp` (`get_props`): the window of
 * one of its slots, in versions whose list does not have it.
 */
const llamaCpp: Teller = async (ask) =>
  propsSchema.safeParse(await ask('/props')).data?.default_generation_settings.n_ctx
