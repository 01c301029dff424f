import type { AppEvent } from '../shared/contract/events'

/** Receives every event of the application. */
export type Publish = (event: AppEvent) => void

/** Fans events out to every open page, command and client. */
export interface EventHub {
  readonly publish: Publish
  /** Calls back for each later event until the returned function is called. */
  subscribe(listener: Publish): () => void
}

/** Makes a hub; a listener that throws does not keep the others from hearing. */
export function createEventHub(report: (error: unknown) => void): EventHub {
  const listeners = new Set<Publish>()
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event)
        } catch (error) {
          report(error)
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
