import type { LocalServer } from '../../shared/contract/settings'
import { listServerModels } from './server-models'

/** A program that may serve models on this machine, and its usual address. */
export interface KnownServer {
  readonly name: string
  readonly baseUrl: string
}

/** The usual addresses of the servers that speak the Messages API. */
const knownServers: readonly KnownServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000' },
]

/** A server on this machine answers at once or is not there, in milliseconds. */
const discoveryLimitMs = 700

/** Asks the known addresses, side by side, and answers those where a list of models came back. */
export async function findLocalServers(
  servers: readonly KnownServer[] = knownServers,
  timeoutMs: number = discoveryLimitMs,
): Promise<LocalServer[]> {
  const found = await Promise.all(
    servers.map(async ({ name, baseUrl }) => {
      try {
        const models = await listServerModels({ baseUrl, credential: null }, { timeoutMs })
        return [{ name, baseUrl, models }]
      } catch {
        // Whatever else answers there, or nothing, is no model server: that is the normal case.
        return []
      }
    }),
  )
  return found.flat()
}
