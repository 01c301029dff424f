import type { Wire } from './wire'
import { createWire } from './wire'
import type { WorldBridge } from './world-bridge'
import { createWorldBridge } from './world-bridge'

/** Name of the world in which the preload runs; Electron's own name for it. */
export const preloadWorldName = 'Electron Isolated Context'
/** Binding by which the preload's world speaks to this process; the page does not have it. */
export const outgoingBinding = '__standInSend'
/** Function of the preload's world that takes messages from this process. */
export const incomingFunction = '__standInReceive'
/** Function of the preload's world that pauses until a file's path has been filled in. */
export const pathFunction = 'standInPathForFile'

/** What the preload's world sends to the main process. */
export type FromPreload = { href: string } & (
  | { kind: 'send'; channel: string; values: unknown[]; ports: string[] }
  | { kind: 'invoke'; id: number; channel: string; values: unknown[] }
  | { kind: 'port-message'; port: string; data: unknown }
  | { kind: 'port-closed'; port: string }
  | { kind: 'window-open'; url: string; frameName: string; features: string }
  | { kind: 'preload-error'; message: string }
)

/** What the main process sends to the preload's world. */
export type ToPreload =
  | { kind: 'send'; channel: string; values: unknown[]; ports: string[] }
  | { kind: 'reply'; id: number; failed: boolean; value: unknown }
  | { kind: 'port-message'; port: string; data: unknown }
  | { kind: 'port-closed'; port: string }

type PreloadSettings = {
  platform: string
  versions: Record<string, string>
  argv: readonly string[]
}
type Unsent = FromPreload extends infer M ? (M extends { href: string } ? Omit<M, 'href'> : never) : never

/** Runs in the page's own world: whatever asks for a window is reported, and gets none. */
function guardPage(bridge: WorldBridge) {
  const open = (url?: string | URL, frameName?: string, features?: string) => {
    bridge.reportWindow(
      new URL(String(url ?? 'about:blank'), location.href).href,
      frameName ?? '',
      features ?? '',
    )
    return null
  }
  Object.defineProperty(window, 'open', { value: open, writable: true, configurable: true })
  const onClick = (event: MouseEvent) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement)
    if (event.defaultPrevented || !link?.href) return
    const newWindow = event.button === 1 || event.ctrlKey || event.metaKey || event.shiftKey
    if (!newWindow && ['', '_self', '_top', '_parent'].includes(link.target)) return
    event.preventDefault()
    bridge.reportWindow(link.href, link.target, '')
  }
  window.addEventListener('click', onClick)
  window.addEventListener('auxclick', onClick)
}

/** Runs in the preload's world: what a sandboxed preload finds as `require`, `process` and `electron`. */
function preparePreload(
  bridge: WorldBridge,
  wire: Wire,
  settings: PreloadSettings,
  names: readonly string[],
) {
  const [outgoing, incoming] = names as [string, string]
  const world = globalThis as unknown as Record<string, (text: string) => void>
  const binding = world[outgoing]
  const send = (message: Unsent) => binding?.(wire.pack({ ...message, href: location.href }))
  const ports = new Map<string, MessagePort>()
  const calls = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
  const listeners = new Map<string, ((event: unknown, ...values: unknown[]) => void)[]>()
  let lastId = 0

  const strict = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        if (typeof key === 'symbol' || key in object || key === 'then')
          return Reflect.get(object, key, receiver)
        throw new Error(`The Electron stand-in has no ${name}.${key}.`)
      },
    })

  const adopt = (id: string, port: MessagePort) => {
    ports.set(id, port)
    port.addEventListener('message', (event) => send({ kind: 'port-message', port: id, data: event.data }))
    port.addEventListener('close', () => {
      if (ports.delete(id)) send({ kind: 'port-closed', port: id })
    })
    port.start()
  }

  const on = (channel: string, listener: (event: unknown, ...values: unknown[]) => void) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    return ipcRenderer
  }
  const off = (channel: string, listener: (event: unknown, ...values: unknown[]) => void) => {
    listeners.set(
      channel,
      (listeners.get(channel) ?? []).filter((one) => one !== listener),
    )
    return ipcRenderer
  }
  const ipcRenderer: object = strict('ipcRenderer', {
    send: (channel: string, ...values: unknown[]) => send({ kind: 'send', channel, values, ports: [] }),
    invoke: (channel: string, ...values: unknown[]) => {
      lastId += 1
      const id = lastId
      const answer = new Promise((resolve, reject) => calls.set(id, { resolve, reject }))
      send({ kind: 'invoke', id, channel, values })
      return answer
    },
    postMessage: (channel: string, value: unknown, transfer: MessagePort[] = []) => {
      const ids = transfer.map((port) => {
        lastId += 1
        adopt(`preload-${lastId}`, port)
        return `preload-${lastId}`
      })
      send({ kind: 'send', channel, values: [value], ports: ids })
    },
    on,
    addListener: on,
    once: (channel: string, listener: (event: unknown, ...values: unknown[]) => void) => {
      const first = (event: unknown, ...values: unknown[]) => {
        off(channel, first)
        listener(event, ...values)
      }
      return on(channel, first)
    },
    off,
    removeListener: off,
    removeAllListeners: (channel: string) => {
      listeners.delete(channel)
      return ipcRenderer
    },
  })

  world[incoming] = (text) => {
    const message = wire.unpack(text) as ToPreload // packed by the same codec in the main process
    switch (message.kind) {
      case 'send': {
        const received = message.ports.map((id) => {
          const channel = new MessageChannel()
          adopt(id, channel.port1)
          return channel.port2
        })
        const event = strict('IpcRendererEvent', { sender: ipcRenderer, ports: received })
        for (const listener of listeners.get(message.channel) ?? []) listener(event, ...message.values)
        return
      }
      case 'reply': {
        const waiting = calls.get(message.id)
        calls.delete(message.id)
        if (message.failed) waiting?.reject(message.value)
        else waiting?.resolve(message.value)
        return
      }
      case 'port-message':
        ports.get(message.port)?.postMessage(message.data)
        return
      case 'port-closed': {
        const port = ports.get(message.port)
        ports.delete(message.port)
        port?.close()
        return
      }
    }
  }
  bridge.onWindow((url, frameName, features) => send({ kind: 'window-open', url, frameName, features }))

  // The main process answers the pause by writing `answer.path`; a plain function keeps this one synchronous.
  function standInPathForFile(file: unknown): string {
    const answer = { file, path: '' }
    // biome-ignore lint/suspicious/noDebugger: the pause is how the path gets in
    debugger
    return answer.path
  }

  const electron = strict('electron (preload)', {
    ipcRenderer,
    contextBridge: strict('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api),
    }),
    webUtils: strict('webUtils', {
      getPathForFile: (file: unknown) => {
        if (!(file instanceof File)) throw new TypeError('getPathForFile: the argument is not a File')
        return standInPathForFile(file)
      },
    }),
  })
  return {
    require: (name: string) => {
      if (name === 'electron' || name === 'electron/renderer') return electron
      throw new Error(`module not found: ${name}`)
    },
    process: strict('process (preload)', {
      ...settings,
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
    }),
    fail: (error: unknown) =>
      send({
        kind: 'preload-error',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  }
}

/** Source of the two scripts that each document of a window begins with. */
export function documentScripts(nonce: string, preload: string, settings: PreloadSettings) {
  // Frames inside the page get no preload, as with Electron's nodeIntegrationInSubFrames left off.
  const topOnly = 'if (window !== window.top) return;'
  const bridge = (self: string) => `(${createWorldBridge})(${JSON.stringify(nonce)}, '${self}')`
  return {
    page: `(() => { ${topOnly} (${guardPage})(${bridge('page')}) })()`,
    preload: `(() => { ${topOnly}
const world = (${preparePreload})(${bridge('preload')}, (${createWire})(), ${JSON.stringify(settings)},
  ${JSON.stringify([outgoingBinding, incomingFunction])});
const module = { exports: {} };
try { (function (require, process, module, exports) { ${preload}
}).call({}, world.require, world.process, module, module.exports) } catch (error) { world.fail(error) } })()`,
  }
}
