import type { CdpSession } from './cdp'
import { deliverToMain, type IpcEvent, invokeInMain } from './ipc-main'
import {
  type FromPreload,
  incomingFunction,
  outgoingBinding,
  pathFunction,
  preloadWorldName,
  type ToPreload,
} from './page-worlds'
import { receivePort, sendPortAway } from './ports'
import { createWire } from './wire'

/** The way between this process and the preload's world in one window's current document. */
export type PreloadLink = {
  send(channel: string, values: unknown[], ports?: readonly unknown[]): void
  /** The document is gone: every port that it held closes. */
  drop(): void
}

type Owner = {
  readonly mainFrameId: string
  event(ports: readonly unknown[]): IpcEvent
  /** Called with the address of the document that speaks, before its message is delivered. */
  heardFrom(href: string): void
  windowRequested(url: string, frameName: string, features: string): void
  preloadFailed(message: string): void
}

const wire = createWire()
let lastPort = 0

/** Sets the link up on a page's session. */
export function linkPreload(client: CdpSession, owner: Owner): PreloadLink {
  let world: string | undefined
  let worldId: number | undefined
  const ports = new Map<string, { post(data: unknown): void; close(): void }>()

  const tell = (message: ToPreload) => {
    if (world === undefined) return // as in Electron, a message to a window without a document is lost
    const expression = `${incomingFunction}(${JSON.stringify(wire.pack(message))})`
    client.tell('Runtime.evaluate', { expression, uniqueContextId: world })
  }
  const remote = (id: string) => ({
    post: (data: unknown) => tell({ kind: 'port-message', port: id, data }),
    close: () => {
      ports.delete(id)
      tell({ kind: 'port-closed', port: id })
    },
  })
  const drop = () => {
    world = undefined
    worldId = undefined
    const open = [...ports.values()]
    ports.clear()
    for (const port of open) port.close()
  }

  const invoke = async (message: FromPreload & { kind: 'invoke' }) => {
    const asked = world
    const reply = (failed: boolean, value: unknown) => {
      if (asked === world) tell({ kind: 'reply', id: message.id, failed, value })
    }
    try {
      reply(false, await invokeInMain(message.channel, owner.event([]), message.values))
    } catch (error) {
      reply(true, new Error(`Error invoking remote method '${message.channel}': ${String(error)}`))
    }
  }

  const receive = (message: FromPreload) => {
    owner.heardFrom(message.href)
    switch (message.kind) {
      case 'send': {
        const received = message.ports.map((id) => {
          const { port, post, close } = receivePort(remote(id))
          ports.set(id, { post, close })
          return port
        })
        return deliverToMain(message.channel, owner.event(received), message.values)
      }
      case 'invoke':
        return void invoke(message)
      case 'port-message':
        return ports.get(message.port)?.post(message.data)
      case 'port-closed': {
        const port = ports.get(message.port)
        ports.delete(message.port)
        return port?.close()
      }
      case 'window-open':
        return owner.windowRequested(message.url, message.frameName, message.features)
      case 'preload-error':
        return owner.preloadFailed(message.message)
    }
  }

  client.on('Runtime.executionContextCreated', ({ context }) => {
    const frame = (context.auxData as { frameId?: string } | undefined)?.frameId
    if (context.name !== preloadWorldName || frame !== owner.mainFrameId) return
    if (world !== undefined) drop()
    world = context.uniqueId
    worldId = context.id
  })
  client.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
    if (executionContextUniqueId === world) drop()
  })
  client.on('Runtime.executionContextsCleared', drop)
  client.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
    if (name !== outgoingBinding || executionContextId !== worldId) return
    receive(wire.unpack(payload) as FromPreload) // packed by the same codec in the preload's world
  })
  client.on('Debugger.paused', ({ callFrames }) => {
    const frame = callFrames[0]
    const asksForPath = frame?.functionName === pathFunction
    answerPathRequest(client, asksForPath ? frame.callFrameId : undefined)
  })

  return {
    send: (channel, values, sent = []) => {
      const ids = sent.map((port) => {
        lastPort += 1
        const id = `main-${lastPort}`
        // The page learns of the port before the first message for it: both go the same way, in order.
        return { id, port }
      })
      tell({ kind: 'send', channel, values, ports: ids.map(({ id }) => id) })
      for (const { id, port } of ids) ports.set(id, sendPortAway(port, remote(id)))
      if (world === undefined) for (const { id } of ids) ports.get(id)?.close()
    },
    drop,
  }
}

/** Fills in the path of the file that a paused preload holds, and lets it go on. */
async function fillInPath(client: CdpSession, callFrameId: string): Promise<void> {
  const file = await client.send('Debugger.evaluateOnCallFrame', { callFrameId, expression: 'answer.file' })
  const { path } = await client.send('DOM.getFileInfo', { objectId: file.result.objectId ?? '' })
  const expression = `answer.path = ${JSON.stringify(path)}`
  await client.send('Debugger.evaluateOnCallFrame', { callFrameId, expression })
}

function answerPathRequest(client: CdpSession, callFrameId: string | undefined): void {
  const filled = callFrameId === undefined ? Promise.resolve() : fillInPath(client, callFrameId)
  filled
    .catch((error: Error) => {
      if (!client.closed) process.stderr.write(`[stand-in] the path of a file: ${error.message}\n`)
    })
    .finally(() => client.tell('Debugger.resume'))
}

/** Commands that must be sent before a window loads its first document. */
export async function preparePreloadWorld(client: CdpSession, scripts: { page: string; preload: string }) {
  await Promise.all([
    client.send('Runtime.enable'),
    client.send('Debugger.enable'),
    client.send('Runtime.addBinding', { name: outgoingBinding, executionContextName: preloadWorldName }),
    client.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.page }),
    client.send('Page.addScriptToEvaluateOnNewDocument', {
      source: scripts.preload,
      worldName: preloadWorldName,
    }),
  ])
}
