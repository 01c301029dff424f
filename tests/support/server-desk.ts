import { afterEach } from 'vitest'
import { createAnthropicModel } from '../../src/main/model/anthropic/model'
import { coreFeatures } from '../../src/main/model/anthropic/server'
import type { Model, ModelRequest } from '../../src/main/model/port'
import type { ServerFeatures } from '../../src/shared/contract/settings'
import { type AgentBench, createAgentBench } from './agent/bench'
import { collect, never, quick, request } from './anthropic-desk'
import { type StartedServer, startServer } from './fake-messages-api/servers'

/** The real client and the real loop at a server of another make. */
export interface ServerDesk {
  readonly server: StartedServer
  /** Conversations over a real database, with this server's model. */
  readonly bench: AgentBench
  start(...of: Parameters<typeof startServer>): Promise<void>
  model(features?: ServerFeatures, contextTokens?: number): Model
  /** Streams one answer to its end. */
  ask(request?: ModelRequest, features?: ServerFeatures): ReturnType<typeof collect>
  /** What tools gave, as it reached the model with its request of this number. */
  toolsRead(index: number): readonly string[]
}

/** A desk at which each test of this file starts its server; it is closed after each. */
export function setUpServerDesk(): ServerDesk {
  let open: StartedServer | undefined
  let bench: AgentBench | undefined
  afterEach(async () => {
    await bench?.remove()
    bench = undefined
    await open?.close()
    open = undefined
  })
  const server = (): StartedServer => {
    if (open === undefined) throw new Error('No server has been started.')
    return open
  }
  const model: ServerDesk['model'] = (features = coreFeatures, contextTokens) =>
    createAnthropicModel({
      model: 'm',
      server: { baseUrl: server().url, credential: null },
      limits: quick,
      features,
      ...(contextTokens === undefined ? {} : { contextTokens }),
    })
  return {
    get server() {
      return server()
    },
    get bench() {
      bench ??= createAgentBench(server().url, { COUNTERSIGN_MODEL: 'm' })
      return bench
    },
    async start(...of) {
      open = await startServer(...of)
    },
    model,
    ask: (asked = request(), features) => collect(model(features).stream(asked, never)),
    toolsRead: (index) =>
      (server().readings[index]?.messages ?? [])
        .filter(({ role }) => role === 'tool')
        .map(({ text }) => text),
  }
}
