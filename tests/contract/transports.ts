import { once } from 'node:events'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { RPCHandler as PortHandler } from '@orpc/server/message-port'
import WebSocket from 'ws'
import { servePage } from '../../src/main/http/server'
import { type Client, clientInProcess } from '../../src/main/rpc/client'
import type { ConnectionContext } from '../../src/main/rpc/context'
import { person } from '../../src/shared/actor'
import { attachTo } from '../support/attach-to'
import { noMcp } from '../support/no-mcp'
import type { TestCore } from '../support/open-test-core'

/** A way to reach the core, with what to take down afterwards. */
export interface Reached {
  readonly client: Client
  close(): Promise<void>
}

const context: ConnectionContext = { actor: person, approval: null }

/** The token of the test's page server. */
const testToken = 'a'.repeat(43)

/** Every transport that the product uses. */
export const transports: Readonly<Record<string, (test: TestCore) => Promise<Reached>>> = {
  async memory({ core }) {
    return { client: clientInProcess(core.router, context), close: async () => {} }
  },
  async 'message port'({ core }) {
    const { port1, port2 } = new MessageChannel()
    void new PortHandler<ConnectionContext>(core.router).upgrade(port1 as never, { context })
    port1.start()
    port2.start()
    const client: Client = createORPCClient(new PortLink({ port: port2 as never }))
    return {
      client,
      close: async () => {
        port1.close()
        port2.close()
      },
    }
  },
  async WebSocket({ core, folder }) {
    const server = await servePage({
      router: core.router,
      pageFolder: folder.root,
      uploads: folder.uploads,
      token: testToken,
      mcp: noMcp,
      port: 0,
    })
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/rpc`, [`countersign.${testToken}`], {
      origin: `http://127.0.0.1:${server.port}`,
    })
    await once(socket, 'open')
    const client: Client = createORPCClient(new SocketLink({ websocket: socket }))
    return {
      client,
      close: async () => {
        socket.terminate()
        await server.close()
      },
    }
  },
  async 'local socket'({ folder }) {
    const attached = await attachTo(folder, { kind: 'command_line', name: 'Test' })
    return { client: attached.client, close: async () => attached.close() }
  },
}
