import { once } from 'node:events'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/websocket'
import WebSocket from 'ws'
import type { Client } from '../../src/main/rpc/client'

/** A connection to a browser host as its page makes it: with a person's rights. */
export interface PageClient {
  readonly client: Client
  close(): void
}

/** Connects to a browser host by the address that it gives the person. */
export async function connectAsPage(url: string): Promise<PageClient> {
  const { origin, hash } = new URL(url)
  const token = new URLSearchParams(hash.slice(1)).get('token')
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, [`countersign.${token}`], { origin })
  await once(socket, 'open')
  // The two declarations of a WebSocket differ in parts that oRPC does not touch.
  const wire = new RPCLink({ websocket: socket })
  return { client: createORPCClient(wire), close: () => socket.terminate() }
}
