import type { ClientLink } from '@orpc/client'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import { RPCLink as SocketLink } from '@orpc/client/websocket'
import { type PageHost, pageHost } from './host'
import { followGivenToken, token } from './token'

/** How the page stands with its host; `refused` means that trying again can't help. */
export type ConnectionStatus = 'connecting' | 'connected' | 'lost' | 'refused'

type Link = ClientLink<Record<never, never>>

// Quick enough to go unnoticed after a restart, slow enough not to busy a machine that sleeps.
const firstRetryMs = 250
const longestRetryMs = 5000

let status: ConnectionStatus = 'connecting'
const listeners = new Set<(status: ConnectionStatus) => void>()
let current = pendingLink()

function pendingLink() {
  return Promise.withResolvers<Link>()
}

function setStatus(next: ConnectionStatus): void {
  if (status === next) return
  status = next
  for (const listener of listeners) listener(next)
}

/** Tells every change of the connection from now on; returns what ends it. */
export function watchConnection(listener: (status: ConnectionStatus) => void): () => void {
  listeners.add(listener)
  listener(status)
  return () => listeners.delete(listener)
}

/** The link in use, or the next one while the connection is lost. */
export function currentLink(): Promise<Link> {
  return current.promise
}

/** Opens the transport that fits this host; in a browser keeps reopening it. */
export function connect(): void {
  if (pageHost) {
    connectPort(pageHost)
    return
  }
  followGivenToken()
  if (token === null) setStatus('refused')
  else connectSocket(token, firstRetryMs)
}

function connectPort(host: PageHost): void {
  window.addEventListener('message', (event) => {
    const port = event.ports[0]
    if (event.source !== window || event.data !== 'countersign:port' || port === undefined) return
    const link = new PortLink<Record<never, never>>({ port })
    port.addEventListener('close', () => {
      current = pendingLink()
      setStatus('lost')
    })
    port.start()
    current.resolve(link)
    setStatus('connected')
  })
  host.connect()
}

function connectSocket(secret: string, retryMs: number): void {
  const socket = new WebSocket(`ws://${location.host}/rpc`, `countersign.${secret}`)
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
    current.resolve(new SocketLink<Record<never, never>>({ websocket: socket }))
    setStatus('connected')
  })
  socket.addEventListener('close', () => {
    if (opened) current = pendingLink()
    void retrySocket(secret, opened ? firstRetryMs : retryMs)
  })
}

async function retrySocket(secret: string, retryMs: number): Promise<void> {
  if (status !== 'connecting') setStatus('lost')
  await new Promise((resolve) => setTimeout(resolve, retryMs))
  // A host that answers but refuses the socket was started anew: this page's token is of the past.
  if (await hostRefuses(secret)) setStatus('refused')
  else connectSocket(secret, Math.min(retryMs * 2, longestRetryMs))
}

async function hostRefuses(secret: string): Promise<boolean> {
  try {
    const answer = await fetch('/upload', { method: 'POST', headers: { authorization: `Bearer ${secret}` } })
    return answer.status === 401
  } catch {
    // Nobody answers: the host is not running now, which trying again may find changed.
    return false
  }
}
