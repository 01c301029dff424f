import { z } from 'zod'
import { type BehindServer, type Reply, reply, type ServerShape } from './shape'

const namedSchema = z.object({ model: z.string() })

/**
 * Ollama's own paths, as far as they tell of windows; read from ollama/ollama at fb30760: `server/routes.go` (`PsHandler`,
 * `GenerateHandler`, `GetModelInfo`), `api/types.go`, `docs/api.md`.
 */
export const ollamaOwn: NonNullable<ServerShape['own']> = (method, path, body, behind): Reply | null => {
  if (method === 'GET' && path === '/api/ps') return reply(200, { models: running(behind) })
  if (method !== 'POST' || (path !== '/api/show' && path !== '/api/generate')) return null
  const model = namedSchema.safeParse(body).data?.model ?? ''
  if (!behind.models.includes(model)) return reply(404, { error: `model '${model}' not found` })
  if (path === '/api/show') return reply(200, shown(behind))
  // Without a prompt a model is loaded, as for a request that sets nothing; one that runs elsewhere is asked there.
  if (behind.remote) return reply(403, { error: 'remote inference is unavailable' })
  behind.loaded.set(model, behind.contextTokens)
  return reply(200, { model, created_at: '2026-01-01T00:00:00Z', response: '', done: true })
}

/** What runs, always with its tag; versions before it had the window say nothing of it. */
function running({ loaded, older }: BehindServer) {
  return [...loaded].map(([name, window]) => {
    const model = name.includes(':') ? name : `${name}:latest`
    return { name: model, model, size: 1, digest: '', ...(older ? {} : { context_length: window }) }
  })
}

function shown({ longestTokens, numCtx, remote }: BehindServer) {
  return {
    ...(remote ? { remote_model: 'm', remote_host: 'https://ollama.com:443' } : {}),
    parameters: [
      'stop                           "<|im_end|>"',
      ...(numCtx === null ? [] : [`num_ctx                        ${numCtx}`]),
    ].join('\n'),
    model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': longestTokens },
    capabilities: ['completion', 'tools'],
  }
}
