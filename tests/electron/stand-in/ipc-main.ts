import { EventEmitter } from 'node:events'
import { strict } from './strict'

/** What a listener of `ipcMain` is told about a message. */
export type IpcEvent = {
  readonly sender: { send(channel: string, ...values: unknown[]): void }
  readonly senderFrame: object
  readonly ports: readonly unknown[]
}
type Handler = (event: object, ...values: unknown[]) => unknown

const handlers = new Map<string, Handler>()
const emitter = new EventEmitter()

function handle(channel: string, handler: Handler): void {
  if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
  handlers.set(channel, handler)
}

/** Electron's module of the same name. */
export const ipcMain = strict(
  'ipcMain',
  Object.assign(emitter, {
    handle,
    handleOnce: (channel: string, handler: Handler) =>
      handle(channel, (event, ...values) => {
        handlers.delete(channel)
        return handler(event, ...values)
      }),
    removeHandler: (channel: string) => void handlers.delete(channel),
  }),
)

/** Gives a message of a preload to the application's listeners. */
export function deliverToMain(channel: string, event: IpcEvent, values: readonly unknown[]): void {
  const reply = (name: string, ...answer: unknown[]) => event.sender.send(name, ...answer)
  emitter.emit(
    channel,
    strict('IpcMainEvent', { ...event, type: 'frame', processId: 1, frameId: 1, reply }),
    ...values,
  )
}

/** Runs the handler of a channel for a preload's `invoke`. */
export async function invokeInMain(
  channel: string,
  event: IpcEvent,
  values: readonly unknown[],
): Promise<unknown> {
  const handler = handlers.get(channel)
  if (!handler) throw new Error(`No handler registered for '${channel}'`)
  return await handler(
    strict('IpcMainInvokeEvent', { ...event, type: 'frame', processId: 1, frameId: 1 }),
    ...values,
  )
}
