import { z } from 'zod'
import type { McpSecret } from '../../../shared/contract/mcp-servers'
import { AppError } from '../../../shared/errors'
import { say } from '../../../shared/sentences/say'
import type { Secrets } from '../../host'

/** The values of servers' variables and headers, which are kept where keys are and nowhere else. */
export interface McpSecrets {
  /** Throws, naming it, where one of these has no value. */
  get(serverId: string, names: readonly string[]): Promise<Readonly<Record<string, string>>>
  /**
   * Keeps those of these names alone; one that is given without a value keeps the one it has, which it must have. For
   * another place than before, none has one.
   */
  set(serverId: string, given: readonly McpSecret[], isElsewhere: boolean): Promise<void>
  remove(serverId: string): Promise<void>
}

const storedSchema = z.record(z.string(), z.string())

/** Makes the store over the host's. */
export function createMcpSecrets(secrets: Secrets): McpSecrets {
  const keyOf = (serverId: string) => `mcp-server ${serverId}`
  const read = async (serverId: string): Promise<ReadonlyMap<string, string>> => {
    const text = await secrets.get(keyOf(serverId))
    return new Map(text === null ? [] : Object.entries(storedSchema.parse(JSON.parse(text))))
  }
  return {
    async get(serverId, names) {
      const stored = names.length === 0 ? new Map<string, string>() : await read(serverId)
      return Object.fromEntries(names.map((name) => [name, stored.get(name) ?? missing(name)]))
    },
    async set(serverId, given, isElsewhere) {
      const before = isElsewhere ? new Map<string, string>() : await read(serverId)
      const values = given.map(
        ({ name, value }) => [name, value ?? before.get(name) ?? missing(name)] as const,
      )
      if (values.length === 0) await secrets.remove(keyOf(serverId))
      else await secrets.set(keyOf(serverId), JSON.stringify(Object.fromEntries(values)))
    },
    remove: (serverId) => secrets.remove(keyOf(serverId)),
  }
}

function missing(name: string): never {
  throw new AppError('invalid_input', say('mcp.no_value', { name }), { field: 'secrets' })
}
