import { z } from 'zod'
import { AppError } from '../../shared/errors'
import { say } from '../../shared/sentences/say'
import { toModelFailure } from './anthropic/errors'
import { modelLimits } from './anthropic/limits'
import { addressOf, type ModelServer, officialBaseUrl } from './anthropic/server'
import { requestJson } from './request-json'

// Ollama without a model lists null.
const listSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })).nullable() })
const tagsSchema = z.object({ models: z.array(z.looseObject({ name: z.string() })) })

/** The largest list that is read, in bytes; the longest known is a few hundred entries. */
const listLimitBytes = 4_000_000

/**
 * The ids of the models that a server lists, by `/v1/models`, or by Ollama's `/api/tags` where that is all it has.
 * Throws `unauthorized` where the key is refused, `model_error` where there is no list.
 */
export async function listServerModels(
  server: ModelServer,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal } = {},
): Promise<string[]> {
  const timeoutMs = options.timeoutMs ?? modelLimits.listMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  try {
    const listed = await get(server, '/v1/models?limit=1000', signal)
    const models = listSchema.safeParse(listed.body)
    if (models.success) return (models.data.data ?? []).map(({ id }) => id)
    if (listed.status === 404) {
      const tags = tagsSchema.safeParse((await get(server, '/api/tags', signal)).body)
      if (tags.success) return tags.data.models.map(({ name }) => name)
    }
    if (listed.status === 401 || listed.status === 403) {
      throw new AppError(
        'unauthorized',
        say('model.key_refused_listing', { address: addressOf(server), status: listed.status }),
      )
    }
    throw new AppError(
      'model_error',
      say('model.no_list', { address: addressOf(server), status: listed.status }),
    )
  } catch (error) {
    throw toModelFailure(error, {
      address: addressOf(server),
      model: '',
      key: server.credential?.secret ?? null,
      stopped: options.signal?.aborted === true,
      late: timeout.aborted ? { afterMs: timeoutMs, started: false } : null,
    })
  }
}

async function get(
  server: ModelServer,
  path: string,
  signal: AbortSignal,
): Promise<{ status: number; body: unknown }> {
  const base = server.baseUrl === '' ? officialBaseUrl : server.baseUrl.replace(/\/+$/u, '')
  const { status, body } = await requestJson(`${base}${path}`, {
    signal,
    secret: server.credential?.secret ?? null,
    headers: { 'anthropic-version': '2023-06-01' },
    limitBytes: listLimitBytes,
    tooLong: say('model.list_too_long'),
  })
  return { status, body }
}
