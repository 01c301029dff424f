import { EventEmitter } from 'node:events'

/** Raised for a member of Electron that the stand-in does not have, so that it is never missed quietly. */
export class UnknownElectronMember extends Error {
  constructor(name: string) {
    super(`The Electron stand-in has no ${name}.`)
    this.name = 'UnknownElectronMember'
  }
}

// Asked for by the language or by inspection, not by the application.
const probes = new Set<PropertyKey>([
  'then',
  'toJSON',
  'constructor',
  'prototype',
  'name',
  'length',
  'inspect',
])

/** Wraps an object so that reading or writing a member that it does not have throws by name. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === 'symbol' || key.startsWith('_') || key in object || probes.has(key)) {
        return Reflect.get(object, key, receiver)
      }
      throw new UnknownElectronMember(`${name}.${key}`)
    },
    set(object, key, value, receiver) {
      if (typeof key === 'symbol' || key.startsWith('_') || key in object) {
        return Reflect.set(object, key, value, receiver)
      }
      throw new UnknownElectronMember(`${name}.${key}`)
    },
  })
}

/** An emitter that refuses to listen for an event that the stand-in never sends. */
export class StrictEmitter extends EventEmitter {
  readonly emitterName: string
  readonly knownEvents: ReadonlySet<string>

  constructor(name: string, events: readonly string[]) {
    super()
    this.emitterName = name
    this.knownEvents = new Set(events)
    // Every way of subscribing ends here, `once` and `prependListener` included.
    super.on('newListener', (event: string | symbol) => {
      if (typeof event === 'string' && event !== 'newListener' && !this.knownEvents.has(event)) {
        throw new UnknownElectronMember(`event '${event}' on ${this.emitterName}`)
      }
    })
  }
}

/** The event object that Electron hands to listeners which may prevent what they were told of. */
export type PreventableEvent = { preventDefault(): void; readonly defaultPrevented: boolean }

/** Makes a preventable event with further details on it. */
export function preventable<T extends object>(details: T): PreventableEvent & T {
  let prevented = false
  return Object.defineProperties(
    { ...details },
    {
      preventDefault: { value: () => (prevented = true), enumerable: true },
      defaultPrevented: { get: () => prevented, enumerable: true },
    },
  ) as PreventableEvent & T // defineProperties is typed as returning its input
}
